import { message } from '../../protocol/catalogue/catalogue';
import { linesOfScript, ours } from '../generate/script-lines';
import type { SyntaxNode } from '../ports/python-parser';
import type { Action, ActionState, Proposal } from './action';
import { readNames } from './free-names';
import { requiredParameters } from './required-parameters';
import { standInContext } from './stand-in-context';
import type { StandInContext } from './stand-ins/build-stand-in';
import { givenNames, unusedSources } from './stand-ins/own-data';

function definitionOf(node: SyntaxNode): SyntaxNode {
  return node.type === 'decorated_definition' ? (node.childForField('definition') ?? node) : node;
}

/** What is compared with what, in the parameters of a loss or a metric of Keras. */
const comparing = /^(?:y_?t(?:rue)?|y|true\w*|targets?|labels?|actual|gt|t)$/i;

/** How Keras is given a function that compares labels with predictions, or one that gives batches. Null: it takes no such. */
function handedToKeras(definition: SyntaxNode): readonly string[] | null {
  const name = definition.childForField('name')?.text ?? '';
  const [first, second, ...more] = requiredParameters(definition);
  if (first === undefined || second === undefined || more.length > 0) return null;
  if (!comparing.test(first) || !/pred|out|logit|prob|^(?:p|y_?p|yhat|y_hat)$/i.test(second)) return null;
  const isMetric = /metric|acc|precision|recall|f1|auc|score|iou|jaccard/i.test(name) && !/loss/i.test(name);
  const given = isMetric ? `loss="mse", metrics=[${name}]` : `loss=${name}`;
  return [`model.compile(optimizer="adam", ${given})`, 'model.fit(x_train, y_train)'];
}

/** A class of Keras that `fit` calls: what is told of the training, or a layer of batches. */
function heldByFit(definition: SyntaxNode, made: string): readonly string[] | null {
  const bases = definition.childForField('superclasses')?.text ?? '';
  if (/\bCallback\b/.test(bases)) return [`model.fit(x_train, y_train, callbacks=[${made}])`];
  return /\b(?:Sequence|PyDataset)\b/.test(bases) ? [`model.fit(${made}, epochs=2)`] : null;
}

function callOf(definition: SyntaxNode, context: StandInContext): readonly string[] | null {
  const name = definition.childForField('name')?.text ?? '';
  const isKeras = context.framework === 'keras';
  if (definition.type === 'function_definition') {
    const source = unusedSources(context).find((item) => item.name === name && item.kind === 'generator');
    const call = `${name}(${givenNames(requiredParameters(definition), context).join(', ')})`;
    if (isKeras && source) return [`model.fit(${call}, steps_per_epoch=2, epochs=2)`];
    return (isKeras ? handedToKeras(definition) : null) ?? [call];
  }
  const methods = definition.childForField('body')?.namedChildren.map(definitionOf) ?? [];
  const method = (wanted: string): SyntaxNode | undefined =>
    methods.find((node) => node.type === 'function_definition' && node.childForField('name')?.text === wanted);
  const init = method('__init__');
  const made = `${name}(${init ? requiredParameters(init).slice(1).join(', ') : ''})`;
  if (method('training_step') && method('configure_optimizers')) {
    const loaders = method('validation_step') ? 'train_loader, val_loader' : 'train_loader';
    return [`model = ${made}`, `trainer.fit(model, ${loaders})`];
  }
  const held = isKeras ? heldByFit(definition, made) : null;
  if (held) return held;
  if (context.framework === 'torch' && method('__getitem__') && !method('forward'))
    return [`for batch in torch.utils.data.DataLoader(${made}, batch_size=4):`, '    print(type(batch))'];
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
    const call = definition ? callOf(definition, standInContext(state)) : null;
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
