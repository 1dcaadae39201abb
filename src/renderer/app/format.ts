import { message } from '../../protocol/catalogue/catalogue';

/** A duration for people: `31 ms`, `2.1 s`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return message('app.duration.ms', { ms: Math.round(ms) });
  if (ms < 60_000) return message('app.duration.s', { s: Math.round(ms / 100) / 10 });
  const seconds = Math.round(ms / 1000);
  return message('app.duration.min', { min: Math.floor(seconds / 60), s: seconds % 60 });
}

/** A size for people, in powers of 1000 as package indexes give them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return message('app.bytes.b', { n: bytes });
  if (bytes < 1e6) return message('app.bytes.kb', { n: Math.round(bytes / 100) / 10 });
  if (bytes < 1e9) return message('app.bytes.mb', { n: Math.round(bytes / 1e5) / 10 });
  return message('app.bytes.gb', { n: Math.round(bytes / 1e8) / 10 });
}

/** What a quotation is about: the first line of code below a fence, the exception below a traceback, else the first line. */
export function tellingLine(text: string, length = 120): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:```|~~~)/.test(line));
  const [first] = lines;
  const line = first !== undefined && /^\s*Traceback \(/.test(first) ? lines.at(-1) : first;
  return firstLine((line ?? '').trim(), length);
}

/** The first line of a text, cut for a narrow place. */
export function firstLine(text: string, length = 120): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
