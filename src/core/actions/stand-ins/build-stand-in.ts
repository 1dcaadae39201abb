import { message, type MessageKey } from '../../../protocol/catalogue/catalogue';
import type { EditAction } from '../../../protocol/script';
import type { SyntaxNode } from '../../ports/python-parser';
import type { NameTable } from '../free-names';
import type { Usage } from '../name-usage';
import { classCount, hyperparameterValue } from './hyperparameters';
import type { ModelLayout } from './model-layout';
import { reportedDataShape, reportedShape, reportedValue, type ReportText } from './report-values';
import { roleOf, type Role } from './roles';
import { selfLines, sequenceText } from './self-object';

/** A definition for a name that a script lacks. */
export interface StandIn {
  readonly name: string;
  readonly action: EditAction;
  readonly reason: string;
  /** Python statements. */
  readonly lines: readonly string[];
}

export interface StandInContext {
  readonly names: NameTable;
  readonly usageOf: (name: string) => Usage;
  readonly layout: ModelLayout;
  readonly report: ReportText;
  /** What the report is about, where the script does not say. */
  readonly framework: 'keras' | 'torch';
  /** How the script gets at Keras: `tf.keras` or `keras`. */
  readonly keras: string;
}

/** Samples that are made where nothing asks for more: four batches of the usual stand-in size. */
const SAMPLES = '64';

interface Shapes {
  /** Batch axis included. */
  readonly features: readonly string[];
  readonly classes: string;
}

function isUsable(size: string, { names }: StandInContext): boolean {
  return [...size.matchAll(/(?<![.\w])[A-Za-z_]\w*/g)].every(
    ([name]) => names.bound.has(name) || names.free.has(name) || ['int', 'len'].includes(name),
  );
}

/** Letters of a told shape, and sizes that mean nothing here, get a number. */
function sized(shape: readonly string[], context: StandInContext): readonly string[] {
  return shape.map((size, index) => {
    if (/^\d+$/.test(size)) return size;
    if (index === 0 && /^[a-zA-Z]$/.test(size)) return SAMPLES;
    return isUsable(size, context) ? size : '8';
  });
}

function shapesFor(name: string, context: StandInContext): Shapes {
  const { layout, report } = context;
  const told = reportedShape(name, report) ?? (isMain(name) ? reportedDataShape(report) : null);
  const asked = layout.input?.every((size) => isUsable(size.replace(/^\*/, ''), context)) ? layout.input : null;
  const outputs = layout.outputs !== null && isUsable(layout.outputs, context) ? layout.outputs : null;
  return {
    features: sized(told ?? [SAMPLES, ...(asked ?? ['8'])], context),
    classes: outputs !== null && outputs !== '1' ? outputs : classCount(report.source),
  };
}

/** Names of a part of the data: what the report tells of "the data" holds for the whole. */
function isMain(name: string): boolean {
  return !/(?:^|_)(?:val|valid|validation|test|dev)(?:_|$)|[ab]$/i.test(name);
}

function tuple(sizes: readonly string[]): string {
  return sizes.length === 1 ? `(${sizes[0] ?? ''},)` : `(${sizes.join(', ')})`;
}

/** An array of features. `tensor`: as PyTorch wants it, else as NumPy does. */
function featuresText(shapes: Shapes, context: StandInContext, tensor: boolean): string {
  const { features } = shapes;
  const { vocabulary } = context.layout;
  if (vocabulary !== null && isUsable(vocabulary, context)) {
    return tensor
      ? `torch.randint(0, ${vocabulary}, ${tuple(features)})`
      : `np.random.randint(0, ${vocabulary}, ${tuple(features)})`;
  }
  return tensor ? `torch.rand(${features.join(', ')})` : `np.random.rand(${features.join(', ')}).astype("float32")`;
}

/** Labels in the order of the classes, where the report says that the data lie so. */
function sorted(labels: string, { report }: StandInContext): string {
  const told =
    /\b(?:one|each) (?:kind|class|category|label|type|group) after (?:the other|another)|\b(?:sorted|ordered|grouped) by (?:class|label|kind|category|target)|not shuffled/i;
  return told.test(report.sentences) ? `np.sort(${labels})` : labels;
}

