import type { Script } from '../../../protocol/script';
import type { Symptom } from '../../../protocol/symptom';
import type { SyntaxNode } from '../../ports/python-parser';
import { isInside, type CodeFacts } from '../../control/code-facts';
import { fitted } from '../../control/fitted-data';
import { linesBefore, type TextEdit } from '../../control/text-edits';

/** Stand-in data in which the inputs say something of the targets. */
export interface LearnableData {
  readonly edits: readonly TextEdit[];
  readonly inputs: string;
  readonly targets: string;
}

/**
 * Ties stand-in inputs and targets that were drawn apart from each other: where there is nothing to learn, a training that
 * learns nothing is no fault. Null: there are none, or the symptom is not one of learning.
 */
export function learnableData(facts: CodeFacts, script: Script, symptom: Symptom): LearnableData | null {
  if (!['stuckMetric', 'divergingMetric', 'metricGap', 'wrongValue'].includes(symptom.kind)) return null;
  for (const { features, targets, place } of fitted(facts)) {
    const [x, y] = [drawn(facts, script, features), targets === null ? null : drawn(facts, script, targets)];
    if (x === null || y === null || targets === null || !/\brandn?\(|\buniform_?\(/.test(x)) continue;
    const torch = /^\(?torch\./.test(x);
    if (torch !== /^\(?torch\./.test(y)) continue;
    const random = torch ? 'torch.rand' : 'np.random.rand';
    const classes = torch ? '.long()' : '.astype(int)';
    const patterns = (index: string, count: string): string =>
      `${features} = ${features} + 3 * ${random}(${count}, *${features}.shape[1:])[${index}]${torch ? '' : '.astype("float32")'}`;
    const line = /randint\(/.test(y)
      ? /\beye\(/.test(y)
        ? patterns(`${targets}.argmax(1)`, `${targets}.shape[1]`)
        : patterns(`${targets}.reshape(len(${targets}), -1)[:, 0]${classes}`, `int(${targets}.max()) + 1`)
      : /<\s*0\.\d/.test(y)
        ? patterns(`${targets}.reshape(len(${targets}), -1)[:, 0]${classes}`, '2')
        : `${targets} = ${targets} + 3 * ${features}.reshape(len(${features}), -1).mean(1).reshape(-1, *[1] * (${targets}.ndim - 1))`;
    const edit = linesBefore(facts, place, [line]);
    if (edit) return { edits: [edit], inputs: features, targets };
  }
  return ofLoaders(facts, script);
}

/** Stand-in sets whose two parts are drawn apart from each other: `TensorDataset(torch.rand(...), torch.randint(...))`. */
function ofLoaders(facts: CodeFacts, script: Script): LearnableData | null {
  const found = facts.calls.flatMap(({ name, node, positional }): (TextEdit & { readonly of: string })[] => {
    const [x, y, ...more] = positional;
    const isOurs = script.provenance[node.startPosition.row]?.origin === 'ours';
    if (name !== 'TensorDataset' || !isOurs || !x || !y || more.length > 0) return [];
    if (!/^torch\.randn?\(/.test(x.text) || !/^\(?torch\.rand/.test(y.text)) return [];
    const classes = /^torch\.randint\(0, (\d{1,6}),/.exec(y.text)?.[1];
    // The same pattern for a class in every set, so that what is learned on one holds on another.
    const patterns = `3 * torch.rand(${classes ?? '2'}, *x.shape[1:], generator=torch.Generator().manual_seed(0))`;
    const tied =
      classes === undefined && !/<\s*0\.\d/.test(y.text)
        ? '(x, y + 3 * x.reshape(len(x), -1).mean(1).reshape(-1, *[1] * (y.ndim - 1)))'
        : `(x + ${patterns}[y.reshape(len(y), -1)[:, 0].long()], y)`;
    const text = `*(lambda x, y: ${tied})(${x.text}, ${y.text})`;
    return [{ start: x.startIndex, end: y.endIndex, text, of: nameOf(facts, node) }];
  });
  const [first] = found;
  return first
    ? { edits: found.map(({ start, end, text }) => ({ start, end, text })), inputs: first.of, targets: first.of }
    : null;
}

/** The name that what a call makes goes to. */
function nameOf({ assignments }: CodeFacts, node: SyntaxNode): string {
  return assignments.find(({ value }) => isInside(node, value))?.name ?? node.text;
}

/** What a stand-in of a name is drawn by: in a line of ours, or in a file of ours that the report's line reads. */
function drawn(facts: CodeFacts, script: Script, name: string): string | null {
  const [only, ...more] = facts.assignments.filter((item) => item.name === name);
  if (!only || more.length > 0) return null;
  const isOurs = (node: SyntaxNode): boolean => script.provenance[node.startPosition.row]?.origin === 'ours';
  const file = /^(?:np|numpy)\.load\(\s*(["'][^"']+["'])/.exec(only.value.text)?.[1];
  const written = facts.calls.find(
    ({ name: called, owner, positional, node }) =>
      called === 'save' && owner === 'np' && positional[0]?.text.slice(1, -1) === file?.slice(1, -1) && isOurs(node),
  )?.positional[1];
  const text = written?.text ?? (isOurs(only.node) ? only.value.text : '');
  return /\brand|\buniform/.test(text) ? text : null;
}
