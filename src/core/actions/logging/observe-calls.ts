import { functionAround, loopAround, type CallFact, type CodeFacts } from '../../control/code-facts';
import { linesAfter } from '../../control/text-edits';
import { saysOfCalls } from '../../verify/silent/related-names';
import type { Observer } from './observation';

/** How far two answers of one model to one input lie apart, where the report says that they differ from call to call. */
export const observeCalls: Observer = (facts, symptom) => {
  if (symptom.kind !== 'nonDeterminism' || !saysOfCalls(symptom.what)) return [];
  const asked = facts.calls.filter((call) => asksModel(facts, call)).at(-1);
  if (!asked) return [];
  const { text } = asked.node;
  const apart = facts.framework === 'torch' ? `(${text} - ${text}).abs().max()` : `abs(${text} - ${text}).max()`;
  return [
    {
      edits: [linesAfter(facts, asked.node, [`reprise_observe("call_difference", float(${apart}))`])],
      what: 'call_difference',
    },
  ];
};

/** `model(x)` and `model.predict(x)` at the level of the module, outside of loops, with plain arguments. */
function asksModel(facts: CodeFacts, { name, owner, node, positional }: CallFact): boolean {
  if (functionAround(node) !== null || loopAround(node) !== null) return false;
  const isPlain =
    positional.length > 0 &&
    !node.text.includes('\n') &&
    positional.every(({ type }) => /^(?:identifier|subscript|attribute|call)$/.test(type));
  if (!isPlain || /\bnext\(/.test(node.text)) return false;
  if (name === 'predict') return /^[A-Za-z_]\w*$/.test(owner);
  const made = facts.assignments.find((item) => item.name === name)?.value;
  return (
    owner === '' &&
    made?.type === 'call' &&
    /^(?:(?:torch\.)?nn\.|(?:tf\.)?keras\.(?:models\.)?|models?\.)?[A-Z]\w*\(|^torch\.load\(|(?:^|\.)load_model\(/.test(
      made.text,
    ) &&
    !/Loss\(|DataLoader|Tensor\(/.test(made.text)
  );
}
