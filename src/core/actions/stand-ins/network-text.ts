import type { SyntaxNode } from '../../ports/python-parser';
import type { Usage } from '../name-usage';
import { requiredParameters } from '../required-parameters';
import { walk } from '../syntax-names';
import type { StandInContext } from './build-stand-in';
import { shapesFor, type Shapes } from './data-text';
import { fitText, toldEstimator } from './fitted-step';
import { hyperparameterValue } from './hyperparameters';
import { recurrentOf, severalLines } from './recurrent-network';
import { reportedShape, reportedValue } from './report-values';
import { nothingKnown } from './self-object';
import { networkWithKeys, readStateFault } from './state-dict-text';
import { toldNetwork } from './told-network';

/** What the last layer gives: as many values as the labels need, and what makes them probabilities where the loss wants such. */
function headOf(
  shapes: Shapes,
  { layout, form }: StandInContext,
): { readonly units: string; readonly activation: string | null } {
  const loss = form.labels ?? layout.loss;
  if (loss === 'binary' || loss === 'flat') return { units: '1', activation: 'sigmoid' };
  if (loss === 'numbers' || loss === 'likeFeatures') return { units: '1', activation: null };
  return { units: shapes.classes, activation: 'softmax' };
}

/** A small PyTorch network that takes such features. */
export function torchModel(shapes: Shapes, context: StandInContext): string {
  const told = toldNetwork(context.report, 'torch');
  if (told !== null) return told;
  const sizes = shapes.features.slice(1);
  const { vocabulary, loss } = context.layout;
  const { units } = headOf(shapes, context);
  const end =
    loss === 'binary' && /\bBCELoss\b|binary_cross_entropy\b(?!_with)/.test(context.root.text)
      ? ', torch.nn.Sigmoid()'
      : '';
  if (vocabulary !== null) {
    return `torch.nn.Sequential(torch.nn.Embedding(${vocabulary}, 16), torch.nn.Flatten(), torch.nn.Linear(${sizes.join(' * ') || '1'} * 16, ${units})${end})`;
  }
  const flat = sizes.length > 1 ? 'torch.nn.Flatten(), ' : '';
  return `torch.nn.Sequential(${flat}torch.nn.Linear(${sizes.join(' * ') || '8'}, 16), torch.nn.ReLU(), torch.nn.Linear(16, ${units})${end})`;
}

function kerasLayers(name: string, shapes: Shapes, context: StandInContext): string {
  const { keras } = context;
  const sizes = shapes.features.slice(1);
  const { units, activation } = headOf(shapes, context);
  const act = activation === null ? '' : `, activation="${activation}"`;
  const shape = sizes.length === 1 ? `(${sizes[0] ?? '8'},)` : `(${sizes.join(', ')})`;
  const layer = (text: string): string => `${keras}.layers.${text}`;
  if (/unet|segm|autoenc|^ae$|^fcn/i.test(name) && sizes.length === 3) {
    return `[${layer(`Input(shape=${shape})`)}, ${layer('Conv2D(8, 3, padding="same", activation="relu")')}, ${layer(`Conv2D(1, 1${act})`)}]`;
  }
  const flat = sizes.length > 1 ? `, ${layer('Flatten()')}` : '';
  return `[${layer(`Input(shape=${shape})`)}${flat}, ${layer('Dense(16, activation="relu")')}, ${layer(`Dense(${units}${act})`)}]`;
}

const lossWord: Readonly<Record<string, string>> = {
  softmax: 'categorical_crossentropy',
  sigmoid: 'binary_crossentropy',
};

/** Statements that make a Keras network. `compiled`: the code compiles it itself, or never trains it with `fit`. */
function kerasModel(name: string, usage: Usage, context: StandInContext): readonly string[] {
  const { keras } = context;
  const shapes = takenShapes(name, usage, context);
  const made = `${name} = ${toldNetwork(context.report, keras) ?? `${keras}.Sequential(${kerasLayers(name, shapes, context)})`}`;
  const compiled = usage.methods.has('compile');
  const loss = lossWord[headOf(shapes, context).activation ?? ''] ?? 'mse';
  return compiled ? [made] : [made, `${name}.compile(optimizer="adam", loss="${loss}", metrics=["accuracy"])`];
}

interface OwnClass {
  readonly name: string;
  readonly definition: SyntaxNode;
}

