import { message, type MessageKey } from '../../../protocol/catalogue/catalogue';
import type { EditAction } from '../../../protocol/script';
import type { SyntaxNode } from '../../ports/python-parser';
import type { NameTable } from '../free-names';
import type { Usage } from '../name-usage';
import type { DataForm } from './data-forms';
import { featuresText, isTensor, labelsText, shapesFor } from './data-text';
import { fittedLines } from './fitted-step';
import { functionLines } from './function-stand-in';
import { hyperparameterValue, pathObject, printedEpochs, vocabularyObject } from './hyperparameters';
import { contextOf } from './input-places';
import { isTrainer, trainerLines } from './lightning-text';
import { lossText, optimizerText } from './loss-and-optimizer';
import { datasetText, loaderLines, loaderOf } from './loader-text';
import type { ModelLayout } from './model-layout';
import { modelLines, modelOf, torchModel } from './network-text';
import { listLines, positionsText, sizesValue, tableText, textsText, unseenValues } from './plain-data';
import { isScalar, reportedArrays, reportedKind, reportedValue, type ReportText } from './report-values';
import { roleOf, type Role } from './roles';
import { nothingKnown, selfLines, sequenceText } from './self-object';
import { tokenizerLines } from './tokenizer-text';
import { toldType } from './told-type';

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
  readonly framework: 'keras' | 'torch' | 'sklearn' | 'jax';
  /** How the script gets at Keras: `tf.keras` or `keras`. */
  readonly keras: string;
  readonly root: SyntaxNode;
  /** How data are made, beside what the code and the report say. */
  readonly form: DataForm;
  /** Whether what is reported shows only after many rounds. */
  readonly manyRounds?: boolean;
  /** Whether a training has to come to its level for it. */
  readonly settles?: boolean;
  /** Message of the reported exception or warning; empty for other symptoms. */
  readonly complaint: string;
}

const actionOfRole: Readonly<Record<Role, EditAction>> = {
  setting: 'hyperparameter-initialization',
  device: 'hyperparameter-initialization',
  model: 'neural-network-construction',
  modelClass: 'neural-network-construction',
  loss: 'hyperparameter-initialization',
  optimizer: 'hyperparameter-initialization',
  scheduler: 'hyperparameter-initialization',
  callback: 'hyperparameter-initialization',
  loader: 'input-data-generation',
  dataset: 'input-data-generation',
  scaler: 'input-data-generation',
  tokenizer: 'model-tokenizer-download',
  writer: 'logging',
  features: 'input-data-generation',
  labels: 'input-data-generation',
  table: 'input-data-generation',
  augmenter: 'input-data-generation',
  texts: 'input-data-generation',
  function: 'input-data-generation',
  unknown: 'input-data-generation',
  object: 'input-data-generation',
};

/** What has such methods and only takes notes of what happens. */
function writerLines(name: string, usage: Usage): readonly string[] {
  const methods = [...usage.methods.keys()].map((method) => `${method}=lambda *args, **kwargs: None`);
  return ['from types import SimpleNamespace', `${name} = SimpleNamespace(${methods.join(', ')})`];
}

function schedulerLines(name: string, { names }: StandInContext): readonly string[] | null {
  const optimizer = [...names.bound, ...names.free.keys()].find((other) =>
    /^(?:\w+_)?opt(?:im(?:i[sz]er)?)?(?:_\w+)?$/i.test(other),
  );
  return optimizer === undefined ? null : [`${name} = torch.optim.lr_scheduler.StepLR(${optimizer}, step_size=1)`];
}

/** A class that stands in: a layer that gives what it takes, a network, or a function that makes one. */
function classLines(name: string, usage: Usage, context: StandInContext): readonly string[] {
  const { keras } = context;
  if (context.framework === 'keras') {
    if (usage.isBase) return [`${name} = ${keras}.${/layer/i.test(name) ? 'layers.Layer' : 'Model'}`];
    const isLayer = usage.calls.some(({ parent }) => parent?.type !== 'assignment');
    if (!isLayer) {
      const lines = modelLines('made', usage, context);
      return [`def ${name}(*args, **kwargs):`, ...lines.map((line) => `    ${line}`), '    return made'];
    }
    return [
      `class ${name}(${keras}.layers.Layer):`,
      '    def __init__(self, *args, **kwargs):',
      '        super().__init__()',
      '',
      '    def call(self, inputs, *args, **kwargs):',
      '        return inputs',
    ];
  }
  if (usage.isBase) return [`${name} = torch.nn.Module`];
  return [
    `class ${name}(torch.nn.Module):`,
    '    def __init__(self, *args, **kwargs):',
    '        super().__init__()',
    `        self.layers = ${torchModel(shapesFor(name, context), context)}`,
    '',
    '    def forward(self, x, *args, **kwargs):',
    '        return self.layers(x)',
  ];
}

/** A decorator that leaves what it decorates as it is, with or without arguments of its own. */
function decoratorLines(name: string): readonly string[] {
  return [
    `def ${name}(*args, **kwargs):`,
    '    return args[0] if args and callable(args[0]) else (lambda function: function)',
  ];
}

