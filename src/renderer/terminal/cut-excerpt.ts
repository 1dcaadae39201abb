/** Bytes of a log that are asked for around a place: so many before it, and so many in all. */
export const BEFORE_BYTES = 64 * 1024;
export const EXCERPT_BYTES = 256 * 1024;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** An excerpt in three parts, to be drawn one after the other. */
export interface Excerpt {
  readonly before: Uint8Array;
  /** The line of the place, without its end. */
  readonly line: Uint8Array;
  /** Nothing where the line was written over right away, as progress bars are: it is then shown as it stood. */
  readonly after: Uint8Array;
}

/** Cuts `bytes`, which begin at `start` of a log, at the line that begins at `offset`. What is cut at the front ends with a whole line. */
export function cutExcerpt(bytes: Uint8Array, start: number, offset: number): Excerpt {
  const at = Math.min(Math.max(0, offset - start), bytes.length);
  const first = start === 0 ? 0 : Math.min(bytes.subarray(0, at).indexOf(NEWLINE) + 1 || at, at);
  let end = at;
  while (end < bytes.length && bytes[end] !== NEWLINE && bytes[end] !== RETURN) end += 1;
  const isWrittenOver = bytes[end] === RETURN && bytes[end + 1] !== NEWLINE;
  return {
    before: bytes.subarray(first, at),
    line: bytes.subarray(at, end),
    after: isWrittenOver ? bytes.subarray(0, 0) : bytes.subarray(end),
  };
}
