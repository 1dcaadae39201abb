import { functionAround, loopAround, type CallFact, type CodeFacts } from '../../control/code-facts';
import { linesAfter } from '../../control/text-edits';
import type { SyntaxNode } from '../../ports/python-parser';
import { isRelated, nameWords } from '../../verify/silent/related-names';
import { walk } from '../../verify/syntax-walk';
import { subjectOf, type Observer } from './observation';

/** What may not run a second time, or gives another thing then. */
const once =
  /^(?:next|pop|popleft|popitem|read|readline|input|step|backward|fit\w*|train\w*|append|eval|train|zero_grad|run|seed)$/;
/** What a mean, a sum or a form is taken by tells less of what a value is than what it is taken of. */
const LONGEST = 160;

/**
 * Hands over what the script prints without a name: `print(net.fc.weight.grad)`, `print(model.score(x, y))`. Of many values the one
 * that decides: the largest where all are said to be small, the smallest where all are said to be large, the sum where one may be no
 * number.
 */
export const observePrinted: Observer = (facts, symptom) => {
  if (symptom.kind !== 'wrongValue' && symptom.kind !== 'nonFinite') return [];
  const wanted = subjectOf(symptom);
  const found = facts.calls.flatMap((call) => printedBy(facts, call, wanted));
  const node = found.at(-1);
  const word = nameWords(wanted).join('_');
  if (!node || word === '') return [];
  const all = facts.framework === 'torch' ? `torch.as_tensor(${node.text}).detach().double()` : null;
  const reduced = symptom.kind === 'nonFinite' ? 'sum' : symptom.op.startsWith('<') ? 'max' : 'min';
  if (symptom.kind === 'wrongValue' && !/^[<>]/.test(symptom.op)) return [];
  const value = all === null ? `float(np.${reduced}(${node.text}))` : `float(${all}.${reduced}())`;
  if (all === null && !/^import numpy as np$/m.test(facts.text)) return [];
  return [{ edits: [linesAfter(facts, node, [`reprise_observe("${word}", ${value})`])], what: word }];
};

/** Expressions that a call prints, with no name before them, which speak of the quantity. */
function printedBy(facts: CodeFacts, { name, node, positional }: CallFact, wanted: string): readonly SyntaxNode[] {
  if (name !== 'print' || functionAround(node) !== null || loopAround(node) !== null) return [];
  return positional.filter(
    (item) =>
      /^(?:call|attribute|subscript|identifier|binary_operator)$/.test(item.type) &&
      item.text.length <= LONGEST &&
      !item.text.includes('\n') &&
      speaksOf(item, wanted) &&
      facts.calls.every(
        (call) => !once.test(call.name) || call.node.startIndex < item.startIndex || call.node.endIndex > item.endIndex,
      ),
  );
}

/** One of the names in an expression is the quantity's. */
function speaksOf(item: SyntaxNode, wanted: string): boolean {
  let found = false;
  walk(item, (node) => {
    found ||= node.type === 'identifier' && isRelated(node.text, wanted);
    return !found;
  });
  return found;
}