function labelsText(name: string, shapes: Shapes, context: StandInContext, tensor: boolean): string {
  const { layout } = context;
  const count = shapes.features[0] ?? SAMPLES;
  const told = reportedShape(name, context.report);
  const outputs = layout.outputs !== null && isUsable(layout.outputs, context) ? layout.outputs : null;
  const binaryShape = sized(told ?? (tensor || outputs !== null ? [count, outputs ?? '1'] : [count]), context);
  const usage = context.usageOf(name);
  const asIndex = usage.handedTo.some(({ callee }) => /(?:to_categorical|one_hot|LabelEncoder)$/.test(callee));
  const kind = asIndex ? 'classIndex' : layout.loss;
  switch (kind) {
    case 'oneHot':
      return `np.eye(${shapes.classes})[${sorted(`np.random.randint(0, ${shapes.classes}, ${count})`, context)}]`;
    case 'binary':
      return tensor
        ? `(torch.rand(${binaryShape.join(', ')}) < 0.33).float()`
        : `(np.random.rand(${binaryShape.join(', ')}) < 0.33).astype("float32")`;
    case 'numbers': {
      const shape = sized(told ?? [count, outputs ?? '1'], context);
      return tensor ? `torch.rand(${shape.join(', ')})` : `np.random.rand(${shape.join(', ')}).astype("float32")`;
    }
    case 'classIndex':
    case null: {
      const shape = told && told.length > 1 ? sized(told, context) : [count];
      return tensor
        ? `torch.randint(0, ${shapes.classes}, ${tuple(shape)})`
        : sorted(`np.random.randint(0, ${shapes.classes}, ${shape.length === 1 ? count : tuple(shape)})`, context);
    }
  }
}

/** Whether a value is one of PyTorch's: what is done with it says so. */
function isTensor(usage: Usage, { framework }: StandInContext): boolean {
  const methods = [...usage.attributes];
  if (methods.some((name) => /^(?:astype|iloc|values|ravel|toarray)$/.test(name))) return false;
  if (
    usage.handedTo.some(({ callee }) =>
      /^(?:np|numpy|pd)\.|from_numpy$|train_test_split$|fit_transform$|torch\.tensor$|FloatTensor$/.test(callee),
    )
  ) {
    return false;
  }
  return framework === 'torch';
}

/** Data for a name that the script binds itself, by what it does with it, as NumPy makes them. */
export function dataText(name: string, context: StandInContext): string {
  const usage = context.usageOf(name);
  const reads = context.names.readsOf(name).map(({ node }) => node);
  const role = roleOf(name, usage, reads);
  const shapes = shapesFor(name, context);
  return role === 'labels' ? labelsText(name, shapes, context, false) : featuresText(shapes, context, false);
}

function kerasModel(name: string, usage: Usage, context: StandInContext): readonly string[] {
  const { keras } = context;
  const { classes } = shapesFor(name, context);
  const lines = [
    `${name} = ${keras}.Sequential([${keras}.layers.Dense(16, activation="relu", input_shape=(8,)), ` +
      `${keras}.layers.Dense(${classes}, activation="softmax")])`,
  ];
  const compiled = usage.methods.has('compile');
  return compiled
    ? lines
    : [...lines, `${name}.compile(optimizer="adam", loss="categorical_crossentropy", metrics=["accuracy"])`];
}

function torchModel(shapes: Shapes): string {
  const sizes = shapes.features.slice(1);
  const flat = sizes.length > 1 ? 'torch.nn.Flatten(), ' : '';
  return `torch.nn.Sequential(${flat}torch.nn.Linear(${sizes.join(' * ') || '8'}, 16), torch.nn.ReLU(), torch.nn.Linear(16, ${shapes.classes}))`;
}

/** The model whose parameters an optimizer gets: one that the script has, else the one that stands in. */
function modelName({ names, usageOf }: StandInContext): string | null {
  const reads = (name: string): readonly SyntaxNode[] => names.readsOf(name).map(({ node }) => node);
  const candidates = [...names.free.keys(), ...names.bound];
  return (
    candidates.find((name) => usageOf(name).methods.has('parameters')) ??
    candidates.find((name) => roleOf(name, usageOf(name), reads(name)) === 'model') ??
    null
  );
}

