/** A line of the source, without its line break. Offsets are UTF-16 units of the source. */
export interface SourceLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Splits at \n, \r\n and \r. The last line is there even when it is empty. */
export function splitLines(source: string, from = 0, to = source.length): SourceLine[] {
  const lines: SourceLine[] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code !== 10 && code !== 13) continue;
    lines.push({ start, end: at, text: source.slice(start, at) });
    if (code === 13 && at + 1 < to && source.charCodeAt(at + 1) === 10) at++;
    start = at + 1;
  }
  lines.push({ start, end: to, text: source.slice(start, to) });
  return lines;
}
