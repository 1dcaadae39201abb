import type { PrintedException, PrintedFrame } from '../../protocol/report';
import { isExceptionName } from './read-exception-line';
import type { SourceLine } from './split-lines';

const POINTED = /^>\s{1,80}(\S.{0,1000})$/;
const SAID = /^E {1,12}(\S.{0,4000})$/;
const DEFINED = /^\s{0,80}(?:async )?def (\w{1,200})\(/;
const PLACE = /^(\S[^:\n]{0,500}\.py):(\d{1,9}):(?: (?:in )?([A-Za-z_][\w.]{0,200}))?\s*$/;
const TYPED = /^([A-Za-z_][\w.]{0,200})(?:: (.*))?$/;

/**
 * Failures as pytest prints them: the source with `>` before the line that failed, `E` before what the exception says, and the
 * place below it, which names the class for the innermost frame. Linear.
 */
export function readTestFailures(lines: readonly SourceLine[]): PrintedException[] {
  const found: PrintedException[] = [];
  let frames: PrintedFrame[] = [];
  let said: string[] = [];
  let pointed: string | null = null;
  let defined: string | null = null;
  let start: number | null = null;
  for (const line of lines) {
    const text = line.text.slice(0, 4_200);
    const code = POINTED.exec(text)?.[1];
    const words = SAID.exec(text)?.[1];
    const place = PLACE.exec(text);
    defined = DEFINED.exec(text)?.[1] ?? defined;
    if (code !== undefined) {
      pointed = code.trim();
      start ??= line.start;
    } else if (words !== undefined) {
      said.push(words);
      start ??= line.start;
    } else if (place?.[1] && start !== null && (pointed !== null || said.length > 0)) {
      frames.push({ file: place[1], line: Number(place[2]), function: defined, code: pointed });
      [pointed, defined] = [null, null];
      const type = place[3];
      const read = TYPED.exec(said[0] ?? '');
      const known = read?.[1] !== undefined && isExceptionName(read[1]) ? read[1] : null;
      if (said.length > 0 && (known ?? type) !== undefined) {
        const first = known === null ? (said[0] ?? '') : (read?.[2] ?? '');
        const message = [first, ...said.slice(1)].join('\n');
        found.push({ type: known ?? type ?? '', message, frames, relation: 'raised', span: { start, end: line.end } });
      }
      if (type !== undefined || said.length > 0) [frames, said, start] = [[], [], null];
    }
  }
  return found;
}