function lossText({ layout, framework, report }: StandInContext): string {
  const told = /\b(CrossEntropyLoss|NLLLoss|BCEWithLogitsLoss|BCELoss|MSELoss|L1Loss)\b/.exec(report.source)?.[1];
  if (told !== undefined) return `torch.nn.${told}()`;
  if (framework === 'keras') return '"mse"';
  if (layout.loss === 'numbers') return 'torch.nn.MSELoss()';
  return layout.outputs === '1' ? 'torch.nn.BCEWithLogitsLoss()' : 'torch.nn.CrossEntropyLoss()';
}

function optimizerText(context: StandInContext): string | null {
  const told = /\b(Adam|AdamW|SGD|RMSprop|Adagrad)\b/.exec(context.report.source)?.[1] ?? 'Adam';
  const { framework, keras } = context;
  if (framework === 'keras') return `${keras}.optimizers.${told}(learning_rate=0.01)`;
  const model = modelName(context);
  return model === null ? null : `torch.optim.${told}(${model}.parameters(), lr=0.01)`;
}

/** How many parts a loop takes from a batch, with their names; one name alone may be unpacked below. */
function batchParts(usage: Usage, { names, usageOf }: StandInContext): readonly string[] {
  for (const pattern of usage.loops) {
    if (pattern.type !== 'identifier') return pattern.namedChildren.map(({ text }) => text);
    const unpacked = (names.bound.has(pattern.text) ? usageOf(pattern.text).unpacked : [])[0];
    if (unpacked) return unpacked.namedChildren.map(({ text }) => text);
  }
  return usage.loops.length > 0 ? ['x'] : ['x', 'y'];
}

function datasetText(name: string, context: StandInContext, parts: readonly string[]): string {
  const shapes = shapesFor(name, context);
  const label = labelsText(name, shapes, context, true);
  const tensors = parts.map((_, index) => (index === 0 ? featuresText(shapes, context, true) : label));
  return `torch.utils.data.TensorDataset(${tensors.join(', ')})`;
}

function loaderLines(name: string, usage: Usage, context: StandInContext): readonly string[] {
  const parts = batchParts(usage, context);
  if (context.framework === 'torch') {
    return [`${name} = torch.utils.data.DataLoader(${datasetText(name, context, parts)}, batch_size=16)`];
  }
  const shapes = shapesFor(name, context);
  const values = parts.map((_, index) =>
    index === 0 ? featuresText(shapes, context, false) : labelsText(name, shapes, context, false),
  );
  return [`${name} = tf.data.Dataset.from_tensor_slices((${values.join(', ')})).batch(16)`];
}

function columnsOf(usage: Usage): readonly string[] {
  const named = usage.subscripts.flatMap((text) =>
    [...text.matchAll(/['"]([^'"\n]{1,60})['"]/g)].map((match) => match[1] ?? ''),
  );
  return [...new Set(named)];
}

function tableText(usage: Usage): string {
  const columns = columnsOf(usage);
  const shown = columns.length > 0 ? columns : ['a', 'b', 'c', 'label'];
  const label = /^(?:y|label|target|class|species|outcome|output)s?$/i;
  const parts = shown.map((column, index) => {
    const isLabel = label.test(column) || (columns.length === 0 && index === shown.length - 1);
    const values = /text|sentence|review|title|comment|name/i.test(column)
      ? '["some words", "other words here"] * 32'
      : isLabel
        ? 'np.random.randint(0, 2, 64)'
        : 'np.random.rand(64)';
    return `${JSON.stringify(column)}: ${values}`;
  });
  return `pd.DataFrame({${parts.join(', ')}})`;
}

