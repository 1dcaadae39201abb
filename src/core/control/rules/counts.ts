import { isOf, type ControlRule, type Removal } from '../control-rule';
import type { CodeFacts } from '../code-facts';
import { replaceNode } from '../text-edits';

/** Names of what gives batches: their length is a number of batches, not of samples. */
const loaders = /(?:loader|dataloader|_dl|batches|_iter)s?$/i;

/** Figures that count one thing and are divided by the number of another. */
export const counts: readonly ControlRule[] = [
  {
    name: 'samples-over-batches',
    source:
      'PyTorch documentation, torch.utils.data.DataLoader: its length is the number of batches; that of `dataset` the number of samples',
    causes: isOf('wrongValue', 'metricGap'),
    remove: samplesOverBatches,
  },
];

/** `correct / len(loader)` where `correct` grew by hits among samples. */
function samplesOverBatches(facts: CodeFacts): readonly Removal[] {
  const counted = facts.assignments.filter(({ augmented, value }) => augmented && /(?:==|\.eq\()[\s\S]*\.sum\(/.test(value.text)); // prettier-ignore
  return facts.calls.flatMap((call): Removal[] => {
    const [of, ...more] = call.positional;
    const operation = call.node.parent;
    if (call.name !== 'len' || !of || more.length > 0 || !loaders.test(of.text)) return [];
    if (operation?.type !== 'binary_operator' || !/\/\s*len\(/.test(operation.text)) return [];
    if (!counted.some(({ name }) => new RegExp(`\\b${name}\\b`).test(operation.text))) return [];
    return [
      {
        edits: [replaceNode(of, `${of.text}.dataset`)],
        changed: ['control.samplesOverBatches', { loader: of.text }],
      },
    ];
  });
}
