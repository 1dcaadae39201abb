import { message } from '../../protocol/catalogue/catalogue';
import { linesOfScript, ours } from '../generate/script-lines';
import type { Action, ActionState, Proposal } from './action';

/** A longer line is data, and slow to look at. */
const LONGEST_LINE = 1000;

/** How code asks for an accelerator, and how it asks for the processor. A data table. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\.cuda\(\s*(?:non_blocking\s*=\s*\w+|device\s*=\s*\w+|\d*|[a-z]\w*)\s*\)/g, '.cpu()'],
  [/\btorch\.cuda\.(Float|Long|Double|Int|Half|Bool|Byte)Tensor\b/g, 'torch.$1Tensor'],
  [/(['"])(?:cuda|mps|xpu)(?::\d+)?\1/g, '$1cpu$1'],
  [/(['"])\/?(?:device:)?(?:gpu|GPU|TPU):\d+\1/g, '$1/cpu:0$1'],
  [/\b(accelerator\s*=\s*)(['"])(?:gpu|cuda|tpu|mps)\2/g, '$1$2cpu$2'],
  [/^(\s*)torch\.cuda\.(?:set_device|synchronize|manual_seed|manual_seed_all|empty_cache|reset_\w+|init)\([^()]*\)\s*$/, '$1pass'],
  [/\bfp16\s*=\s*True\b/g, 'fp16=False'],
]; // prettier-ignore

function proposeProcessor(state: ActionState): readonly Proposal[] {
  const lines = linesOfScript(state.script);
  // Only where it computes changes, by words of the table above that raise nothing: the lines stay the reporter's.
  const next = lines.map((line) => {
    if (line.text.length > LONGEST_LINE) return line;
    const text = replacements.reduce((current, [from, to]) => current.replace(from, to), line.text);
    if (text === line.text) return line;
    // Of a line that only spoke to the accelerator nothing is left.
    return text.trim() === 'pass' ? { text, provenance: ours } : { ...line, text };
  });
  const count = next.filter((line, index) => line !== lines[index]).length;
  if (count === 0) return [];
  return [
    {
      action: 'hyperparameter-initialization',
      reason: message('attempt.onProcessor', { count }),
      touches: [{ fault: 'device', name: null }],
      change: { kind: 'script', lines: next },
    },
  ];
}

/** Computes on the processor where the machine has no accelerator that the code asks for. */
export const replaceDevice: Action = {
  action: 'hyperparameter-initialization',
  propose: (state) => (state.diagnosis.kind === 'noDevice' ? proposeProcessor(state) : []),
};
