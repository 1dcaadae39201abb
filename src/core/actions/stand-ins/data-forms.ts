import type { Symptom } from '../../../protocol/symptom';

/** In which form labels are made where the code alone does not say. */
export type LabelForm =
  | 'classIndex'
  | 'oneHot'
  | 'binary'
  | 'numbers'
  /** Class numbers with an axis of their own: `(n, 1)`. */
  | 'column'
  /** Class numbers as floats: `(n,)`. */
  | 'floatIndex'
  /** Zeros and ones as floats without a second axis: `(n,)`. */
  | 'flat'
  /** A class for each step of a sequence: `(n, steps)`. */
  | 'steps'
  /** As many values as the features have. */
  | 'likeFeatures';

/** How missing data are made. Each field that is absent is left to what the code and the report say. Sizes are Python text. */
export interface DataForm {
  readonly labels?: LabelForm;
  /** Whole shape of the features, batch axis first. */
  readonly features?: readonly string[];
  /** Whole shape of the labels. */
  readonly labelShape?: readonly string[];
  /** An expression that is the features. */
  readonly values?: string;
  readonly samples?: string;
  /** Samples that have a label, where these are others. */
  readonly labelSamples?: string;
  readonly batch?: string;
  /** Positions go up to the size of their table and one further. */
  readonly beyond?: boolean;
  /** Samples of unequal sizes. */
  readonly unequal?: boolean;
  /** Shape of one sample of the features, without the batch axis. */
  readonly sample?: readonly string[];
  /** Shape of one label, without the batch axis. */
  readonly labelTail?: readonly string[];
  readonly featureType?: 'float' | 'index';
  readonly labelType?: 'float' | 'long';
  /** Positions stay below this number. */
  readonly top?: string;
  readonly classes?: string;
  /** Columns that a table must have besides. */
  readonly columns?: readonly string[];
  /** Values of both signs and of more than one order of magnitude. */
  readonly wide?: boolean;
  /** Of what library the values are. */
  readonly kind?: 'tensor' | 'array' | 'table';
}

/** Words of a message, and the forms of data that show such a fault. A data table; forms of later rows come later. */
const byWords: readonly (readonly [RegExp, readonly DataForm[]])[] = [
  // Numbers that are no positions: the fault is their type.
  [/\bindices\b[\s\S]{0,80}\bLong\b[\s\S]{0,60}\b(?:Float|Double)|tensors used as indices must be/, [{ featureType: 'float' }]],
  [/index out of range|out of (?:range|bounds)|Target -?\d+ is|is not in \[0, \d+\)|valid range/i, [{ beyond: true }]],
  [
    /equal size|same size(?:s)?\b.*dimension|different shapes in component|Cannot (?:batch|add) (?:tensors?|elements?)|inhomogeneous|Sizes of tensors must match|ragged/i,
    [{ unequal: true }],
  ],
  [
    /target size|input size|same (?:shape|size|rank|number of)|incompatible|broadcast|size of tensor|must match|logits and labels|out of bounds/i,
    [{ labels: 'flat' }, { labels: 'column' }, { labels: 'oneHot' }, { labels: 'classIndex' }, { labels: 'numbers' }],
  ],
  [/\b(?:Long|Float|Double|Int|dtype|scalar type)\b/, [{ labels: 'floatIndex' }, { labels: 'classIndex' }]],
  [
    /multi-?target|0D or 1D target|1D target|1-dimensional|one-?hot|mix of|continuous|multilabel|multiclass|multioutput/i,
    [{ labels: 'column' }, { labels: 'oneHot' }, { labels: 'classIndex' }, { labels: 'floatIndex' }, { labels: 'numbers' }],
  ],
  [/batch[_ ]size|hidden|dimension|expected input/i, [{ labels: 'steps' }]],
]; // prettier-ignore

/** Forms that are tried whatever the message says: a loss that takes a class for each step, plain classes, plain numbers. */
const usual: readonly DataForm[] = [
  { labels: 'steps' },
  { labels: 'classIndex' },
  { labels: 'numbers' },
  { labels: 'oneHot' },
];

/** More forms than these are not worth their runs. */
const MOST_FORMS = 16;
/** Larger data would show nothing that smaller ones do not. */
const MOST_ELEMENTS = 20_000_000;

/** Shapes that a message names, batch axis included; an axis that is not known is null. */
export function shapesIn(text: string): readonly (readonly (number | null)[])[] {
  const found: (number | null)[][] = [];
  const add = (body: string): void => {
    const parts = body
      .split(/[,x]/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length === 0 || !parts.every((part) => /^(?:\d{1,7}|None|\?|-1)$/.test(part))) return;
    const shape = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : null));
    if (!found.some((other) => other.join() === shape.join())) found.push(shape);
  };
  for (const match of text.matchAll(/[([]((?:\s*(?:\d{1,7}|None|\?|-1)\s*[,x]?){1,6})[)\]]/g)) add(match[1] ?? '');
  for (const match of text.matchAll(/\((\d{1,7}x\d{1,7}) and (\d{1,7}x\d{1,7})\)/g))
    [match[1], match[2]].forEach((body) => add(body ?? ''));
  return found;
}

function sizesOf(shape: readonly (number | null)[], samples: string): readonly string[] {
  return shape.map((size, index) => (size === null ? (index === 0 ? samples : '10') : String(size)));
}

function isMakeable(shape: readonly string[]): boolean {
  return shape.reduce((product, size) => product * Number(size), 1) <= MOST_ELEMENTS && !shape.includes('0');
}