const deviceText: Readonly<Record<StandInContext['framework'], string>> = {
  torch: 'torch.device("cpu")',
  jax: 'jax.devices("cpu")[0]',
  keras: '"/cpu:0"',
  sklearn: '"cpu"',
};

/** Arrays as the framework of the script has them. */
function asArray(text: string, { framework }: StandInContext): string {
  return framework === 'jax' && /^\(?np\./.test(text) ? `jnp.asarray(${text})` : text;
}

/** Values that the script takes apart: `w, b = params`, each in the shape that is told of it. */
function unpackedText({ unpacked }: Usage, tensor: boolean, context: StandInContext): string | null {
  const parts = unpacked[0]?.namedChildren ?? [];
  if (parts.length < 2 || context.framework === 'keras') return null;
  const texts = parts.map(({ text }) =>
    isScalar(text, context.report)
      ? tensor
        ? 'torch.tensor(0.5)'
        : '0.5'
      : asArray(featuresText(text, shapesFor(text, context), context, tensor), context),
  );
  return `(${texts.join(', ')})`;
}

/** What an encoder takes, where the fault is a value that it was not fitted to. Null: it is another, or goes elsewhere. */
function unseenText({ name, handedTo }: Usage, context: StandInContext): string | null {
  const isEncoded = handedTo.some(({ callee }) => /\.(?:fit|transform|fit_transform)$/.test(callee));
  const values = isEncoded ? unseenValues(name, context) : null;
  return values === null ? null : `np.array(${values})`;
}

function linesFor(name: string, role: Role, usage: Usage, context: StandInContext): readonly string[] | null {
  const shapes = shapesFor(name, context);
  const tensor = isTensor(usage, context);
  switch (role) {
    case 'device':
      return [`${name} = ${deviceText[context.framework]}`];
    case 'model':
      return isTrainer(name, usage, context) ? trainerLines(name, context) : modelLines(name, usage, context);
    case 'loss':
      return [`${name} = ${lossText(context, usage.calls.length > 0)}`];
    case 'callback':
      return [`${name} = ${context.keras}.callbacks.Callback()`];
    case 'optimizer': {
      const text = optimizerText(context);
      return text === null ? null : [`${name} = ${text}`];
    }
    case 'loader':
      return loaderLines(name, usage, context);
    case 'dataset':
      return [`${name} = ${datasetText(name, context, { kind: 'tuple', parts: ['x', 'y'] })}`];
    case 'scaler':
      return fittedLines(name, usage, context);
    case 'augmenter':
      return [`${name} = tf.keras.preprocessing.image.ImageDataGenerator()`];
    case 'tokenizer':
      return tokenizerLines(name, usage, context);
    case 'writer':
      return writerLines(name, usage);
    case 'scheduler':
      return schedulerLines(name, context);
    case 'features':
    case 'unknown': {
      const positions = positionsText(name, usage, context) ?? unseenText(usage, context);
      if (positions !== null) return [`${name} = ${positions}`];
      if (context.form.kind === 'table') return [`${name} = ${tableText(usage, context)}`];
      return [
        `${name} = ${unpackedText(usage, tensor, context) ?? asArray(featuresText(name, shapes, context, tensor), context)}`,
      ];
    }
    case 'labels':
      return [`${name} = ${unseenText(usage, context) ?? asArray(labelsText(name, shapes, context, tensor), context)}`];
    case 'table':
      return [`${name} = ${tableText(usage, context)}`];
    case 'texts':
      return [`${name} = ${textsText(context)}`];
    case 'modelClass':
      return usage.isBase && usage.calls.length === 0 && isDecorator(name, context)
        ? decoratorLines(name)
        : classLines(name, usage, context);
    case 'function': {
      const own = modelOf(name, context);
      if (own !== null && !/^(?:load|get|read|make|create|build|prepare)_/.test(name)) return [`${name} = ${own}`];
      return functionLines({
        name,
        usage,
        context,
        make: (part) => makeLines(part, context),
        loader: loaderOf(name, context),
      });
    }
    case 'object':
      return objectLines(name, usage, context);
    case 'setting':
      return null;
  }
}

/** An object whose own methods give what the script takes from them: `x, y = sampler.next_batch(32)`. */
function objectLines(name: string, usage: Usage, context: StandInContext): readonly string[] {
  const methods = [...usage.methods];
  const functions = methods.flatMap(([method, calls]) =>
    functionLines({
      name: `${name}_${method}`,
      usage: { ...nothingKnown, calls },
      context,
      make: (part) => makeLines(part, context),
      loader: loaderOf(name, context),
    }),
  );
  const parts = methods.map(([method]) => `${method}=${name}_${method}`);
  const settings = [...usage.attributes]
    .filter((attribute) => !usage.methods.has(attribute))
    .map((attribute) => `${attribute}=${hyperparameterValue(attribute, nothingKnown, context.report.source) ?? '8'}`);
  return [
    ...functions,
    'from types import SimpleNamespace',
    `${name} = SimpleNamespace(${[...parts, ...settings].join(', ')})`,
  ];
}

/** Many rounds where the symptom grows with them. */
function roundsValue(name: string, { manyRounds, settles, report }: StandInContext): string | null {
  if (!/^(?:n_?|num_?|nb_?|max_?|total_?)?(?:iters?|iterations?|steps?|epochs?|episodes?)$/i.test(name)) return null;
  if (settles === true && /epoch/i.test(name)) return String(printedEpochs(report.source) ?? 30);
  return manyRounds === true || settles === true ? '300' : null;
}

function isDecorator(name: string, { names }: StandInContext): boolean {
  return (names.free.get(name) ?? []).some(({ node }) =>
    /decorator/.test(`${node.parent?.type} ${node.parent?.parent?.type}`),
  );
}

/** Statements that bind a name which the script binds itself, by what it does with it. Null: it is not known. */
function makeLines(name: string, context: StandInContext): readonly string[] | null {
  const usage = context.usageOf(name);
  const setting = hyperparameterValue(name, usage, context.report.source);
  if (setting !== null) return [`${name} = ${setting}`];
  const role = roleOf(
    name,
    usage,
    context.names.readsOf(name).map(({ node }) => node),
  );
  return role === 'function' || role === 'modelClass' ? null : linesFor(name, role, usage, context);
}

function reasonOf(action: EditAction): MessageKey {
  if (action === 'input-data-generation') return 'attempt.standInData';
  return action === 'neural-network-construction' ? 'attempt.standInNetwork' : 'attempt.standInSetting';
}

/** A definition for a missing name: what the report says that it is, else what its uses call for. Null: nothing is known. */
export function buildStandIn(name: string, of: StandInContext): StandIn | null {
  const usage = of.usageOf(name);
  const type = toldType(usage, of);
  const isArray = type === 'array' || type === 'tensor';
  const context = contextOf(name, isArray ? { ...of, form: { kind: type, ...of.form } } : of);
  const reads = (context.names.free.get(name) ?? context.names.readsOf(name)).map(({ node }) => node);
  const used = roleOf(name, usage, reads);
  const role = type === 'table' ? 'table' : isArray && used !== 'labels' ? 'features' : used;
  const value = reportedValue(name, context.report);
  // "y is 1" speaks of one label, not of all.
  const isData =
    /^(?:features|labels|table|loader|dataset|model|function|modelClass|texts)$/.test(role) &&
    hyperparameterValue(name, usage, context.report.source) === null;
  // A tuple of numbers behind the name of data is their shape.
  const told = value !== null && isData && /^(?:-?[\d.]+|\([\d, ]+\))$/.test(value) ? null : value;
  if (told !== null) {
    const isSetting = /^[-\d.e]+$|^["']/.test(told);
    return {
      name,
      action: isSetting ? 'hyperparameter-initialization' : actionOfRole[role],
      reason: message('attempt.definedAsReported', { name }),
      lines: [`${name} = ${told}`],
    };
  }
  const arrays = reportedArrays(name, context.report);
  if (arrays !== null) {
    const one = featuresText(name, { features: arrays, classes: '2' }, context, context.framework === 'torch');
    return {
      name,
      action: 'input-data-generation',
      reason: message('attempt.definedAsReported', { name }),
      lines: [`${name} = [${asArray(one, context)} for _ in range(4)]`],
    };
  }
  const kind = reportedKind(name, context.report) ?? (type === 'list' ? 'numbers' : null);
  if (kind !== null) {
    return {
      name,
      action: 'input-data-generation',
      reason: message('attempt.definedAsReported', { name }),
      lines: [listLines(name, kind, context)],
    };
  }
  const setting =
    roundsValue(name, context) ??
    pathObject(name, usage) ??
    vocabularyObject(name, usage) ??
    hyperparameterValue(name, usage, context.report.source) ??
    (role === 'features' ? sizesValue(name, usage) : null);
  if (setting !== null && role !== 'device') {
    const isPrinted = /epoch/i.test(name) && setting === String(printedEpochs(context.report.source));
    return {
      name,
      action: 'hyperparameter-initialization',
      reason: message(isPrinted ? 'attempt.epochsAsPrinted' : 'attempt.setHyperparameter', { name, value: setting }),
      lines: [`${name} = ${setting}`],
    };
  }
  // What goes into a recurrent layer as it is holds numbers, whatever it is called.
  const isFed = of.form.features === undefined && context.form.features !== undefined;
  const sequence =
    context.framework === 'torch' && context.layout.vocabulary === null && !isFed
      ? sequenceText(name, usage, context)
      : null;
  const lines =
    name === 'self' && context.framework === 'torch'
      ? selfLines(usage, context)
      : sequence !== null
        ? [`${name} = ${sequence}`]
        : linesFor(name, role, usage, context);
  if (!lines) return null;
  const action = actionOfRole[role];
  const reason = role === 'function' ? 'attempt.standInFunction' : reasonOf(action);
  return { name, action, reason: message(reason, { name }), lines };
}
