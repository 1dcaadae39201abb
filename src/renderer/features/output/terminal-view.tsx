import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import '@xterm/xterm/css/xterm.css';
import { message } from '../../../protocol/catalogue/catalogue';
import type { TerminalDescription } from '../../../protocol/terminal';
import { useActs, useApp, useAppState } from '../../app/app-context';
import { formatBytes } from '../../app/format';
import { IconButton } from '../../components/icon-button';
import { useTheme } from '../../components/use-theme';
import type { App } from '../../store/create-app';
import { createTerminal, terminalTheme, type ShownTerminal } from './create-terminal';
import { FindBar, isFindKey } from './find-bar';

interface TerminalViewProps {
  readonly terminalId: string;
  /** Where the buttons of the terminal go. */
  readonly slot: HTMLElement | null;
}

/** One terminal, from its first byte on. */
export function TerminalView({ terminalId, slot }: TerminalViewProps) {
  const app = useApp();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownTerminal>(null);
  const [terminal, setTerminal] = useState<TerminalDescription | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [searching, setSearching] = useState(false);
  const screenReader = useAppState((it) => it.settings.terminalScreenReader === true);
  const theme = useTheme();
  const asked = useAppState((it) => it.view.outputText);

  useEffect(() => {
    if (!place.current) return;
    const own = createTerminal((address) => app.dialog({ kind: 'link', address }));
    shown.current = own;
    own.terminal.open(place.current);
    let latest: TerminalDescription | null = null;
    own.terminal.onResize(() => latest && resizePty(app, own, latest));
    const endFeed = app.feeds.open(terminalId, {
      write: (bytes, done) => own.terminal.write(bytes, done),
      describe: (description) => {
        latest = description;
        setTerminal(description);
        setFailure(null);
        resizePty(app, own, description);
      },
      fail: setFailure,
    });
    const resized = new ResizeObserver(() => own.fit());
    resized.observe(place.current);
    return () => {
      resized.disconnect();
      endFeed();
      own.terminal.dispose();
      shown.current = null;
    };
  }, [app, terminalId]);

  useEffect(() => {
    if (!shown.current) return;
    shown.current.terminal.options.theme = terminalTheme();
    shown.current.terminal.options.screenReaderMode = screenReader;
  }, [theme, screenReader, terminalId]);

  useEffect(() => {
    if (asked) shown.current?.search.findPrevious(lastLine(asked.text), { caseSensitive: true });
  }, [asked]);

  const closeFind = (): void => {
    setSearching(false);
    shown.current?.terminal.focus();
  };
  // Before the terminal takes the key for its program, which hears none.
  const onKey = (event: KeyboardEvent): void => {
    if (searching || !isFindKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    setSearching(true);
  };
  return (
    <div className="term" onKeyDownCapture={onKey}>
      {slot &&
        createPortal(
          <TerminalActs shown={shown} terminal={terminal} onSearch={() => setSearching(!searching)} />,
          slot,
        )}
      {searching && <FindBar terminalId={terminalId} onClose={closeFind} />}
      {failure !== null && <p className="notice bad">{failure}</p>}
      <div
        id="output-panel"
        className="term-screen"
        tabIndex={-1}
        role="region"
        aria-label={message('app.output.title')}
      >
        <div className="term-place" ref={place} />
      </div>
    </div>
  );
}

interface TerminalActsProps {
  readonly shown: RefObject<ShownTerminal | null>;
  readonly terminal: TerminalDescription | null;
  readonly onSearch: () => void;
}

function TerminalActs({ shown, terminal, onSearch }: TerminalActsProps) {
  const acts = useActs();
  const screenReader = useAppState((it) => it.settings.terminalScreenReader === true);
  const copy = (): void => {
    const screen = shown.current?.terminal;
    if (!screen) return;
    const selection = screen.getSelection();
    if (selection === '') screen.selectAll();
    void navigator.clipboard.writeText(selection === '' ? screen.getSelection() : selection);
    if (selection === '') screen.clearSelection();
  };
  return (
    <>
      <span className="small faint term-size">{terminal && describeTerminal(terminal)}</span>
      <IconButton icon="search" label={message('app.find.open')} onPress={onSearch} />
      <IconButton
        icon="speech"
        label={message('app.output.screenReader')}
        pressed={screenReader}
        onPress={() => void acts.settings({ terminalScreenReader: !screenReader })}
      />
      <IconButton icon="copy" label={message('app.output.copy')} onPress={copy} />
      <IconButton icon="trash" label={message('app.output.clear')} onPress={() => shown.current?.terminal.clear()} />
    </>
  );
}

/** The size on disk, once it is final. */
function describeTerminal({ status }: TerminalDescription): string {
  return status.kind === 'closed' ? formatBytes(status.size) : '';
}

/** A pty draws for a width; pipes do not care. */
function resizePty(app: App, { terminal }: ShownTerminal, description: TerminalDescription): void {
  if (description.source !== 'pty' || description.status.kind !== 'open') return;
  if (terminal.cols < 2) return;
  void app.ask('terminal/resize', { terminalId: description.id, columns: terminal.cols, rows: terminal.rows });
}

/** Searching goes by line: what is looked for is the last line of the evidence. */
function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.slice(0, 120) ?? '';
}
