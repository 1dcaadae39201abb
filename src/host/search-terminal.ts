import type { Terminals } from '../core/ports/terminals';
import type { Result } from '../protocol/methods';
import type { TerminalMatch, TerminalPlace } from '../protocol/terminal';

/** Bytes of one read, and of all reads of one answer: a log of 100 MB takes a few answers, each soon there. */
const READ_BYTES = 1024 * 1024;
const MOST_BYTES = 16 * READ_BYTES;
const LONGEST_TEXT = 500;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
// Colours and moves of the cursor, and bars that move back over themselves.
const MARKS = /\u001b\[[\d;?]{0,20}[A-Za-z]|\u001b\][^\u0007]{0,200}\u0007|\u0008/g;

export interface SearchTerminalOptions {
  readonly terminals: Pick<Terminals, 'read'>;
  readonly reproductionId: string | null;
  readonly terminalId: string;
  readonly text: string;
  readonly matchCase: boolean;
  readonly from: TerminalPlace;
  readonly limit: number;
}

/** Finds lines that hold a text, in time linear in the log and with a few megabytes of memory. The text is taken as it stands. */
export async function searchTerminal(options: SearchTerminalOptions): Promise<Result<'terminal/search'>> {
  const { terminals, reproductionId, terminalId, from, limit } = options;
  const fold = options.matchCase ? (text: string) => text : (text: string) => text.toLowerCase();
  const wanted = fold(options.text);
  const matches: TerminalMatch[] = [];
  let place: TerminalPlace = from;
  let held = Buffer.alloc(0);

  for (;;) {
    const offset = place.offset + held.length;
    const bytes = await terminals.read({ reproductionId, terminalId, offset, maxBytes: READ_BYTES });
    const isEnd = bytes.length === 0;
    const all = Buffer.concat([held, bytes]);
    let start = 0;
    while (start < all.length) {
      const end = endOfLine(all, start);
      // A line whose end has not come is looked at once it has, or at the end; one without any end, in pieces.
      if (end === -1 && !isEnd && all.length - start < READ_BYTES) break;
      const stop = end === -1 ? all.length : end;
      const text = all.toString('utf8', start, stop).replace(MARKS, '');
      if (fold(text).includes(wanted)) matches.push({ ...place, text: text.slice(0, LONGEST_TEXT) });
      const next = end === -1 ? stop : stop + 1;
      place = { offset: place.offset + next - start, line: place.line + (all[end] === NEWLINE ? 1 : 0) };
      start = next;
      if (matches.length >= limit) return { matches, next: place };
    }
    if (isEnd) return { matches, next: null };
    if (place.offset - from.offset >= MOST_BYTES) return { matches, next: place };
    held = all.subarray(start);
  }
}

function endOfLine(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) if (bytes[at] === NEWLINE || bytes[at] === RETURN) return at;
  return -1;
}