const actionOfRole: Readonly<Record<Role, EditAction>> = {
  setting: 'hyperparameter-initialization',
  device: 'hyperparameter-initialization',
  model: 'neural-network-construction',
  modelClass: 'neural-network-construction',
  loss: 'hyperparameter-initialization',
  optimizer: 'hyperparameter-initialization',
  scheduler: 'hyperparameter-initialization',
  loader: 'input-data-generation',
  dataset: 'input-data-generation',
  scaler: 'input-data-generation',
  tokenizer: 'model-tokenizer-download',
  writer: 'logging',
  features: 'input-data-generation',
  labels: 'input-data-generation',
  table: 'input-data-generation',
  texts: 'input-data-generation',
  function: 'neural-network-construction',
  unknown: 'input-data-generation',
};

function linesFor(name: string, role: Role, usage: Usage, context: StandInContext): readonly string[] | null {
  const shapes = shapesFor(name, context);
  const tensor = isTensor(usage, context);
  switch (role) {
    case 'device':
      return [context.framework === 'torch' ? `${name} = torch.device("cpu")` : `${name} = "/cpu:0"`];
    case 'model':
      return context.framework === 'keras' ? kerasModel(name, usage, context) : [`${name} = ${torchModel(shapes)}`];
    case 'loss':
      return [`${name} = ${lossText(context)}`];
    case 'optimizer': {
      const text = optimizerText(context);
      return text === null ? null : [`${name} = ${text}`];
    }
    case 'loader':
      return loaderLines(name, usage, context);
    case 'dataset':
      return [`${name} = ${datasetText(name, context, ['x', 'y'])}`];
    case 'scaler':
      return [`from sklearn.preprocessing import StandardScaler`, `${name} = StandardScaler()`];
    case 'features':
      return [`${name} = ${featuresText(shapes, context, tensor)}`];
    case 'labels':
      return [`${name} = ${labelsText(name, shapes, context, tensor)}`];
    case 'table':
      return [`${name} = ${tableText(usage)}`];
    case 'texts':
      return [`${name} = ["some words in a row", "other words here", "one more short text"] * 20`];
    case 'modelClass':
      return usage.isBase || context.framework === 'keras'
        ? null
        : [
            `class ${name}(torch.nn.Module):`,
            '    def __init__(self, *args, **kwargs):',
            '        super().__init__()',
            `        self.layers = ${torchModel(shapes)}`,
            '',
            '    def forward(self, x):',
            '        return self.layers(x)',
          ];
    case 'unknown':
      return [`${name} = ${featuresText(shapes, context, tensor)}`];
    case 'setting':
    case 'scheduler':
    case 'tokenizer':
    case 'writer':
    case 'function':
      return null;
  }
}

function reasonOf(action: EditAction): MessageKey {
  if (action === 'input-data-generation') return 'attempt.standInData';
  return action === 'neural-network-construction' ? 'attempt.standInNetwork' : 'attempt.standInSetting';
}

/** A definition for a missing name: what the report says that it is, else what its uses call for. Null: nothing is known. */
export function buildStandIn(name: string, context: StandInContext): StandIn | null {
  const usage = context.usageOf(name);
  const reads = (context.names.free.get(name) ?? context.names.readsOf(name)).map(({ node }) => node);
  const role = roleOf(name, usage, reads);
  const told = reportedValue(name, context.report);
  if (told !== null) {
    const isSetting = /^[-\d.e]+$|^["']/.test(told);
    return {
      name,
      action: isSetting ? 'hyperparameter-initialization' : actionOfRole[role],
      reason: message('attempt.definedAsReported', { name }),
      lines: [`${name} = ${told}`],
    };
  }
  const setting = hyperparameterValue(name, usage, context.report.source);
  if (setting !== null && role !== 'device') {
    return {
      name,
      action: 'hyperparameter-initialization',
      reason: message('attempt.setHyperparameter', { name, value: setting }),
      lines: [`${name} = ${setting}`],
    };
  }
  const sequence =
    context.framework === 'torch' && context.layout.vocabulary === null ? sequenceText(name, usage, context) : null;
  const lines =
    name === 'self' && context.framework === 'torch'
      ? selfLines(usage, context)
      : sequence !== null
        ? [`${name} = ${sequence}`]
        : linesFor(name, role, usage, context);
  if (!lines) return null;
  const action = actionOfRole[role];
  return { name, action, reason: message(reasonOf(action), { name }), lines };
}
