import type { StandInContext } from './build-stand-in';
import { shapesIn, type DataForm } from './data-forms';

/** How a run with stand-ins ended: in an exception that is not the reported one, or without any. */
export interface Misfit {
  /** Empty: without an exception. */
  readonly type: string;
  readonly message: string;
  /** The line of the script that led there; empty where the record has none. */
  readonly code: string;
}

type Form = Partial<DataForm>;

/** Shapes in the order of a message, each with an axis that it leaves open as null. Unlike `shapesIn`, repeated ones count. */
function shapeAfter(message: string, words: RegExp): readonly (number | null)[] | null {
  const found = words.exec(message);
  if (!found) return null;
  const rest = message.slice(found.index + found[0].length - (found[1]?.length ?? 0));
  return shapesIn(/[([][^)\]]{0,80}[)\]]/.exec(rest)?.[0] ?? '')[0] ?? null;
}

function sizes(shape: readonly (number | null)[]): readonly string[] {
  return shape.map((size) => (size === null || size < 1 ? '10' : String(size)));
}

/** The usual shapes of one sample with so many axes, the sizes that the network asks for first. */
function samplesOfRank(rank: number, { layout, framework }: StandInContext): readonly (readonly string[])[] {
  const { input } = layout;
  if (rank < 0 || rank > 4) return [];
  if (input?.length === rank) return [input];
  const last = input?.at(-1) ?? '8';
  const first = input?.[0] ?? '3';
  if (rank === 0) return [[]];
  if (rank === 1) return [[last], ['8']];
  if (rank === 2)
    return [
      ['10', last],
      [first, '32'],
    ];
  if (rank === 3)
    return framework === 'torch'
      ? [
          [first, '32', '32'],
          ['3', '32', '32'],
        ]
      : [
          ['32', '32', '3'],
          ['32', '32', '1'],
        ];
  return framework === 'torch' ? [[first, '8', '16', '16']] : [['8', '16', '16', '1']];
}

const sides: readonly number[] = [28, 32, 48, 64, 96, 100, 128, 150, 224, 227, 256, 299];

/** Pictures of other sizes, the nearest to the ratio first, for a linear layer that wants `wanted` values and got `given`. */
function otherPictures(given: number, wanted: number, { form, layout }: StandInContext): readonly Form[] {
  const now = form.sample ?? form.features?.slice(1) ?? layout.input;
  const side = Number(now?.[1]);
  if (now?.length !== 3 || !(side > 0)) return [];
  const target = side * Math.sqrt(wanted / given);
  return [...sides]
    .filter((other) => other !== side)
    .sort((a, b) => Math.abs(a - target) - Math.abs(b - target))
    .slice(0, 4)
    .map((other) => ({ sample: [now[0] ?? '3', String(other), String(other)] }));
}

/** What the features must be, by a message that speaks of what a layer was given. */
function byLayer({ message }: Misfit, context: StandInContext): readonly Form[] {
  const product = /mat1 and mat2 shapes cannot be multiplied \((\d+)x(\d+) and (\d+)x(\d+)\)/.exec(message);
  if (product) {
    const [given, wanted] = [Number(product[2]), Number(product[3])];
    const now = context.form.sample ?? context.layout.input;
    if (now?.length === 3) return otherPictures(given, wanted, context);
    const inner = now && now.length > 1 ? now.slice(0, -1) : [];
    return [{ sample: [...inner, String(wanted)] }, { sample: [String(wanted)] }];
  }
  const channels = /expected input\[([\d, ]+)\] to have (\d+) channels/.exec(message);
  if (channels) {
    const shape = (channels[1] ?? '').split(',').map((size) => size.trim());
    const wanted = channels[2] ?? '3';
    // A picture without the axis of its batch is read as one with it.
    const rest = shape.slice(2).map((size) => (Number(size) < 8 ? '32' : size));
    return [{ sample: [wanted, ...rest] }];
  }
  const rank =
    /[Ee]xpected (\d)D?(?: \(unbatched\))? or (\d)-?D?(?: \(batched\))? input/.exec(message)?.[2] ??
    /[Ee]xpected (\d)D input \(got \dD input\)/.exec(message)?.[1] ??
    /Expected input to be \dD or (\d)D/.exec(message)?.[1] ??
    /[Ee]xpected (?:input to be|a) (\d)-?[Dd]/.exec(message)?.[1] ??
    /input must have (\d) dimensions/.exec(message)?.[1] ??
    /expected (?:min_)?ndim=(\d)/.exec(message)?.[1] ??
    /Expected (\d)D array, got/.exec(message)?.[1] ??
    /is not equal to len\(dims\) = (\d)/.exec(message)?.[1] ??
    /Found array with dim \d+[^<]{0,60}expected <= (\d)/.exec(message)?.[1];
  if (rank !== undefined) return samplesOfRank(Number(rank) - 1, context).map((sample) => ({ sample }));
  const axis = /expected axis -1 of input shape to have value (\d+)/.exec(message)?.[1];
  if (axis !== undefined) {
    const given = shapeAfter(message, /input (?:with )?shape\b/);
    return [{ sample: given && given.length > 1 ? [...sizes(given.slice(1, -1)), axis] : [axis] }];
  }
  const fits = /[Ee]xpected shape [^\n]{1,80}?, but input has incompatible shape/.test(message)
    ? shapeAfter(message, context.layout.input === null ? /input has incompatible shape/ : /[Ee]xpected shape/)
    : null;
  if (fits && fits.length > 1) return [{ sample: sizes(fits.slice(1)) }];
  const wanted = shapeAfter(message, /expected shape=?/);
  if (wanted && wanted.length > 1) return [{ sample: sizes(wanted.slice(1)) }];
  const last =
    /input\.size\(-1\) must be equal to input_size\. Expected (\d+)/.exec(message)?.[1] ??
    /normalized_shape=\[(\d+)\]/.exec(message)?.[1];
  if (last !== undefined) {
    const now = context.form.sample ?? context.layout.input ?? [];
    return [{ sample: [...now.slice(0, -1), last] }];
  }
  return [];
}

