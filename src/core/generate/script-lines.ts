import type { LineProvenance, Script } from '../../protocol/script';
import type { DigestOf } from '../ports/digests';

/** A line of a script with its provenance. */
export interface ScriptLine {
  readonly text: string;
  readonly provenance: LineProvenance;
}

/** The provenance of a line that Reprise puts in. */
export const ours: LineProvenance = { origin: 'ours', span: null };

/** Joins lines to a script. A text ends with one line break, which no provenance speaks of. */
export function toScript(lines: readonly ScriptLine[], digestOf: DigestOf): Script {
  const text = `${lines.map((line) => line.text).join('\n')}\n`;
  return { text, digest: digestOf(text), provenance: lines.map((line) => line.provenance) };
}

/** The lines of a script, without the empty one behind its last line break. */
export function linesOfScript(script: Script): readonly ScriptLine[] {
  const texts = script.text.split('\n');
  if (texts.at(-1) === '') texts.pop();
  return texts.map((text, index) => ({ text, provenance: script.provenance[index] ?? ours }));
}
