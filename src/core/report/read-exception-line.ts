import type { SourceLine } from './split-lines';
import { withoutQuoting } from './strip-quoting';
import { readTracebackLine } from './traceback-lines';

const LONGEST_MESSAGE = 8_000;
const NAME =
  /(?:Error|Exception|Warning|Interrupt|Exit|Failure|Fault|Timeout|NotFound|Exceeded|UnfilteredStackTrace|JaxStackTraceBeforeTransformation|StopIteration|StopAsyncIteration|ExceptionGroup)$/;
/** Classes that some modules name in lower case or by a word of their own; the module before them tells: `struct.error`, `queue.Empty`. */
const IN_MODULE =
  /\.(?:error|herror|gaierror|timeout|Empty|Full|IncompleteRead)$|(?:^|\.)(?:errors?|exceptions?)\.[A-Z]\w*$/;

/** Whether a dotted name looks like that of an exception class. */
export function isExceptionName(name: string): boolean {
  return NAME.test(name) || IN_MODULE.test(name);
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
  // A wrapper holds the first error's frames and text in its own message.
  let wraps = WRAPPER.test(head) || (head === '' && isSpawned(lines, first, quoting));
  const parts = [head];
  let length = head.length;
  let last = first;
  for (let at = first + 1; at < lines.length && length < LONGEST_MESSAGE; at++) {
    const text = withoutQuoting(lines[at]?.text ?? '', quoting);
    if (ends(text, wraps)) break;
    if (text.trim() === '') {
      const next = withoutQuoting(lines[at + 1]?.text ?? '', quoting);
      // A compiler tells below its message which lines of the user it was about.
      if (FROM_USER_CODE.test(next)) wraps = true;
      const goesOn = /^\s+\S/.test(next) || (wraps && next !== '' && (parts.length === 1 || WRAPPED_PART.test(next)));
      if (!goesOn || ends(next, wraps)) break;
    }
    parts.push(text);
    length += text.length + 1;
    last = at;
  }
  while (parts.length > 1 && /^\s*-*\s*$/.test(parts.at(-1) ?? '')) {
    parts.pop();
    last--;
  }
  const whole = parts.join('\n').trimEnd().slice(0, LONGEST_MESSAGE);
  return { message: whole.replace(CLOSING_MARK, ''), last, end: lines[last]?.end ?? 0 };
}

/** `ProcessRaisedException:` with nothing behind it, and the child's own traceback below. */
function isSpawned(lines: readonly SourceLine[], first: number, quoting: string): boolean {
  const below = lines.slice(first + 1, first + 4).map(({ text }) => withoutQuoting(text, quoting));
  const next = below.find((text) => text.trim() !== '');
  return next !== undefined && PROCESS.test(next);
}

const PROCESS = /^-- Process \d{1,9} terminated with the following error:/;
const FROM_USER_CODE = /^from user code:\s*$/;
const WRAPPER =
  /^(?:in user code:|Graph execution error:|Exception encountered when calling |Caught [\w.]{1,100} in |The following operation failed in the TorchScript interpreter)/;
const WRAPPED_PART =
  /^(?:from user code:|Detected at node|Node:|Stack trace|Call arguments|Arguments received|Original |\d{1,4} root error|\[\[|\(\d{1,4}\)|[\w ]{0,40}\bMessage:)/;
/** Where the C++ part of a message begins, which changes from build to build. */
const NATIVE_TAIL = /^(?:Exception raised from |frame #\d{1,4}: |C\+\+ CapturedTraceback|\*\*\* Begin stack trace)/;

/** What a framework adds below a message about the traceback itself. */
const ABOUT_TRACEBACK =
  /^(?:For simplicity, JAX has removed its internal frames|The (?:preceding )?stack trace (?:below excludes JAX|is the source of the JAX)|The preceding is the original exception that occurred)/;

/** Marks of boards, wikis and trackers around what was pasted: `[/code]`, `{noformat}`. */
const MARK = /^\s{0,12}(?:\[\/?(?:code|quote|pre|tt|spoiler)\]|\{(?:code|noformat)[^}\n]{0,80}\})\s*$/i;
const CLOSING_MARK = /\s{0,4}(?:\[\/(?:code|quote|pre|tt|spoiler)\]|\{(?:code|noformat)\})\s{0,4}$/i;

function ends(text: string, wraps = false): boolean {
  if (NATIVE_TAIL.test(text) || MARK.test(text) || ABOUT_TRACEBACK.test(text)) return true;
  // What Python points with below a line begins like a fence.
  if (/^\s+[~^]+[~^ ]*(?:<--- HERE)?\s*$/.test(text)) return false;
  if (/^\s{0,12}(?:`{3}|~{3}|>>> |\$ |In ?\[\d+\]:|#{1,6} )/.test(text)) return true;
  const { kind } = readTracebackLine(text);
  if (kind === 'frame') return !(wraps && /^\s{2,}/.test(text));
  if (kind === 'header') return !(wraps && /^(?:Original )?Traceback /.test(text));
  return kind === 'notebookHeader' || kind === 'link';
}