/** What type the values must have. */
function byType({ message }: Misfit): readonly Form[] {
  if (
    /(?:argument #1 'indices'|embedding)[\s\S]{0,90}\b(?:Long|Int)\b|tensors used as indices must be|only integer tensors|indices must be (?:integers|one of)/.test(
      message,
    )
  )
    return [{ featureType: 'index' }];
  if (
    /Found dtype (?:Long|Int|Double)\b.{0,20} expected Float|result type (?:Float|Double) can't be cast to the desired output type (?:Long|Int)/.test(
      message,
    )
  )
    return [{ labelType: 'float' }, { featureType: 'float' }];
  if (
    /expected scalar type Long but found|expected (?:target|labels).{0,40}(?:Long|int)|not implemented for '(?:Float|Double)'/i.test(
      message,
    )
  )
    return [{ labelType: 'long' }, { labels: 'classIndex' }];
  if (
    /(?:expected scalar type|to have the same dtype|must have the same dtype|should be the same|expected .{0,12}dtype)[\s\S]{0,80}(?:Float|float|Double|double|Long|Byte)|not implemented for '(?:Long|Int|Byte)'|Only Tensors of floating point|must be floating point|Input dtype must be either a floating point/.test(
      message,
    )
  )
    return [{ featureType: 'float' }, { labelType: 'float' }];
  return [];
}

function tail(shape: readonly (number | null)[] | null | undefined): readonly string[] {
  return shape ? sizes(shape.slice(1)) : [];
}

