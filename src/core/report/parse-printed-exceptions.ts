import type { PrintedException, PrintedFrame } from '../../protocol/report';
import { readBoxedTraceback } from './read-boxed-traceback';
import { isExceptionName, readException } from './read-exception-line';
import type { SourceLine } from './split-lines';
import { stripQuoting, withoutQuoting } from './strip-quoting';
import { readTracebackLine } from './traceback-lines';

interface Open {
  readonly start: number;
  readonly quoting: string;
  readonly frames: PrintedFrame[];
  /** A header was seen, so that any name may end it. */
  headed: boolean;
  notebook: boolean;
}

/**
 * Finds printed exceptions with their frames among lines: Python 2.7 to 3.14, chained, quoted, and IPython's form, also
 * where the upper part was cut off. Linear. `loose` lines count as a traceback only after a frame or a header.
 * Spans are offsets of the source that the lines come from.
 */
export function parsePrintedExceptions(lines: readonly SourceLine[]): PrintedException[] {
  const found: PrintedException[] = [];
  let open: Open | null = null;
  // Where a frame stood last: what follows it is its code, even where the indentation was lost.
  let framed = -2;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line || (!open && line.text === '')) continue;
    if (line.text.includes('Exception Group Traceback (')) {
      const group = readExceptionGroup(lines, at);
      found.push(...group.found);
      at = group.last;
      open = null;
      continue;
    }
    const boxed = line.text.includes('Traceback (') ? readBoxedTraceback(lines, at) : null;
    if (boxed) {
      open = { start: line.start, quoting: '', frames: boxed.frames, headed: true, notebook: false };
      at = boxed.last;
      continue;
    }
    const fresh = open ? null : stripQuoting(line.text);
    const quoting: string = open?.quoting ?? fresh?.quoting ?? '';
    const text = fresh?.text ?? withoutQuoting(line.text, quoting);
    const read = readTracebackLine(text);
    switch (read.kind) {
      case 'header':
      case 'notebookHeader': {
        const anew = stripQuoting(line.text);
        open = {
          start: line.start + anew.quoting.length,
          quoting: anew.quoting,
          frames: [],
          headed: true,
          notebook: read.kind === 'notebookHeader',
        };
        break;
      }
      case 'frame':
        open ??= { start: line.start + quoting.length, quoting, frames: [], headed: false, notebook: false };
        open.notebook ||= read.notebook === true;
        if (open.headed) framed = at;
        open.frames.push({ file: read.file, line: read.line, function: read.function, code: null });
        break;
      case 'arrow':
        open ??= { start: line.start + quoting.length, quoting, frames: [], headed: false, notebook: true };
        pointAt(open.frames, read.line, read.code);
        break;
      case 'numbered':
        if (open && !open.notebook) addCode(open.frames, text);
        else if (!open && endsNext(lines, at, quoting)) {
          const frame = { file: '<unknown>', line: read.line, function: null, code: read.code };
          open = { start: line.start, quoting, frames: [frame], headed: false, notebook: false };
        }
        break;
      case 'link':
        link(found, read.relation, line.start);
        open = null;
        break;
      case 'exception':
        if (open && (open.headed || open.frames.length > 0) && (open.headed || isExceptionName(read.type))) {
          if (open.notebook && !isExceptionName(read.type)) break;
          const { message, last, end } = readException(lines, at, quoting, read.message);
          found.push({
            type: read.type,
            message,
            frames: open.frames,
            relation: 'raised',
            span: { start: open.start, end },
          });
          at = last;
          open = null;
        } else if (open) addCode(open.frames, text);
        break;
      case 'other':
        if (open && (/^\s/.test(text) || at === framed + 1)) addCode(open.frames, text);
        else if (open && !(open.headed && open.notebook) && !/^\s*(?:\.{3}|\[\.{3}\]|…)\s*$/.test(text)) open = null;
        break;
      case 'blank':
        if (open && !open.notebook && open.frames.length === 0) open = null;
        break;
      default:
        break;
    }
  }
  return found;
}

const SEPARATOR = /^\s{0,40}(?:[|+-]\s?)?\+?-?\+?-{3,40} (?:\d{1,4}|\.{3}) -{3,40}\s*$|^\s{0,40}\+-{10,60}\s*$/;
const GROUP_LINE = /^[\s>]{0,40}(?:[|+]\s?){1,12}/;

/** An exception group: its own traceback first, then its members, each between two rules. Nested groups are flattened. */
function readExceptionGroup(
  lines: readonly SourceLine[],
  first: number,
): { readonly found: PrintedException[]; readonly last: number } {
  const segments: SourceLine[][] = [[]];
  let last = first;
  for (let at = first; at < lines.length; at++) {
    const line = lines[at];
    const mark = line ? GROUP_LINE.exec(line.text.slice(0, 120))?.[0] : undefined;
    if (!line || mark === undefined) break;
    last = at;
    if (SEPARATOR.test(line.text.slice(0, 200))) segments.push([]);
    else {
      const text = line.text.slice(mark.length).replace('Exception Group Traceback (', 'Traceback (');
      segments.at(-1)?.push({ start: line.start + mark.length, end: line.end, text });
    }
  }
  const found = segments.flatMap((segment) => {
    const parsed = parsePrintedExceptions(segment);
    return parsed.length > 0 ? parsed : alone(segment);
  });
  const members = found.map((exception, at) => (at === 0 ? exception : { ...exception, relation: 'member' as const }));
  return { found: members, last };
}

/** A member that was never raised has no traceback, only its class and message. */
function alone(lines: readonly SourceLine[]): PrintedException[] {
  const at = lines.findIndex((line) => line.text.trim() !== '');
  const line = lines[at];
  const read = line ? readTracebackLine(line.text) : null;
  if (!line || read?.kind !== 'exception' || !isExceptionName(read.type)) return [];
  const { message, end } = readException(lines, at, '', read.message);
  return [{ type: read.type, message, frames: [], relation: 'raised', span: { start: line.start, end } }];
}

/** Code stands below its frame; a statement over several lines (3.13 and newer) is joined. */
function addCode(frames: PrintedFrame[], text: string): void {
  const last = frames.at(-1);
  if (!last || text.trim() === '') return;
  const code = last.code === null ? text.trim() : `${last.code} ${text.trim()}`;
  if (code.length <= 2_000) frames[frames.length - 1] = { ...last, code };
}

function pointAt(frames: PrintedFrame[], line: number, code: string): void {
  const last = frames.at(-1);
  if (last && last.code === null) frames[frames.length - 1] = { ...last, line, code };
  else frames.push({ file: '<unknown>', line, function: null, code });
}

/** Between an exception and the sentence that links it stand at most some words about the traceback. */
const FURTHEST_LINK = 300;

/** The exception before a linking sentence led to the one after it. */
function link(found: PrintedException[], relation: 'cause' | 'context', at: number): void {
  const last = found.at(-1);
  if (last && at - last.span.end <= FURTHEST_LINK) found[found.length - 1] = { ...last, relation };
}

function endsNext(lines: readonly SourceLine[], at: number, quoting: string): boolean {
  const next = lines[at + 1];
  if (!next) return false;
  const read = readTracebackLine(withoutQuoting(next.text, quoting));
  return read.kind === 'exception' && isExceptionName(read.type) && read.message !== '';
}
