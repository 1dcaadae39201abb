import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';
import { shapesIn, type LabelForm } from './data-forms';
import { toldFeatures } from './fitted-step';
import { classCount } from './hyperparameters';
import {
  reportedBatch,
  reportedCount,
  reportedDataShape,
  reportedInput,
  reportedPicture,
  reportedShape,
} from './report-values';
import { roleOf } from './roles';
import { reportedClasses, reportedRange, reportedTargets } from './told-ranges';
import { toldOutputs } from './told-network';
import { sampleOfRank, usedRank } from './used-rank';

/** Samples that are made where nothing asks for more: four batches of the usual stand-in size. */
const SAMPLES = 64;
/** Where the report tells how many batches there are, as many samples as they hold, up to this one. */
const MOST_IN_BATCHES = 16_000;
/** A told count above this one is made small, unless the fault speaks of it. */
const MOST_SAMPLES = 600;

export interface Shapes {
  /** Batch axis included. */
  readonly features: readonly string[];
  readonly classes: string;
}

/** Batch size of loaders that stand in. */
export function batchText({ form, report }: StandInContext): string {
  const told = reportedBatch(report.source);
  return form.batch ?? (told !== null && told <= 1024 ? String(told) : '16');
}

/** How many samples data of ours have. */
function samplesText(context: StandInContext): string {
  const { form, report, complaint } = context;
  if (form.samples !== undefined) return form.samples;
  const told = reportedCount(/samples|sequences|examples|rows|observations|images|pictures|photos/, report.source);
  if (told !== null && told > 1 && (told <= MOST_SAMPLES || complaint.includes(String(told)))) return String(told);
  const batch = Number(batchText(context));
  const batches = Number(/\b(\d{2,4}) batches\b/.exec(report.source)?.[1] ?? 0);
  if (batches > 0 && batches * batch <= MOST_IN_BATCHES) return String(batches * batch);
  // A told count that is too large leaves as many samples in the last batch as it would.
  const rest = told !== null && told > batch ? told % batch : 0;
  const isLong = context.manyRounds === true || context.settles === true;
  const least = isLong ? batch * 32 : Math.max(SAMPLES, batch * 2, toldBetween(context) * batch);
  return String(least + (rest > 0 && reportedBatch(report.source) !== null ? rest : 0));
}

/** Numbers that the data of a loop hold at most so that it comes to where it tells how it goes. */
const MOST_NUMBERS = 8_000_000;