/** What form the labels must have, by a loss that compares them with what came out. */
function byLoss({ message }: Misfit, { layout }: StandInContext): readonly Form[] {
  const pairs: readonly RegExp[] = [
    /target size \(?(?:torch\.Size\()?(\[[\d, ]*\])\)?\)? (?:that is different to|must be the same as) (?:the )?input size \(?(?:torch\.Size\()?(\[[\d, ]*\])/i,
    /target\.shape=(\([^)]*\)), output\.shape=(\([^)]*\))/,
    /got (?:logits|input).{0,12}(\[[\d, ]*\]).{0,24}(\[[\d, ]*\])/,
    /Shapes (\([^)]*\)) and (\([^)]*\)) are incompatible/,
  ];
  for (const pattern of pairs) {
    const found = pattern.exec(message);
    if (!found) continue;
    const read = (text: string | undefined): readonly (number | null)[] =>
      (text ?? '').replace(/[[\]()]/g, '').split(',').map((part) => part.trim()).filter((part) => part !== '').map((part) => (/^\d+$/.test(part) ? Number(part) : null)); // prettier-ignore
    const [target, given] = [read(found[1]), read(found[2])];
    // What the code does to the labels on the way is not known: fewer axes, as many, or one more.
    const wanted = tail(given);
    const forms: Form[] = [];
    if (target.length > given.length) forms.push({ labelTail: wanted.slice(0, Math.max(0, wanted.length - 1)) });
    if (target.length < given.length) forms.push({ labelTail: [...wanted] });
    forms.push({ labelTail: wanted }, { labelTail: [] }, { labelTail: ['1'] });
    const plain = forms.map((form) => ({
      ...form,
      ...(layout.loss === 'binary' ? { labelType: 'float' as const } : {}),
    }));
    return [...plain, { labels: 'classIndex', labelTail: [] }];
  }
  const counts = /Expected input batch_size \((\d+)\) to match target batch_size \((\d+)\)/.exec(message);
  if (counts) {
    const [inputs, targets] = [Number(counts[1]), Number(counts[2])];
    if (inputs > targets && inputs % targets === 0) return [{ labels: 'steps' }, { labelSamples: String(inputs) }];
    return [{ labelSamples: String(inputs) }, { labelTail: [] }];
  }
  if (
    /multi-target not supported|1D target tensor expected|y should be a 1d array|should be a 1d array|bad input shape/.test(
      message,
    )
  )
    return [{ labelTail: [] }, { labels: 'classIndex', labelTail: [] }];
  if (/only batches of spatial targets|spatial sizes don't match/.test(message)) {
    const given = shapeAfter(message, /input /);
    return [{ labelTail: given && given.length === 4 ? sizes(given.slice(2)) : ['32', '32'] }];
  }
  if (/Expected floating point type for target with class probabilities/.test(message))
    return [{ labelTail: [], labels: 'classIndex' }];
  if (/Unknown label type|continuous/.test(message)) return [{ labels: 'classIndex', labelTail: [] }];
  const beyond =
    /Target (-?\d+) is out of bounds/.exec(message)?.[1] ?? /valid range of \[0, (\d+)\)/.exec(message)?.[1];
  if (beyond !== undefined && Number(beyond) > 0) return [{ classes: beyond }];
  if (
    /Class values must be smaller than num_classes|number of classes.{0,40}(?:greater|less)|Target -?\d+ is out of bounds/.test(
      message,
    )
  )
    return [{ classes: '2' }];
  return [];
}

