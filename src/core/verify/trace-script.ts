import type { LineProvenance } from '../../protocol/script';
import { assignProvenance } from './assign-provenance';
import type { JudgeInput, TracedScript } from './judge-input';

/** The script's lines with their provenance: what was carried along, and what stands in the report word for word. */
export function traceScript(input: JudgeInput): TracedScript {
  const lines = input.script.text.split('\n');
  const found = assignProvenance({
    text: input.script.text,
    reportBlocks: input.readOut.blocks,
    projectTexts: [],
    parser: input.parser,
  });
  const provenance = lines.map((_, index): LineProvenance => {
    const carried = input.script.provenance[index] ?? { origin: 'ours' as const, span: null };
    return carried.origin === 'ours' ? (found[index] ?? carried) : carried;
  });
  return { lines, provenance };
}
