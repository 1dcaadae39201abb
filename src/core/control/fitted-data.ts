import type { SyntaxNode } from '../ports/python-parser';
import { argumentOf, isInside, loopAround, type CallFact, type CodeFacts } from './code-facts';
import { torchLoops } from './torch-loop';

/** What a training gets, by plain names. */
export interface FittedData {
  readonly features: string;
  readonly targets: string | null;
  /** In front of this statement both are there. */
  readonly place: SyntaxNode;
}

/** Plain names of what a training gets, with the place in front of it. */
export function fitted(facts: CodeFacts): readonly FittedData[] {
  const isName = (node: SyntaxNode | null | undefined): node is SyntaxNode => node?.type === 'identifier';
  const fits = facts.calls
    .filter(({ name }) => /^(?:fit|train_on_batch)$/.test(name))
    .flatMap((call): FittedData[] => {
      const x = whole(argumentOf(call, 'x', 0) ?? call.named.get('X') ?? null);
      const y = whole(argumentOf(call, 'y', 1));
      return isName(x) ? [{ features: x.text, targets: isName(y) ? y.text : null, place: outermost(call) }] : [];
    });
  const sets = facts.calls
    .filter(({ name }) => /^(?:TensorDataset|from_tensor_slices)$/.test(name))
    .flatMap((call): FittedData[] => {
      const pair = call.name === 'TensorDataset' ? call.positional : (call.positional[0]?.namedChildren ?? []);
      const [x, y] = pair;
      return isName(x) ? [{ features: x.text, targets: isName(y) ? y.text : null, place: call.node }] : [];
    });
  const loops = torchLoops(facts).flatMap(({ lossCall, outer, inner }): FittedData[] => {
    const target = lossCall?.positional[1];
    const out = lossCall?.positional[0];
    const made = facts.assignments.find(({ name, node }) => name === out?.text && isInside(node, outer))?.value;
    const call =
      facts.calls.find(({ node }) => made && isInside(node, made) && node.startIndex === made.startIndex) ??
      facts.calls.find(({ node }) => node.startIndex === out?.startIndex && node.endIndex === out.endIndex);
    const x = call?.positional[0];
    const bound = (name: string): boolean =>
      facts.assignments.some((item) => item.name === name && !isInside(item.node, outer));
    const wanted = isName(x) && bound(x.text) && inner.startIndex >= outer.startIndex;
    return wanted
      ? [{ features: x.text, targets: isName(target) && bound(target.text) ? target.text : null, place: outer }]
      : [];
  });
  const all = [...sets, ...fits, ...loops];
  return all.filter(({ features }, at) => all.findIndex((other) => other.features === features) === at).slice(0, 2);
}

/** What a part is cut out of: `x` of `x[:400]`. */
function whole(node: SyntaxNode | null): SyntaxNode | null {
  return node?.type === 'subscript' ? node.childForField('value') : node;
}

function outermost(call: CallFact): SyntaxNode {
  let place: SyntaxNode = call.node;
  for (let loop = loopAround(place); loop; loop = loopAround(loop)) place = loop;
  return place;
}