/** Batches of unequal sizes that a message speaks of: `(2, 23, 128)` against `[2, 64, 128]` is a last batch of 23. */
function unequalBatches(shapes: readonly (readonly (number | null)[])[]): readonly DataForm[] {
  return shapes.flatMap((one, at) =>
    shapes.slice(at + 1).flatMap((other) => {
      if (one.length !== other.length) return [];
      const places = one.flatMap((size, index) =>
        size === other[index] ? [] : [[size, other[index] ?? null] as const],
      );
      const [pair, ...more] = places;
      if (!pair || more.length > 0 || pair[0] === null || pair[1] === null) return [];
      const [less, most] = [Math.min(...(pair as [number, number])), Math.max(...(pair as [number, number]))];
      if (most > 4096) return [];
      return [{ samples: String(most + less), batch: String(most) }];
    }),
  );
}

/** Batches as large as the first axis of a shape in the message; several of them, so that none is a rest. */
function batchOfShape(shapes: readonly (readonly (number | null)[])[]): readonly DataForm[] {
  const sizes = shapes.flatMap(([first, ...rest]) => (typeof first === 'number' && rest.length > 0 ? [first] : []));
  return [...new Set(sizes)]
    .filter((size) => size > 1 && size <= 1024)
    .slice(0, 2)
    .map((size) => ({ batch: String(size), samples: String(size * 2) }));
}

/**
 * "shape '[64, 784]' is invalid for input of size 25088": a size that only the number of samples can have set. With one axis as
 * the batch, the others divide the size, and what they leave is a last batch, or a whole one.
 */
function batchForSize(message: string): readonly DataForm[] {
  const told = /shape '?\[([\d, -]{3,60})\]'? is invalid for input of size (\d{1,9})/.exec(message);
  const [batch, ...rest] = (told?.[1] ?? '').split(',').map(Number);
  const total = Number(told?.[2] ?? 0);
  const one = rest.reduce((product, size) => product * size, 1);
  if (batch === undefined || rest.length === 0 || rest.some((size) => size < 1) || total % one !== 0) return [];
  const last = total / one;
  if (last === 0 || last > 4096 || batch > 4096) return [];
  return last < batch
    ? [{ samples: String(batch + last), batch: String(batch) }]
    : [{ samples: String(last), batch: String(last) }];
}

/** The values that a message prints: "array=[1.1 1.3 2. ]". */
function printedArrays(message: string): readonly DataForm[] {
  const body = /\barray=\[([-+\d.eE\s,]{1,300})\]/.exec(message)?.[1];
  const values = body?.split(/[\s,]+/).filter((value) => /^[-+]?\d+\.?\d*(?:e[-+]?\d+)?$/i.test(value)) ?? [];
  return values.length > 0 ? [{ values: `np.array([${values.join(', ')}])`, samples: String(values.length) }] : [];
}

/** "[1000, 500] samples": as many features and as many labels as the message says. */
function unequalCounts(message: string): readonly DataForm[] {
  const told =
    /inconsistent numbers of samples:? \[(\d{1,5}), (\d{1,5})\]/.exec(message) ??
    /x sizes: (\d{1,5})[\s\S]{0,20}y sizes: (\d{1,5})/.exec(message) ??
    /Size mismatch between tensors/.exec(message);
  const [, samples, labelSamples] = told ?? [];
  if (!told) return [];
  return samples === undefined || labelSamples === undefined ? [{ labelSamples: '48' }] : [{ samples, labelSamples }];
}

/** "a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1]))": labels of that shape in batches of that size. */
function targetOfLoss(message: string): readonly DataForm[] {
  const told = /\btarget size \((?:torch\.Size\()?\[([\d, ]{1,60})\][\s\S]{1,60}\binput size \(/i.exec(message)?.[1];
  const [batch = 0, ...labelTail] = (told ?? '').split(',').map(Number);
  if (batch < 1 || batch > 1024 || labelTail.some((size) => size < 1)) return [];
  const sized = { batch: String(batch), samples: String(batch * 2), labelTail: labelTail.map(String) };
  return [
    { ...sized, labels: 'numbers' },
    { ...sized, labels: 'flat' },
  ];
}

/** What the report complains of in a library's words: the message of its exception or its warning; empty for other symptoms. */
export function complaintOf(symptom: Symptom): string {
  if (symptom.kind === 'warning') return symptom.message.source;
  return symptom.kind === 'exception' ? (symptom.message?.source ?? '') : '';
}

/** Forms in which a report's missing data may be made, the likeliest first; the first leaves all to the code and the report. */
export function dataForms(symptom: Symptom): readonly DataForm[] {
  const message = complaintOf(symptom).slice(0, 4000);
  if (message === '') return [{}];
  const shapes = shapesIn(message).slice(0, 4);
  const made = shapes.map((shape) => sizesOf(shape, '16')).filter(isMakeable);
  const told = byWords.filter(([pattern]) => pattern.test(message)).flatMap(([, forms]) => forms);
  const forms: readonly DataForm[] = [
    {},
    ...printedArrays(message),
    ...unequalCounts(message),
    ...batchForSize(message),
    ...targetOfLoss(message),
    ...batchOfShape(shapes).slice(0, 1),
    ...told.slice(0, 2),
    ...unequalBatches(shapes),
    ...made.filter((shape) => shape.length > 1).map((features) => ({ features })),
    ...made.map((labelShape) => ({ labelShape })),
    ...told.slice(2),
    ...usual,
    ...unequalBatches(shapes).flatMap((form) => usual.map((other) => ({ ...form, ...other }))),
    ...made.filter((shape) => shape.length > 1).flatMap((features) => usual.map((other) => ({ features, ...other }))),
  ];
  const seen = new Set<string>();
  return forms.filter((form) => !seen.has(JSON.stringify(form)) && seen.add(JSON.stringify(form))).slice(0, MOST_FORMS);
}
