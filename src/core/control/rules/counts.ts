import { isOf, type ControlRule, type Removal } from '../control-rule';
import type { CodeFacts } from '../code-facts';
import { linesBefore, replaceNode } from '../text-edits';
import { lastDense } from './outputs';

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
  {
    name: 'accuracy-of-regression',
    source:
      'Keras documentation, accuracy metrics: they count how often predictions equal labels, which real numbers never do',
    causes: ({ kind }) => kind === 'stuckMetric' || kind === 'wrongValue' || kind === 'metricGap',
    remove: accuracyOfRegression,
  },
];

/** `metrics=['accuracy']` beside a loss of regressions: a metric of the same name counts what comes near. */
function accuracyOfRegression(facts: CodeFacts): readonly Removal[] {
  return facts.calls.flatMap((call): Removal[] => {
    const loss = call.name === 'compile' ? (call.named.get('loss') ?? call.positional[1]) : undefined;
    const metrics = call.named.get('metrics') ?? call.positional[2];
    const text = metrics?.namedChildren.find(({ text: own }) => /^(['"])acc(?:uracy)?\1$/.test(own));
    const last = lastDense(facts).at(-1);
    if (!loss || !text || !last) return [];
    if (!/mse|mae|mean_?squared|mean_?absolute|huber|log_?cosh/i.test(loss.text)) return [];
    if (last.activation && !/linear|relu/.test(last.activation.text)) return [];
    const name = text.text.slice(1, -1);
    const lines = [`def ${name}(y_true, y_pred):`, '    return abs(y_true - y_pred) < 0.1 + 0.1 * abs(y_true)'];
    return [
      {
        edits: [linesBefore(facts, call.node, lines), replaceNode(text, name)],
        changed: ['control.nearHits', { name }],
      },
    ];
  });
}

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
