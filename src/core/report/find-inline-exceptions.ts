import type { PrintedException } from '../../protocol/report';
import { isExceptionName, readException } from './read-exception-line';
import { splitLines, type SourceLine } from './split-lines';
import { stripQuoting } from './strip-quoting';
import { readTracebackLine } from './traceback-lines';

const INLINE =
  /(`?)\b(?!Error: {1,3}(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception): )((?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}|(?:[A-Za-z_]\w{0,60}\.){1,8}(?:h|gai)?error):\s{1,3}(?=\S)/g;
/** A line of prose this long may be one that an editor wrapped. */
const WRAPPED = 60;

/** Exceptions that stand in a block of output by their last line alone. `code` lines of one block. */
export function findExceptionLines(lines: readonly SourceLine[]): PrintedException[] {
  const found: PrintedException[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line) continue;
    const { quoting, text } = stripQuoting(line.text);
    const read = readTracebackLine(text);
    if (read.kind !== 'exception' || !isExceptionName(read.type) || read.message === '') continue;
    const { message, last, end } = readException(lines, at, quoting, read.message);
    found.push({
      type: read.type,
      message,
      frames: [],
      relation: 'raised',
      span: { start: line.start + quoting.length, end },
    });
    at = last;
  }
  return found;
}

const COMMENT =
  /#[\s<>=^|-]{0,12}(?:(?:raises?|throws?|fails? with|gives?|error):?\s{1,3})?((?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}|(?:[A-Za-z_]\w{0,60}\.){1,8}error):\s{1,3}(\S.{0,1000})$/;

/** `y = f(x)  # SomeError: what it says`: a comment of the code, with its line as the one that failed. */
export function findCommentedExceptions(lines: readonly SourceLine[]): PrintedException[] {
  return lines.flatMap((line) => {
    const match = line.text.length > 2_000 ? null : COMMENT.exec(line.text);
    const type = match?.[1];
    const message = match?.[2]?.trimEnd();
    if (!match || type === undefined || message === undefined || !isExceptionName(type)) return [];
    const code = line.text.slice(0, match.index).trim();
    const start = line.start + line.text.indexOf(type, match.index);
    const frames = code === '' ? [] : [{ file: '<unknown>', line: 0, function: null, code }];
    return [
      {
        type,
        message,
        frames,
        relation: 'raised' as const,
        span: { start, end: line.start + line.text.trimEnd().length },
      },
    ];
  });
}

/** `SomeError: what it says` within a sentence, in backticks or bare, in the paragraph from `start` to `end`. */
export function findInlineExceptions(source: string, start: number, end: number): PrintedException[] {
  const found: PrintedException[] = [];
  const lines = splitLines(source, start, end);
  lines.forEach((line, index) => {
    for (const match of line.text.matchAll(INLINE)) {
      const type = match[2] ?? '';
      if (!isExceptionName(type)) continue;
      const from = match.index + match[0].length;
      const quote = closingAt(line.text, from, match[1] || line.text[match.index - 1]);
      const begin = line.start + match.index + (match[1]?.length ?? 0);
      if (quote >= 0) {
        const message = line.text.slice(from, quote);
        found.push({ type, message, frames: [], relation: 'raised', span: { start: begin, end: line.start + quote } });
        continue;
      }
      const tail = readWrapped(lines, index, withoutClosing(line.text.slice(from), line.text[match.index - 1]));
      found.push({
        type,
        message: withoutSentence(tail.message),
        frames: [],
        relation: 'raised',
        span: { start: begin, end: tail.end },
      });
    }
  });
  return found;
}

/** A sentence of the reporter's own behind a message: no library speaks so. */
const OWN_SENTENCE =
  /[.!?:]\s{1,3}(?=(?:I|I'm|I've|I'd|My|Our|We|How|Why|What does|Any|Does|Do I|Is there|Thanks|Here|Edit|The (?:loss|labels?|targets?|network|error|line|code))\b)/;

/** What is searched of a message, so that a line full of exceptions costs no more. */
const LONGEST_READ = 1_000;

function withoutSentence(message: string): string {
  const at = message.slice(0, LONGEST_READ).search(OWN_SENTENCE);
  return at > 0 ? message.slice(0, at) : message;
}

/** A sentence that an editor wrapped goes on in the next line when that begins in lower case or with a bracket. */
function readWrapped(lines: readonly SourceLine[], index: number, head: string): { message: string; end: number } {
  const own = lines[index];
  let message = head;
  let end = own ? own.end : 0;
  for (let at = index + 1; at < lines.length && message.length < 4_000; at++) {
    const before = lines[at - 1]?.text ?? '';
    const next = lines[at];
    if (!next || before.length < WRAPPED || /[.!?]\s*$/.test(before) || !/^\s{0,3}[a-z([{'"]/.test(next.text)) break;
    message += `\n${next.text}`;
    end = next.end;
  }
  return { message, end };
}

/** Where the quote that stands before an exception's name is closed; a name within the message may be quoted too. -1: nowhere. */
function closingAt(text: string, from: number, opened: string | undefined): number {
  if (opened === '`') return text.indexOf('`', from);
  const closing = opened === '"' ? '"' : opened === '“' ? '”' : null;
  if (closing === null) return -1;
  const at = text.indexOf(closing, from);
  // A quote inside of the message is followed by its own closing one.
  return at >= 0 && text.indexOf(closing, at + 1) < 0 ? at : -1;
}

/** The message without the quote or emphasis that was opened before the exception's name. */
function withoutClosing(text: string, opened: string | undefined): string {
  return opened && /["'*_]/.test(opened) ? text.replace(/["'*_]{1,3}[.,;]?\s*$/, '') : text.trimEnd();
}