function isNetwork(definition: SyntaxNode): boolean {
  const bases = definition.childForField('superclasses')?.text ?? '';
  if (/\b(?:Module|Model|LightningModule|Layer)\b/.test(bases)) return true;
  return /\bdef (?:forward|call)\s*\(\s*self\b/.test(definition.text.slice(0, 20_000));
}

/** Networks that the script defines and nothing makes. */
function unmadeNetworks(root: SyntaxNode): readonly OwnClass[] {
  const classes: OwnClass[] = [];
  const called = new Set<string>();
  walk(root, (node) => {
    if (node.type === 'call') called.add(node.childForField('function')?.text ?? '');
    const name = node.type === 'class_definition' ? node.childForField('name')?.text : undefined;
    if (name !== undefined && isNetwork(node)) classes.push({ name, definition: node });
  });
  return classes.filter(({ name }) => !called.has(name));
}

/** A value for each argument that a class must be made with. */
function argumentsFor(definition: SyntaxNode, context: StandInContext): string {
  let init: SyntaxNode | null = null;
  walk(definition, (node) => {
    if (node.type === 'function_definition' && node.childForField('name')?.text === '__init__') init ??= node;
  });
  const parameters = init === null ? [] : requiredParameters(init).slice(1);
  return parameters
    .map((name) => {
      if (context.names.bound.has(name) || context.names.free.has(name)) return name;
      const value =
        reportedValue(name, context.report) ?? hyperparameterValue(name, nothingKnown, context.report.source);
      return value ?? partText(name, definition, context) ?? '8';
    })
    .join(', ');
}

/** A layer that stands for a part that a network is made with: what `__init__` keeps and calls, with the sizes that are read of it. */
function partText(name: string, definition: SyntaxNode, context: StandInContext): string | null {
  const text = definition.text.slice(0, 20_000);
  const kept = new RegExp(`self\\.(\\w+)\\s*=\\s*${name}\\s*(?:#.*)?$`, 'm').exec(text)?.[1];
  const isCalled = kept !== undefined && new RegExp(`self\\.${kept}\\(`).test(text);
  if (!isCalled || context.framework !== 'torch') return null;
  const sizes = [
    ...new Set([...text.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'))].map((match) => match[1] ?? '')),
  ];
  const width = sizes.length > 0 ? '16' : '8';
  const takesIds = new RegExp(`self\\.${kept}\\([^)\\n]{0,40}(?:token|ids|words|text|seq)`, 'i').test(text);
  const layers = takesIds
    ? `torch.nn.Embedding(${context.layout.vocabulary ?? '50'}, ${width}), torch.nn.AdaptiveAvgPool2d((1, ${width})), torch.nn.Flatten()`
    : `torch.nn.Flatten(), torch.nn.LazyLinear(${width})`;
  const attributes = sizes.map((size) => `"${size}": ${width}`).join(', ');
  return `type("Part", (torch.nn.Sequential,), {${attributes}})(${layers})`;
}

/** The network of the script that a missing name must stand for, made with what it asks for. Null: there is none. */
export function modelOf(name: string, context: StandInContext): string | null {
  const networks = unmadeNetworks(context.root);
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const alike = networks.find((item) => {
    const other = item.name.toLowerCase().replace(/[^a-z]/g, '');
    return plain.length > 2 && (other.includes(plain) || plain.includes(other));
  });
  const chosen = alike ?? networks.at(-1);
  return chosen ? `${chosen.name}(${argumentsFor(chosen.definition, context)})` : null;
}

/** An estimator of scikit-learn: the one that the report's sentences name, else a usual one. */
function estimatorLines(name: string, usage: Usage, context: StandInContext): readonly string[] {
  const told = toldEstimator(/(?:Regress(?:or|ion)|Classifier|SV[CR]|NB|KMeans|PCA|Ridge|Lasso)\w*$/, context);
  const isUsed = ['predict', 'predict_proba', 'score', 'transform', 'decision_function'].some((method) => usage.methods.has(method)); // prettier-ignore
  const fitted = isUsed ? fitText(usage, context, true) : '';
  const usual = /regress/i.test(name) ? 'LinearRegression' : 'LogisticRegression';
  return told
    ? [told.statement, `${name} = ${told.name}()${fitted}`]
    : [`from sklearn.linear_model import ${usual}`, `${name} = ${usual}()${fitted}`];
}

/** Shapes of what goes into a network: of the data that it is called or fitted with, where the report tells them. */
function takenShapes(name: string, usage: Usage, context: StandInContext): Shapes {
  const calls = [...usage.calls, ...['fit', 'predict', 'evaluate', 'train_on_batch'].flatMap((method) => usage.methods.get(method) ?? [])]; // prettier-ignore
  const taken = calls
    .map((call) => call.childForField('arguments')?.namedChildren[0])
    .find((node) => node?.type === 'identifier' && reportedShape(node.text, context.report) !== null);
  return shapesFor(taken?.text ?? name, context);
}

/** Statements that define a missing network. */
export function modelLines(name: string, usage: Usage, context: StandInContext): readonly string[] {
  const own = modelOf(name, context);
  if (own !== null) return [`${name} = ${own}`];
  if (context.framework === 'keras') return kerasModel(name, usage, context);
  const fault = readStateFault(context.complaint);
  if (fault && context.framework === 'torch') return [...networkWithKeys(fault), `${name} = ${fault.network}()`];
  if (context.framework === 'sklearn') return estimatorLines(name, usage, context);
  const recurrent = recurrentOf(name, usage, context);
  if (recurrent !== null) return [`${name} = ${recurrent.text}`];
  const layers = torchModel(takenShapes(name, usage, context), context);
  return severalLines(name, layers, usage) ?? [`${name} = ${layers}`];
}
