import type { Span } from '../../protocol/primitives';

/** A report in the form that is read, with the place in the source that each piece comes from. */
export interface ReadableText {
  readonly text: string;
  /** The place in the source of a place in the text. */
  spanOf(span: Span): Span;
}

interface Piece {
  readonly at: number;
  readonly length: number;
  readonly start: number;
  readonly end: number;
}

/** Writes a readable text piece by piece; `end` lets the last place go no further than the source. */
export function createReadableWriter(): {
  /** Adds text that stands for a place in the source; of equal length it stands for it letter by letter. */
  add(text: string, start: number, end: number): void;
  finish(): ReadableText;
} {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  return {
    add: (text, start, end) => {
      if (text === '') return;
      pieces.push({ at: length, length: text.length, start, end });
      parts.push(text);
      length += text.length;
    },
    finish: () => ({
      text: parts.join(''),
      spanOf: (span) => {
        const start = sourceOf(pieces, span.start, false);
        return { start, end: Math.max(start, sourceOf(pieces, span.end, true)) };
      },
    }),
  };
}

/** The last piece that begins at or before a place; for an end, before it. */
function sourceOf(pieces: readonly Piece[], place: number, isEnd: boolean): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const at = pieces[middle]?.at ?? 0;
    if (isEnd ? at < place : at <= place) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (!piece) return 0;
  const within = place - piece.at;
  if (piece.length === piece.end - piece.start) return Math.min(piece.end, piece.start + within);
  return within >= piece.length || (isEnd && within > 0) ? piece.end : piece.start;
}
