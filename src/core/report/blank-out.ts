import type { Span } from '../../protocol/primitives';

/** The text with the given places filled with spaces; line breaks stay, and so do all offsets. */
export function blankOut(source: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.end <= at) continue;
    const start = Math.max(at, span.start);
    parts.push(source.slice(at, start), source.slice(start, span.end).replace(/[^\r\n]/g, ' '));
    at = span.end;
  }
  parts.push(source.slice(at));
  return parts.join('');
}
