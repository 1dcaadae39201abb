import { useEffect, useRef, useState } from 'react';
import { message } from '../../../protocol/catalogue/catalogue';
import { nextAct } from '../../../protocol/reproduction/next-act';
import { commandOf, isApple } from '../../app/keys';
import { runCommand } from '../../app/run-command';
import { useActs, useApp, useAppState } from '../../app/app-context';
import { useTheme } from '../../components/use-theme';
import { openState } from '../../store/app-state';
import { surfaceWish } from '../../store/surface-wish';
import { readSurfaceWord } from './read-surface-word';
import './run-surface.css';

/** Height of the header, and the most that a question may take. */
const LEAST = 43;
const MOST = 320;
/** A second row of words gets room in the header; only what is longer lies over the page. */
const ROOM = 76;

/**
 * The frame of the Run surface. The page says what to show and where the keyboard goes; what is shown, and every press, is
 * between the surface and the host.
 */
export function RunSurface() {
  const app = useApp();
  const acts = useActs();
  const address = useAppState((it) => it.surface.address);
  const focus = useAppState((it) => it.surface.focus);
  const words = useAppState((it) => JSON.stringify(surfaceWish(it)));
  const beside = useAppState((it) => nextAct(openState(it)).kind === 'openReproducer');
  const theme = useTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(LEAST);
  /** Rises whenever the surface was loaded and has to be told everything anew. */
  const [load, setLoad] = useState(0);

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== frame.current?.contentWindow) return;
      const word = readSurfaceWord(data);
      if (word?.kind === 'here') setLoad((before) => before + 1);
      if (word?.kind === 'size') setHeight(Math.min(MOST, Math.max(LEAST, word.height)));
      if (word?.kind === 'taken') app.taken(word.act, word.address);
      if (word?.kind === 'key') {
        const command = commandOf(word.press, isApple(navigator.platform));
        if (command) runCommand(app, acts, command);
      }
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [app, acts]);

  useEffect(() => {
    frame.current?.contentWindow?.postMessage({ kind: 'reprise:look', theme }, '*');
  }, [theme, load]);

  useEffect(() => {
    frame.current?.contentWindow?.postMessage({ kind: 'reprise:show', wish: JSON.parse(words) as unknown }, '*');
  }, [words, load]);

  useEffect(() => {
    if (focus === null) return;
    frame.current?.focus();
    frame.current?.contentWindow?.postMessage({ kind: 'reprise:focus', act: focus.act }, '*');
  }, [focus]);

  if (address === null) return null;
  return (
    <div
      className={`run-surface ${beside ? 'beside' : ''}`}
      hidden={words === 'null'}
      style={{ height: height > ROOM ? LEAST : height }}
    >
      <iframe
        ref={frame}
        id="run-surface"
        title={message('app.run.surface')}
        src={address}
        style={{ height }}
        className={height > ROOM ? 'tall' : ''}
      />
    </div>
  );
}
