import { diffLines } from 'diff';
import type { LineProvenance, Script } from '../../protocol/script';
import { linesOfScript, ours } from './script-lines';

/** Provenance for an edited text: lines that the edit left alone keep theirs, new ones count as ours. */
export function carryProvenance(before: Script, text: string): readonly LineProvenance[] {
  const old = linesOfScript(before);
  const carried: LineProvenance[] = [];
  let index = 0;
  for (const part of diffLines(
    old.map((line) => `${line.text}\n`).join(''),
    text.endsWith('\n') ? text : `${text}\n`,
  )) {
    if (part.removed) {
      index += part.count;
    } else {
      for (let line = 0; line < part.count; line += 1) {
        carried.push(part.added ? ours : (old[index + line]?.provenance ?? ours));
      }
      if (!part.added) index += part.count;
    }
  }
  return carried;
}
