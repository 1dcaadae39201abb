import { message } from '../../protocol/catalogue/catalogue';
import { linesOfScript, ours } from '../generate/script-lines';
import type { SyntaxNode } from '../ports/python-parser';
import type { Action, ActionState, Proposal } from './action';
import { readNames } from './free-names';
import { requiredParameters } from './required-parameters';

function definitionOf(node: SyntaxNode): SyntaxNode {
  return node.type === 'decorated_definition' ? (node.childForField('definition') ?? node) : node;
}

function callOf(definition: SyntaxNode): readonly string[] | null {
  const name = definition.childForField('name')?.text ?? '';
  if (definition.type === 'function_definition') return [`${name}(${requiredParameters(definition).join(', ')})`];
  const methods = definition.childForField('body')?.namedChildren.map(definitionOf) ?? [];
  const method = (wanted: string): SyntaxNode | undefined =>
    methods.find((node) => node.type === 'function_definition' && node.childForField('name')?.text === wanted);
  const init = method('__init__');
  const made = `${name}(${init ? requiredParameters(init).slice(1).join(', ') : ''})`;
  if (method('training_step') && method('configure_optimizers')) {
    const loaders = method('validation_step') ? 'train_loader, val_loader' : 'train_loader';
    return [`model = ${made}`, `trainer.fit(model, ${loaders})`];
  }
  const use = method('forward') ?? method('call') ?? method('__call__');
  if (!use) return null;
  return [`model = ${made}`, `model(${requiredParameters(use).slice(1).join(', ')})`];
}

/** The last definition of the module that nothing in it uses: what is defined last rests on what is defined before. */
function lastUnused(state: ActionState): SyntaxNode | null {
  const root = state.parser.parse(state.script.text);
  const names = readNames(root);
  const definitions = root.namedChildren
    .map(definitionOf)
    .filter(({ type }) => type === 'function_definition' || type === 'class_definition')
    .filter((node) =>
      // `super(Net, self)` in its own body does not make a network.
      names
        .readsOf(node.childForField('name')?.text ?? '')
        .every(({ node: read }) => read.startIndex > node.startIndex && read.endIndex < node.endIndex),
    );
  return definitions.at(-1) ?? null;
}

/** Calls what a script only defines. */
export const uncalledFunctions: Action = {
  action: 'neural-network-construction',
  propose: (state): readonly Proposal[] => {
    if (state.diagnosis.kind !== 'nothing') return [];
    const definition = lastUnused(state);
    const call = definition ? callOf(definition) : null;
    if (!definition || !call) return [];
    const name = definition.childForField('name')?.text ?? '';
    const added = ['', ...call].map((text) => ({ text, provenance: ours }));
    return [
      {
        action: 'input-data-generation',
        reason: message('attempt.calledFunction', { name }),
        touches: [],
        change: { kind: 'script', lines: [...linesOfScript(state.script), ...added] },
      },
    ];
  },
};