/** How many samples, steps or columns there must be. */
function byCount(misfit: Misfit, context: StandInContext): readonly Form[] {
  const { message, code, type } = misfit;
  const top = /indices\[[\d, ]+\] = -?\d+ is not in \[0, (\d+)\)/.exec(message)?.[1];
  if (top !== undefined || /index out of range in self/.test(message))
    return [{ featureType: 'index', top: top ?? '2' }];
  const cardinality = /x' sizes: ([\d, ]+)\s*'y' sizes: ([\d, ]+)/.exec(message);
  const uneven = /inconsistent numbers of samples: \[(\d+), (\d+)\]/.exec(message);
  const [, a, b] = cardinality ?? uneven ?? [];
  if (a !== undefined && b !== undefined) {
    const [most, least] = [Math.max(parseInt(a, 10), parseInt(b, 10)), Math.min(parseInt(a, 10), parseInt(b, 10))];
    return [{ samples: String(Math.max(most, 64) + Math.max(least, 64)) }, { labelSamples: a.split(',')[0] ?? a }];
  }
  const beyond = /index (\d+) is out of bounds for (?:axis|dimension) (\d) with size (\d+)/.exec(message);
  if (beyond) {
    const [, index = '0', axis = '0'] = beyond;
    const now = context.form.sample ?? context.layout.input ?? ['8'];
    if (axis === '0') return [{ samples: String(Math.min(5000, Number(index) + 65)) }];
    const place = Number(axis) - 1;
    if (place < now.length)
      return [{ sample: now.map((size, at) => (at === place ? String(Number(index) + 1) : size)) }];
  }
  if (type === 'IndexError' && /too many indices for (?:tensor|array)/.test(message)) {
    const wanted = /(\d+) were indexed/.exec(message)?.[1];
    const has = /(?:dimension|is) (\d)/.exec(message)?.[1];
    const rank = wanted !== undefined ? Number(wanted) : Number(has ?? 1) + 1;
    return samplesOfRank(rank - 1, context).map((sample) => ({ sample }));
  }
  const unpacked = /(?:not enough values to unpack \(expected (\d)|too many values to unpack \(expected (\d))/.exec(
    message,
  );
  if (unpacked && /\.(?:shape|size\(\))/.test(code)) {
    const rank = Number(unpacked[1] ?? unpacked[2]);
    return samplesOfRank(rank - 1, context).map((sample) => ({ sample }));
  }
  if (/tuple index out of range/.test(message) && /\.shape\[/.test(code)) {
    const axis = Math.max(0, ...[...code.matchAll(/\.shape\[(\d)\]/g)].map((match) => Number(match[1])));
    return samplesOfRank(axis, context).map((sample) => ({ sample }));
  }
  const reshaped =
    /cannot reshape array of size \d+ into shape \(([\d,\s-]+)\)/.exec(message) ??
    /shape '\[([\d, -]+)\]' is invalid for input of size \d+/.exec(message);
  if (reshaped) {
    const shape = (reshaped[1] ?? '').split(',').map((part) => Number(part.trim())).filter((size) => size > 0); // prettier-ignore
    // NumPy leaves an axis of any size out of its message.
    const isOpen = /-1/.test(`${reshaped[1] ?? ''} ${code}`) || shape.length === 1;
    const one = isOpen ? shape : shape.slice(1);
    const product = one.reduce((all, size) => all * size, 1);
    if (product > 1 && product <= 1_000_000) return [{ sample: [String(product)] }, { sample: one.map(String) }];
  }
  return [];
}

/** Columns that a table must have: `KeyError: 'price'`. */
function byColumn({ message, type }: Misfit, { form }: StandInContext): readonly Form[] {
  const attribute = /'DataFrame' object has no attribute '(\w+)'/.exec(message)?.[1];
  const list = /None of \[Index\(\[([^\]]{1,400})\]|\[([^\]]{1,400})\] not (?:found in axis|in index)|^'([^'\n]{1,60})'$|^"?\['?([^\]]{1,400})\] not/.exec(message); // prettier-ignore
  const text = attribute ?? (type === 'KeyError' || /not (?:found in axis|in index)|None of/.test(message) ? (list?.slice(1).find(Boolean) ?? '') : ''); // prettier-ignore
  const names = text.split(',').map((name) => name.replace(/['"\s]/g, '')).filter((name) => name !== ''); // prettier-ignore
  const next = [...new Set([...(form.columns ?? []), ...names])];
  return next.length > (form.columns?.length ?? 0) ? [{ columns: next }] : [];
}

/** Of what library the values must be. */
function byKind({ message, type }: Misfit): readonly Form[] {
  const lacking = /'([\w.]+)' object has no attribute '(\w+)'/.exec(message);
  if (type === 'AttributeError' && lacking) {
    const [, owner = '', attribute = ''] = lacking;
    if (
      /ndarray|list|tuple/.test(owner) &&
      /^(?:to|cuda|cpu|unsqueeze|float|long|numel|view|detach|requires_grad|backward|permute|double|int|type|size)$/.test(
        attribute,
      )
    )
      return [{ kind: 'tensor' }];
    if (
      /Tensor|ndarray/.test(owner) &&
      /^(?:iloc|loc|columns|values|drop|dropna|fillna|head|groupby|pop|isnull|apply|sample|to_numpy|corr|describe|set_index|index|iterrows)$/.test(
        attribute,
      )
    )
      return [{ kind: 'table' }];
    if (/Tensor/.test(owner) && /^(?:astype|tolist|ravel|copy)$/.test(attribute)) return [{ kind: 'array' }];
    return [];
  }
  if (/must be Tensor, not (?:numpy\.)?ndarray|expected Tensor.{0,40}ndarray/.test(message))
    return [{ kind: 'tensor' }];
  if (
    /expected np\.ndarray \(got Tensor\)|can't convert .{0,20}Tensor|argument must be .{0,20}array, not Tensor/.test(
      message,
    )
  )
    return [{ kind: 'array' }];
  return [];
}

/** Whether a message is the reported one but for its numbers: then the data are no misfit, they show the fault. */
export function isReported(misfit: Misfit, complaint: string): boolean {
  const plain = (text: string): string => text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().slice(0, 200);
  return complaint !== '' && plain(misfit.message).includes(plain(complaint).slice(0, 80));
}

/**
 * Forms in which the missing data would not have stopped the run where they did: each changes what the message complains of.
 * The fault that the report complains of is never one: its data stay.
 */
export function correctedForms(form: DataForm, misfit: Misfit, context: StandInContext): readonly DataForm[] {
  if (isReported(misfit, context.complaint)) return [];
  // All fitted: what is reported may hang on the values.
  if (misfit.type === '') return form.wide === true || context.complaint === '' ? [] : [{ ...form, wide: true }];
  const seen = { ...context, form };
  const changes = [
    byType(misfit),
    byLoss(misfit, seen),
    byCount(misfit, seen),
    byLayer(misfit, seen),
    byKind(misfit),
    byColumn(misfit, seen),
  ];
  return changes.flat().map((change) => {
    const next = { ...form, ...change };
    // A sample's shape replaces what a whole shape said.
    const { features, labelShape, values, ...rest } = next;
    return {
      ...rest,
      ...(features !== undefined && change.sample === undefined ? { features } : {}),
      ...(labelShape !== undefined && change.labelTail === undefined ? { labelShape } : {}),
      ...(values !== undefined && change.featureType === undefined ? { values } : {}),
    };
  });
}
