import type { statementOf } from '../code-facts';
import { type CodeFacts } from '../code-facts';
import { isOf, type ControlRule, type Removal } from '../control-rule';
import { linesAfter } from '../text-edits';

/** A model that is made anew from its description begins with new weights. */
export const loadedWeights: readonly ControlRule[] = [
  {
    name: 'weights-not-loaded',
    source:
      'Keras documentation, model serialization: to_json, get_config and clone_model hold the architecture alone; PyTorch documentation, saving and loading: load_state_dict brings the weights',
    causes: isOf('saveLoadMismatch', 'metricGap', 'wrongValue'),
    remove: (facts) => (facts.framework === 'torch' ? madeAnew(facts) : described(facts)),
  },
];

/** `model_from_json(...)` without `load_weights` behind it. */
function described(facts: CodeFacts): readonly Removal[] {
  const trained = facts.calls.find(
    ({ name, owner }) => /^fit(?:_generator)?$/.test(name) && /^[A-Za-z_]\w*$/.test(owner),
  );
  return facts.assignments.flatMap(({ name, node, value }): Removal[] => {
    if (!/^(?:[\w.]+\.)?(?:model_from_(?:json|yaml|config)|from_config|clone_model)\(/.test(value.text)) return [];
    const gets = facts.calls.some(
      (call) =>
        call.owner === name && /^(?:load_weights|set_weights)$/.test(call.name) && call.node.startIndex > node.endIndex,
    );
    if (gets || !trained || trained.owner === name) return [];
    return [withWeights(facts, node, `${name}.set_weights(${trained.owner}.get_weights())`)];
  });
}

/** `other = Net(...)` behind `torch.save(net.state_dict(), ...)`, without `load_state_dict`. */
function madeAnew(facts: CodeFacts): readonly Removal[] {
  const saved = facts.calls.find(({ name, owner }) => name === 'save' && owner === 'torch');
  const model = /^([A-Za-z_]\w*)(?:\.state_dict\(\))?$/.exec(saved?.positional[0]?.text ?? '')?.[1];
  const own = facts.assignments.find(({ name, value }) => name === model && value.type === 'call')?.value;
  const made = own?.childForField('function')?.text;
  if (!saved || model === undefined || made === undefined || /load_state_dict/.test(facts.text)) return [];
  return facts.assignments.flatMap(({ name, node, value }): Removal[] =>
    node.startIndex > saved.node.endIndex && value.childForField('function')?.text === made && name !== model
      ? [withWeights(facts, node, `${name}.load_state_dict(${model}.state_dict())`)]
      : [],
  );
}

function withWeights(facts: CodeFacts, node: Parameters<typeof statementOf>[0], line: string): Removal {
  return { edits: [linesAfter(facts, node, [line])], changed: ['control.weightsLoaded', { line }] };
}
