import type { SyntaxNode } from '../../ports/python-parser';
import type { StandInContext } from './build-stand-in';
import type { LossKind } from './model-layout';
import { roleOf } from './roles';

/** The model whose parameters an optimizer gets: one that the script has, else the one that stands in. */
function modelName({ names, usageOf, root }: StandInContext): string | null {
  const reads = (name: string): readonly SyntaxNode[] => names.readsOf(name).map(({ node }) => node);
  const defined = new Set(
    root.namedChildren
      .filter(({ type }) => /^(?:function|class)_definition$/.test(type))
      .map((node) => node.childForField('name')?.text ?? ''),
  );
  const candidates = [...names.free.keys(), ...names.bound].filter((name) => !defined.has(name));
  return (
    candidates.find((name) => usageOf(name).methods.has('parameters')) ??
    candidates.find((name) => roleOf(name, usageOf(name), reads(name)) === 'model') ??
    null
  );
}

/** Losses of Keras that a script calls itself, by what they take. */
const kerasLosses: Readonly<Record<LossKind, string>> = {
  oneHot: 'CategoricalCrossentropy',
  classIndex: 'SparseCategoricalCrossentropy',
  binary: 'BinaryCrossentropy',
  numbers: 'MeanSquaredError',
};

/** A loss, as the script uses it. `isCalled`: it calls it itself. */
export function lossText({ layout, framework, report, keras }: StandInContext, isCalled: boolean): string {
  if (framework === 'keras' && isCalled) return `${keras}.losses.${kerasLosses[layout.loss ?? 'numbers']}()`;
  const told = /\b(CrossEntropyLoss|NLLLoss|BCEWithLogitsLoss|BCELoss|MSELoss|L1Loss)\b/.exec(report.source)?.[1];
  if (told !== undefined) return `torch.nn.${told}()`;
  if (framework === 'keras') return '"mse"';
  if (framework === 'jax') return 'lambda predicted, wanted: ((predicted - wanted) ** 2).mean()';
  if (layout.loss === 'numbers') return 'torch.nn.MSELoss()';
  return layout.outputs === '1' ? 'torch.nn.BCEWithLogitsLoss()' : 'torch.nn.CrossEntropyLoss()';
}

/** An optimizer over the model's parameters. Null: there is no model to be found. */
export function optimizerText(context: StandInContext): string | null {
  const told = /\b(Adam|AdamW|SGD|RMSprop|Adagrad)\b/.exec(context.report.source)?.[1] ?? 'Adam';
  const { framework, keras } = context;
  if (framework === 'jax')
    return `optax.${/^(?:adam|adamw|sgd|rmsprop|adagrad)$/i.exec(told)?.[0].toLowerCase() ?? 'adam'}(0.01)`;
  if (framework !== 'torch') return `${keras}.optimizers.${told}(learning_rate=0.01)`;
  const model = modelName(context);
  return model === null ? null : `torch.optim.${told}(${model}.parameters(), lr=0.01)`;
}