/** Batches between two lines that a loop over batches prints: 100 of `if i % 100 == 99`, twice. 0: it does not say, or they are too large. */
function toldBetween({ root, layout, form, report }: StandInContext): number {
  const text = root.text.slice(0, 50_000);
  const index = /\bfor\s+(\w+)\s*,[^\n]*\benumerate\(/.exec(text)?.[1];
  if (index === undefined) return 0;
  const every = Number(
    new RegExp(`\\(?\\b${index}(?:\\s*\\+\\s*1)?\\s*\\)?\\s*%\\s*(\\d{2,3})\\s*==`).exec(text)?.[1] ?? 0,
  );
  const batch = Number(form.batch ?? reportedBatch(report.source) ?? 16);
  const numbers = (layout.input ?? []).reduce((product, size) => product * (/^\d+$/.test(size) ? Number(size) : 32), 1);
  return 2 * every * batch <= MOST_IN_BATCHES && 2 * every * batch * numbers <= MOST_NUMBERS ? 2 * every : 0;
}

/** Whether a size can be read before `own` is defined. */
function isUsable(size: string, { names }: StandInContext, own: string): boolean {
  return [...size.matchAll(/(?<![.\w])[A-Za-z_]\w*/g)].every(
    ([name]) => name !== own && (names.bound.has(name) || names.free.has(name) || ['int', 'len'].includes(name)),
  );
}

/** Letters of a told shape, and sizes that mean nothing here, get a number; huge counts of samples a small one. */
function sized(shape: readonly string[], context: StandInContext, own: string): readonly string[] {
  return shape.map((size, index) => {
    if (index === 0 && /^\d+$/.test(size) && shape.length > 1) {
      return Number(size) > MOST_SAMPLES && !context.complaint.includes(size) ? samplesText(context) : size;
    }
    if (/^\d+$/.test(size)) return size;
    if (index === 0 && !isUsable(size, context, own)) return samplesText(context);
    return isUsable(size.replace(/^\*/, ''), context, own) && !/^[a-zA-Z]$/.test(size) ? size : '8';
  });
}

/** Names of a part of the data: what the report tells of "the data" holds for the whole. */
function isMain(name: string): boolean {
  return !/(?:^|_)(?:val|valid|validation|test|dev)(?:_|$)|(?:^|_|^[xy])[ab]$/i.test(name);
}

function outputsOf(context: StandInContext, own: string): string | null {
  const { outputs } = context.layout;
  return outputs !== null && isUsable(outputs, context, own) ? outputs : null;
}

/** The features whose labels have the wanted shape: as many samples, and for labels of pictures, pictures of that size. */
function besideLabels({ form, layout, framework }: StandInContext): readonly string[] | null {
  const { labelShape } = form;
  const [samples] = labelShape ?? [];
  if (!labelShape || samples === undefined || layout.input === null) return null;
  const isPicture = layout.input.length === 3 && labelShape.length >= 3;
  if (!isPicture) return [samples, ...layout.input];
  const [first = '', second = '', third = ''] = layout.input;
  const area = framework === 'torch' ? labelShape.slice(-2) : labelShape.slice(1, 3);
  return framework === 'torch'
    ? [samples, first, ...area]
    : [samples, ...(area.length === 2 ? area : [first, second]), third];
}

/** What the model takes; pictures in the size that the report tells, where the model takes those of any size. */
function pictured({ layout, report, framework }: StandInContext): readonly string[] | null {
  const { input } = layout;
  const told = framework === 'torch' && input?.length === 3 ? reportedPicture(report) : null;
  return told && input ? [input[0] ?? '3', ...told] : input;
}

/** Values of a series that is cut into windows. */
const SERIES = 600;

/** Whether a value is one row of numbers that a loop cuts windows out of: `series[i:i + 10]`, `len(series)`. */
function isSeries({ subscripts, handedTo, attributes, loops }: Usage): boolean {
  return (
    subscripts.length > 0 &&
    attributes.size === 0 &&
    loops.length === 0 &&
    handedTo.some(({ callee }) => callee === 'len') &&
    subscripts.some((text) => /^\(?[a-z_]\w*(?:\s*[-+][^,:]{1,30})?\)?\s*:\s*\(?[a-z_]\w*\s*[-+]/i.test(text)) &&
    subscripts.every((text) => !text.includes(',') && !/['"]/.test(text))
  );
}

/** Whether a value is one sample, which the script makes a row of: `np.array(row).reshape(1, -1)`. */
function isOneSample(name: string, { root }: StandInContext): boolean {
  return new RegExp(
    `(?<![\\w.])${name}\\)?(?:\\.reshape\\(\\s*1\\s*,\\s*-1|\\[(?:None|np\\.newaxis))|\\(\\s*\\[\\s*${name}\\s*\\]`,
  ).test(root.text.slice(0, 50_000));
}

export function shapesFor(name: string, context: StandInContext): Shapes {
  const { layout, report, form } = context;
  const told =
    form.features ??
    (form.sample === undefined
      ? null
      : [reportedShape(name, report)?.find((size) => /^\d+$/.test(size)) ?? samplesText(context), ...form.sample]) ??
    besideLabels(context) ??
    reportedShape(name, report) ??
    (isMain(name) ? reportedInput(report) : null) ??
    (isMain(name) ? reportedDataShape(report) : null);
  if (told === null && isSeries(context.usageOf(name))) return { features: [String(SERIES)], classes: '2' };
  const input = pictured(context);
  const asked = input?.every((size) => isUsable(size.replace(/^\*/, ''), context, name)) ? input : null;
  const columns = reportedCount(/features|columns|inputs|variables|attributes|predictors/, report.source);
  const given = toldFeatures(context.complaint)?.given;
  if (told === null && isOneSample(name, context))
    return { features: [given ?? layout.input?.at(-1) ?? '8'], classes: '2' };
  const alone =
    layout.input ??
    (given !== undefined ? [given] : null) ??
    sampleOfRank(usedRank(context.usageOf(name), context.root), context.framework) ??
    (columns !== null && columns > 1 ? [String(columns)] : ['8']);
  const outputs = outputsOf(context, name) ?? toldOutputs(report);
  return {
    features: sized(told ?? [samplesText(context), ...(asked ?? alone)], context, name),
    classes: form.classes ?? (outputs !== null && outputs !== '1' ? outputs : classCount(report.source)),
  };
}

export function tuple(sizes: readonly string[]): string {
  return sizes.length === 1 ? `(${sizes[0] ?? ''},)` : `(${sizes.join(', ')})`;
}

/** Samples of two sizes, one after the other: those of the message, else two of ours. */
function unequalText(features: readonly string[], { complaint }: StandInContext): string {
  const [one, other] = shapesIn(complaint).filter((shape) => shape.every((size) => size !== null));
  if (one && other) return `[torch.rand(${one.join(', ')}), torch.rand(${other.join(', ')})] * 8`;
  const sizes = features.slice(1);
  const longer = sizes.map((size, index) => (index === sizes.length - 1 ? `${size} + n % 2` : size));
  return `[torch.rand(${longer.join(', ')}) for n in range(16)]`;
}

/** An array of features. `tensor`: as PyTorch wants it, else as NumPy does. */
export function featuresText(name: string, shapes: Shapes, context: StandInContext, tensor: boolean): string {
  const { features } = shapes;
  const { form } = context;
  const asked = context.layout.vocabulary ?? (form.featureType === 'index' ? '50' : null);
  const vocabulary = form.featureType === 'float' ? null : (form.top ?? asked);
  if (form.unequal === true && context.framework === 'torch') return unequalText(features, context);
  if (context.form.values !== undefined) return tensor ? `torch.tensor(${context.form.values})` : context.form.values;
  if (vocabulary !== null) {
    // A table whose size is not known here has a few rows at least.
    const rows = isUsable(vocabulary, context, name) ? vocabulary : '8';
    const top = context.form.beyond === true ? `${rows} + 1` : rows;
    const made = tensor
      ? `torch.randint(0, ${top}, ${tuple(features)})`
      : `np.random.randint(0, ${top}, ${tuple(features)})`;
    // The one position too many must surely be among them.
    return context.form.beyond === true ? `${made}.clip(${rows}, ${rows})` : made;
  }
  const range = reportedRange(name, context.report);
  if (range !== null && form.wide !== true) {
    const [low, high] = range;
    return tensor
      ? `torch.empty(${features.join(', ')}).uniform_(${low}, ${high})`
      : `np.random.uniform(${low}, ${high}, ${tuple(features)}).astype("float32")`;
  }
  if (form.wide === true) {
    return tensor
      ? `torch.randn(${features.join(', ')}) * 10`
      : `(np.random.randn(${features.join(', ')}) * 10).astype("float32")`;
  }
  return tensor ? `torch.rand(${features.join(', ')})` : `np.random.rand(${features.join(', ')}).astype("float32")`;
}

/** Labels in the order of the classes, where the report says that the data lie so. */
function sorted(labels: string, { report }: StandInContext): string {
  const told =
    /\b(?:one|each) (?:kind|class|category|label|type|group) after (?:the other|another)|\b(?:sorted|ordered|grouped) by (?:class|label|kind|category|target)|not shuffled/i;
  return told.test(report.sentences) ? `np.sort(${labels})` : labels;
}

function formOf(name: string, context: StandInContext): LabelForm {
  const { form, layout } = context;
  if (form.labels !== undefined) return form.labels;
  const usage = context.usageOf(name);
  const asIndex = usage.handedTo.some(({ callee }) => /(?:to_categorical|one_hot|LabelEncoder)$/.test(callee));
  if (asIndex) return 'classIndex';
  // Labels that are laid flat for the loss have a class for each step.
  const isFlattened = ['view', 'reshape', 'flatten'].some((method) =>
    (usage.methods.get(method) ?? []).some((call) =>
      /^\(?\s*\(?(?:-1)?,?\s*\)?$/.test(call.childForField('arguments')?.text ?? ''),
    ),
  );
  if (isFlattened && (layout.loss ?? 'classIndex') === 'classIndex') return 'steps';
  return layout.loss ?? 'classIndex';
}

/** Labels as whole numbers, below `classes`, or one above where the fault is such a one. */
function indexText(shape: readonly string[], classes: string, context: StandInContext, tensor: boolean): string {
  if (context.form.beyond === true && context.layout.vocabulary === null) {
    return tensor
      ? `torch.randint(1, ${classes} + 1, ${tuple(shape)}).clip(${classes}, ${classes})`
      : `np.full(${tuple(shape)}, ${classes})`;
  }
  if (tensor) return `torch.randint(0, ${classes}, ${tuple(shape)})`;
  const sizes = shape.length === 1 ? (shape[0] ?? '') : tuple(shape);
  return sorted(`np.random.randint(0, ${classes}, ${sizes})`, context);
}

function binaryText(shape: readonly string[], tensor: boolean): string {
  return tensor
    ? `(torch.rand(${shape.join(', ')}) < 0.33).float()`
    : `(np.random.rand(${shape.join(', ')}) < 0.33).astype("float32")`;
}

/** Targets in the range that the report tells of them. */
function rangedText(shape: readonly string[], name: string, { report }: StandInContext, tensor: boolean): string {
  const range = reportedRange(name, report) ?? reportedTargets(report);
  if (range === null) return numbersText(shape, tensor);
  return tensor
    ? `torch.empty(${shape.join(', ')}).uniform_(${range.join(', ')})`
    : `np.random.uniform(${range.join(', ')}, ${tuple(shape)}).astype("float32")`;
}

function numbersText(shape: readonly string[], tensor: boolean): string {
  return tensor ? `torch.rand(${shape.join(', ')})` : `np.random.rand(${shape.join(', ')}).astype("float32")`;
}

/** How many samples the features have that go with such labels, where the report tells their shape. */
function partnerCount(name: string, context: StandInContext): string | null {
  const part = (text: string): string => /(?:train|test|valid|val|dev)/i.exec(text)?.[0]?.toLowerCase() ?? '';
  const told = [...context.names.free.keys()].filter(
    (other) =>
      other !== name &&
      part(other) === part(name) &&
      context.usageOf(other).calls.length === 0 &&
      reportedShape(other, context.report) !== null,
  );
  const counts = told.map((other) => sized(reportedShape(other, context.report) ?? [], context, other)[0]);
  return counts[0] ?? null;
}

/** Labels in the form that the code, the report and the form of the data ask for. */
export function labelsText(name: string, shapes: Shapes, context: StandInContext, tensor: boolean): string {
  const { labelType } = context.form;
  const text = plainLabels(name, shapes, context, tensor);
  if (labelType === undefined) return text;
  const isFloat = /\brandn?\(/.test(text) && !/randint/.test(text);
  if (labelType === 'float') {
    if (isFloat || /\.float\(\)$|float32/.test(text)) return text;
    return tensor ? `${text}.float()` : `${text}.astype("float32")`;
  }
  return tensor ? `${text.replace(/\.float\(\)$/, '')}.long()` : `${text}.astype("int64")`;
}

function plainLabels(name: string, shapes: Shapes, context: StandInContext, tensor: boolean): string {
  const { form } = context;
  const partner =
    (form.features ?? form.sample ?? reportedShape(name, context.report)) ? null : partnerCount(name, context);
  const asked =
    form.labelSamples ?? (form.unequal === true ? '16' : null) ?? partner ?? shapes.features[0] ?? String(SAMPLES);
  // A told count of labels shrinks as that of the features does.
  const isHuge = Number(asked) > MOST_SAMPLES && !context.complaint.includes(asked);
  const count = isHuge ? samplesText(context) : asked;
  const { labelTail } = context.form;
  const told =
    (labelTail === undefined ? null : [count, ...labelTail]) ??
    context.form.labelShape ??
    reportedShape(name, context.report);
  const isMask = /mask|segment/i.test(name) && shapes.features.length === 4;
  const area =
    context.framework === 'torch' ? ['1', ...shapes.features.slice(2)] : [...shapes.features.slice(1, 3), '1'];
  const whole = told === null ? null : sized(told, context, name);
  const outputs = outputsOf(context, name);
  const kind = formOf(name, context);
  switch (kind) {
    case 'oneHot': {
      const chosen = `np.eye(${shapes.classes})[${sorted(`np.random.randint(0, ${shapes.classes}, ${count})`, context)}]`;
      if (whole && whole.length === 1 && context.form.labels === undefined)
        return indexText(whole, shapes.classes, context, tensor);
      // The report tells labels of one column: they are no one-hot ones, whatever the loss wants.
      if (whole && whole.length === 2 && whole[1] === '1') return indexText(whole, shapes.classes, context, tensor);
      return tensor ? `torch.eye(${shapes.classes})[torch.randint(0, ${shapes.classes}, (${count},))]` : chosen;
    }
    case 'binary': {
      // Labels that the report writes out are those, whatever the loss wants.
      const written = reportedClasses(name, context.report);
      if (written !== null && written > 2 && form.labels === undefined) {
        const index = indexText(whole ?? [count], String(written), context, tensor);
        return tensor ? `${index}.float()` : `${index}.astype("float32")`;
      }
      if (isMask) return binaryText([count, ...area], tensor);
      return binaryText(whole ?? (tensor || outputs !== null ? [count, outputs ?? '1'] : [count]), tensor);
    }
    case 'numbers':
      return rangedText(whole ?? [count, outputs ?? '1'], name, context, tensor);
    case 'classIndex':
      return indexText(
        whole && (whole.length > 1 || context.form.labelShape || labelTail) ? whole : [count],
        shapes.classes,
        context,
        tensor,
      );
    case 'column':
      return indexText([count, '1'], shapes.classes, context, tensor);
    case 'floatIndex': {
      const index = indexText([count], shapes.classes, context, tensor);
      return tensor ? `${index}.float()` : `${index}.astype("float32")`;
    }
    case 'flat':
      return binaryText([count], tensor);
    case 'steps':
      return indexText(
        shapes.features.length > 2 || context.layout.vocabulary !== null ? shapes.features.slice(0, 2) : [count],
        shapes.classes,
        context,
        tensor,
      );
    case 'likeFeatures':
      return numbersText(shapes.features, tensor);
  }
}

/** Whether a value is one of PyTorch's: what is done with it says so. */
export function isTensor(usage: Usage, { framework, form }: StandInContext): boolean {
  if (form.kind !== undefined) return form.kind === 'tensor';
  const methods = [...usage.attributes];
  if (methods.some((name) => /^(?:astype|iloc|values|ravel|toarray)$/.test(name))) return false;
  if (
    usage.handedTo.some(({ callee }) =>
      /^(?:np|numpy|pd)\.|from_numpy$|train_test_split$|fit_transform$|torch\.(?:tensor|FloatTensor|LongTensor|Tensor)$|^(?:FloatTensor|LongTensor|tensor)$|\.(?:fit|score)$/.test(
        callee,
      ),
    )
  ) {
    return false;
  }
  return framework === 'torch';
}

/** Data for a name that the script binds itself, by what it does with it, as NumPy makes them. */
export function dataText(name: string, context: StandInContext, tensor = false): string {
  const usage = context.usageOf(name);
  const reads = context.names.readsOf(name).map(({ node }) => node);
  const role = roleOf(name, usage, reads);
  const shapes = shapesFor(name, context);
  return role === 'labels' ? labelsText(name, shapes, context, tensor) : featuresText(name, shapes, context, tensor);
}
