import type { PrintedFrame } from '../../protocol/report';
import type { SourceLine } from './split-lines';

const HEADER = /^[\s>]{0,40}[╭┌+][─-][^\n]{0,300}Traceback \(most recent call last\)[^\n]{0,300}[╮┐+]\s*$/;
const ROW = /^[\s>]{0,40}[│|](.*?)(?:[│|]\s*)?$/;
const FOOT = /^[\s>]{0,40}[╰└+][─-]{3}/;
const CODE = /^\s{0,4}([❱>])?\s{0,8}(\d{1,9}) [│|](.*)$/;
const PLACE = /^(\S.{0,1000}?):(\d{1,9})(?: in ?(.{1,300}))?$/;

/** A traceback in a box as the library Rich draws it. `last` is the index of the box's last line; the exception stands below. */
export interface BoxedTraceback {
  readonly frames: PrintedFrame[];
  readonly last: number;
}

/** Reads the box that begins at `first`, each frame's path cut over lines where it is long. Null: no box begins there. */
export function readBoxedTraceback(lines: readonly SourceLine[], first: number): BoxedTraceback | null {
  if (!HEADER.test((lines[first]?.text ?? '').slice(0, 800))) return null;
  const frames: PrintedFrame[] = [];
  let place = '';
  let last = first;
  for (let at = first + 1; at < lines.length; at++) {
    const text = lines[at]?.text.slice(0, 2_000) ?? '';
    const row = ROW.exec(text);
    if (!row && !FOOT.test(text)) break;
    last = at;
    const inside = (row?.[1] ?? '').trim();
    const code = CODE.exec((row?.[1] ?? '').trimEnd());
    if (row && inside !== '' && !code && !/^[╭╰│├]/.test(inside)) {
      // A place that is too long for the box goes on in the next line, wherever that cuts it.
      place = `${place}${inside}`.slice(0, 1_500);
      continue;
    }
    const read = PLACE.exec(place);
    if (read?.[1]) frames.push({ file: read[1], line: Number(read[2]), function: read[3]?.trim() ?? null, code: null });
    place = '';
    if (code?.[1] !== undefined) pointAt(frames, Number(code[2]), withoutRules(code[3] ?? ''));
    if (!row) break;
  }
  return { frames, last };
}

/** Rich draws a rule for each level of indentation. */
function withoutRules(text: string): string {
  return text.replace(/^[\s│|]{1,200}/, '').trim();
}

function pointAt(frames: PrintedFrame[], line: number, code: string): void {
  const last = frames.at(-1);
  if (last?.code === null) frames[frames.length - 1] = { ...last, line, code };
}
