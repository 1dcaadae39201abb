import { useEffect, useRef } from 'react';
import { message } from '../../../protocol/catalogue/catalogue';
import type { TerminalPlace } from '../../../protocol/terminal';
import { useApp } from '../../app/app-context';
import { BEFORE_BYTES, cutExcerpt, EXCERPT_BYTES } from '../../terminal/cut-excerpt';
import { decodeBase64 } from '../../terminal/decode-base64';
import { createTerminal, type ShownTerminal } from './create-terminal';

interface ExcerptProps {
  readonly terminalId: string;
  readonly place: TerminalPlace;
  readonly text: string;
  readonly matchCase: boolean;
}

/** The log around a place, over the running view, which stays as it is. */
export function Excerpt({ terminalId, place, text, matchCase }: ExcerptProps) {
  const app = useApp();
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownTerminal>(null);

  useEffect(() => {
    if (!element.current) return;
    const own = createTerminal((address) => app.dialog({ kind: 'link', address }));
    shown.current = own;
    own.terminal.open(element.current);
    own.fit();
    const resized = new ResizeObserver(() => own.fit());
    resized.observe(element.current);
    return () => {
      resized.disconnect();
      own.terminal.dispose();
      shown.current = null;
    };
  }, [app, terminalId]);

  useEffect(() => {
    let isCurrent = true;
    const show = async (): Promise<void> => {
      const start = Math.max(0, place.offset - BEFORE_BYTES);
      const answer = await app.ask('terminal/read', { terminalId, offset: start, maxBytes: EXCERPT_BYTES });
      const own = shown.current;
      if (!isCurrent || !own || !answer) return;
      own.terminal.reset();
      const { before, line, after } = cutExcerpt(decodeBase64(answer.data), start, place.offset);
      await drawn(own, before);
      const marker = own.terminal.registerMarker(0);
      await drawn(own, line);
      await drawn(own, after);
      if (isCurrent) select(own, marker.line, text, matchCase);
    };
    void show();
    return () => {
      isCurrent = false;
    };
  }, [app, terminalId, place, text, matchCase]);

  return (
    <div className="term-excerpt" role="region" aria-label={message('app.find.line', { line: String(place.line) })}>
      <div className="term-place" ref={element} />
    </div>
  );
}

function drawn({ terminal }: ShownTerminal, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => terminal.write(bytes, resolve));
}

/** Selects the text in the line that begins at a row, be it wrapped, and brings it into the middle. */
function select({ terminal }: ShownTerminal, row: number, text: string, matchCase: boolean): void {
  const { active } = terminal.buffer;
  let line = active.getLine(row)?.translateToString() ?? '';
  for (let next = row + 1; active.getLine(next)?.isWrapped === true; next += 1) {
    line += active.getLine(next)?.translateToString() ?? '';
  }
  terminal.scrollToLine(Math.max(0, row - Math.floor(terminal.rows / 3)));
  const at = matchCase ? line.indexOf(text) : line.toLowerCase().indexOf(text.toLowerCase());
  if (at === -1) return;
  terminal.select(at % terminal.cols, row + Math.floor(at / terminal.cols), text.length);
}
