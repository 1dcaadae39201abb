import type { SourceLine } from './split-lines';
import { readTracebackLine } from './traceback-lines';

const LONGEST_MESSAGE = 8_000;
const NAME = /(?:Error|Exception|Warning|Interrupt|Exit|Failure|Timeout|NotFound|StopIteration)$/;

/** Whether a dotted name looks like that of an exception class. */
export function isExceptionName(name: string): boolean {
  return NAME.test(name);
}

/**
 * Reads on from an exception's first line: its message may go on below, also after an empty line when what follows is
 * indented. Ends before a new traceback, a linking sentence, a fence or a prompt.
 */
export function readException(
  lines: readonly SourceLine[],
  first: number,
  quoting: string,
  head: string,
): { readonly message: string; readonly last: number; readonly end: number } {
  const parts = [head];
  let length = head.length;
  let last = first;
  for (let at = first + 1; at < lines.length && length < LONGEST_MESSAGE; at++) {
    const text = withoutPrefix(lines[at]?.text ?? '', quoting);
    if (ends(text)) break;
    if (text.trim() === '') {
      const next = withoutPrefix(lines[at + 1]?.text ?? '', quoting);
      if (!/^\s+\S/.test(next) || ends(next)) break;
    }
    parts.push(text);
    length += text.length + 1;
    last = at;
  }
  while (parts.length > 1 && parts.at(-1)?.trim() === '') {
    parts.pop();
    last--;
  }
  return { message: parts.join('\n').trimEnd().slice(0, LONGEST_MESSAGE), last, end: lines[last]?.end ?? 0 };
}

function ends(text: string): boolean {
  if (/^\s{0,12}(?:`{3}|~{3}|>>> |\$ |In ?\[\d+\]:|#{1,6} )/.test(text)) return true;
  const { kind } = readTracebackLine(text);
  return kind === 'header' || kind === 'notebookHeader' || kind === 'frame' || kind === 'link';
}

function withoutPrefix(text: string, quoting: string): string {
  if (text.startsWith(quoting)) return text.slice(quoting.length);
  return text.startsWith(quoting.trimEnd()) ? text.slice(quoting.trimEnd().length) : text;
}
