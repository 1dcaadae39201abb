import { argumentOf, type CallFact } from '../control/code-facts';
import type { SyntaxNode } from '../ports/python-parser';
import { numberOf, product, shapeOf, type Numbers } from './numbers';

/** What goes through the layers: sizes of one sample without the batch, channels first (torch) or last (keras). Null: not known. */
export type Sample = readonly number[] | null;

/** A layer in numbers. `parameters` null: its size cannot be read. */
export interface LayerSize {
  readonly parameters: number | null;
  readonly output: Sample;
}

interface LayerQuestion {
  readonly call: CallFact;
  readonly numbers: Numbers;
  readonly input: Sample;
}

const passing =
  /^(?:ReLU\d?|LeakyReLU|PReLU|ELU|GELU|SELU|SiLU|Sigmoid|Tanh|Softmax|LogSoftmax|Identity|Dropout[123]?d?|Activation|Masking|GaussianNoise|Softplus)$/;

/** A layer of PyTorch by its name and arguments. Null: it is none that has a size. */
export function torchLayer({ call, numbers, input }: LayerQuestion): LayerSize | null {
  const at = (name: string, place: number): number | null => numberOf(argumentOf(call, name, place), numbers);
  const bias = argumentOf(call, 'bias', 99)?.text === 'False' ? 0 : 1;
  const { name } = call;
  if (passing.test(name)) return { parameters: 0, output: input };
  if (name === 'Flatten') return { parameters: 0, output: input === null ? null : [product(input)] };
  if (name === 'Linear') {
    const [from, to] = [at('in_features', 0), at('out_features', 1)];
    if (from === null || to === null) return unread;
    const rest = input !== null && input.at(-1) === from ? input.slice(0, -1) : [];
    return { parameters: from * to + bias * to, output: [...rest, to] };
  }
  if (/^Conv(?:Transpose)?[123]d$/.test(name)) {
    const [from, to] = [at('in_channels', 0), at('out_channels', 1)];
    const rank = Number(name.at(-2));
    const kernel = sides(argumentOf(call, 'kernel_size', 2), numbers, rank);
    if (from === null || to === null || kernel === null) return unread;
    const groups = at('groups', 6) ?? 1;
    const parameters = (from / groups) * to * product(kernel) + bias * to;
    const stride = sides(argumentOf(call, 'stride', 3), numbers, rank) ?? kernel.map(() => 1);
    const isSame = argumentOf(call, 'padding', 4)?.text.includes('same') === true;
    const padding = sides(argumentOf(call, 'padding', 4), numbers, rank) ?? kernel.map(() => 0);
    const output = slid(input, {
      rank,
      kernel,
      stride,
      padding: isSame ? null : padding,
      grows: /Transpose/.test(name),
    });
    return { parameters, output: output === null ? null : [to, ...output] };
  }
  if (/^(?:Max|Avg)Pool[123]d$/.test(name)) {
    const rank = Number(name.at(-2));
    const kernel = sides(argumentOf(call, 'kernel_size', 0), numbers, rank);
    if (kernel === null) return { parameters: 0, output: null };
    const stride = sides(argumentOf(call, 'stride', 1), numbers, rank) ?? kernel;
    const padding = sides(argumentOf(call, 'padding', 2), numbers, rank) ?? kernel.map(() => 0);
    const output = slid(input, { rank, kernel, stride, padding, grows: false });
    return { parameters: 0, output: output === null || input === null ? null : [input[0] ?? 1, ...output] };
  }
  if (/^(?:Batch|Instance|Group)Norm(?:[123]d)?$/.test(name)) {
    const channels = at('num_features', name === 'GroupNorm' ? 1 : 0);
    return { parameters: channels === null ? null : channels * 4, output: input };
  }
  if (name === 'LayerNorm') {
    const first = argumentOf(call, 'normalized_shape', 0);
    const sizes = first ? shapeOf([first], numbers) : null;
    return { parameters: sizes === null ? null : product(sizes) * 2, output: input };
  }
  if (name === 'Embedding') {
    const [rows, width] = [at('num_embeddings', 0), at('embedding_dim', 1)];
    if (rows === null || width === null) return unread;
    return { parameters: rows * width, output: input === null ? [width] : [...input, width] };
  }
  if (/^(?:LSTM|GRU|RNN)$/.test(name)) {
    const [from, hidden] = [at('input_size', 0), at('hidden_size', 1)];
    if (from === null || hidden === null) return unread;
    const layers = at('num_layers', 2) ?? 1;
    const ways = argumentOf(call, 'bidirectional', 99)?.text === 'True' ? 2 : 1;
    const gates = gatesOf(name);
    const first = gates * hidden * (from + hidden + 2);
    const next = gates * hidden * (hidden * ways + hidden + 2);
    const output = input === null ? null : [...input.slice(0, -1), hidden * ways];
    return { parameters: ways * (first + (layers - 1) * next), output };
  }
  if (/^Transformer(?:En|De)coderLayer$/.test(name)) {
    const width = at('d_model', 0);
    const inner = at('dim_feedforward', 2) ?? 2048;
    const blocks = /De/.test(name) ? 2 : 1;
    const parameters = width === null ? null : blocks * 4 * width * (width + 1) + 2 * width * inner + inner + 5 * width;
    return { parameters, output: input };
  }
  if (name === 'MultiheadAttention') {
    const width = at('embed_dim', 0);
    return { parameters: width === null ? null : 4 * width * (width + 1), output: input };
  }
  return null;
}

/** A layer of Keras by its name and arguments. Null: it is none that has a size. */
export function kerasLayer({ call, numbers, input }: LayerQuestion): LayerSize | null {
  const at = (name: string, place: number): number | null => numberOf(argumentOf(call, name, place), numbers);
  const { name } = call;
  const own = givenInput(call, numbers) ?? input;
  const bias = argumentOf(call, 'use_bias', 99)?.text === 'False' ? 0 : 1;
  if (name === 'Input' || name === 'InputLayer') return { parameters: 0, output: own };
  if (passing.test(name)) return { parameters: 0, output: own };
  if (name === 'Flatten') return { parameters: 0, output: own === null ? null : [product(own)] };
  if (/^Global(?:Max|Average)Pooling[123]D$/.test(name))
    return { parameters: 0, output: own === null ? null : own.slice(-1) };
  if (name === 'BatchNormalization' || name === 'LayerNormalization') {
    const width = own?.at(-1);
    return { parameters: width === undefined ? null : width * 4, output: own };
  }
  if (name === 'Dense') {
    const units = at('units', 0);
    const from = own?.at(-1);
    if (units === null) return unread;
    const output = [...(own ?? []).slice(0, -1), units];
    return from === undefined ? { parameters: null, output: [units] } : { parameters: (from + bias) * units, output };
  }
  if (/^(?:Conv[123]D|SeparableConv2D|Conv2DTranspose)$/.test(name)) {
    const filters = at('filters', 0);
    const rank = Number(/\d/.exec(name)?.[0]);
    const kernel = sides(argumentOf(call, 'kernel_size', 1), numbers, rank);
    const channels = own?.at(-1);
    if (filters === null || kernel === null || channels === undefined || own === null) return unread;
    const stride = sides(argumentOf(call, 'strides', 2), numbers, rank) ?? kernel.map(() => 1);
    const isSame = argumentOf(call, 'padding', 3)?.text.includes('same') === true;
    const sidesOf = [1, ...own.slice(0, -1)];
    const padding = isSame ? null : kernel.map(() => 0);
    const output = slid(sidesOf, { rank, kernel, stride, padding, grows: /Transpose/.test(name) });
    const parameters = (product(kernel) * channels + bias) * filters;
    return { parameters, output: output === null ? null : [...output, filters] };
  }
  if (/^(?:Max|Average)Pooling[123]D$/.test(name)) {
    const rank = Number(name.at(-2));
    const kernel = sides(argumentOf(call, 'pool_size', 0), numbers, rank) ?? Array.from({ length: rank }, () => 2);
    if (own === null) return { parameters: 0, output: null };
    const stride = sides(argumentOf(call, 'strides', 1), numbers, rank) ?? kernel;
    const padding = kernel.map(() => 0);
    const output = slid([1, ...own.slice(0, -1)], { rank, kernel, stride, padding, grows: false });
    return { parameters: 0, output: output === null ? null : [...output, own.at(-1) ?? 1] };
  }
  if (name === 'Embedding') {
    const [rows, width] = [at('input_dim', 0), at('output_dim', 1)];
    if (rows === null || width === null) return unread;
    const length = at('input_length', 99);
    return { parameters: rows * width, output: [...(length === null ? (own ?? [1]) : [length]), width] };
  }
  if (/^(?:LSTM|GRU|SimpleRNN)$/.test(name)) {
    const units = at('units', 0);
    const from = own?.at(-1);
    if (units === null || from === undefined) return unread;
    const isWhole = argumentOf(call, 'return_sequences', 99)?.text === 'True';
    const parameters = gatesOf(name) * units * (from + units + (name === 'GRU' ? 2 : 1));
    return { parameters, output: isWhole && own !== null ? [...own.slice(0, -1), units] : [units] };
  }
  return null;
}

const unread: LayerSize = { parameters: null, output: null };

function gatesOf(name: string): number {
  return name === 'LSTM' ? 4 : name === 'GRU' ? 3 : 1;
}

/** The shape of a sample that a layer of Keras itself names. */
function givenInput(call: CallFact, numbers: Numbers): Sample {
  const shape = call.named.get('input_shape') ?? call.named.get('shape');
  const first = /^Input/.test(call.name) ? call.positional[0] : undefined;
  const given = shape ?? first;
  if (given) return shapeOf([given], numbers);
  const size = numberOf(call.named.get('input_dim'), numbers);
  return size === null || call.name === 'Embedding' ? null : [size];
}

/** One number for all sides, or a tuple of them. */
function sides(node: SyntaxNode | null, numbers: Numbers, rank: number): readonly number[] | null {
  const sizes = node ? shapeOf([node], numbers) : null;
  const [first] = sizes ?? [];
  if (sizes === null || first === undefined) return null;
  return sizes.length === rank ? sizes : Array.from({ length: rank }, () => first);
}

/** Sides of what a window comes to that slides over a sample of `[channels, ...sides]`. `padding` null: the sides stay but for the stride. */
function slid(
  input: Sample,
  window: {
    readonly rank: number;
    readonly kernel: readonly number[];
    readonly stride: readonly number[];
    readonly padding: readonly number[] | null;
    readonly grows: boolean;
  },
): readonly number[] | null {
  const { rank, kernel, stride, padding, grows } = window;
  if (input === null || input.length !== rank + 1) return null;
  const all = input.slice(1).map((side, at) => {
    const [k, step] = [kernel[at] ?? 1, Math.max(1, stride[at] ?? 1)];
    if (grows) return (side - 1) * step + k - 2 * (padding?.[at] ?? 0);
    return padding === null ? Math.ceil(side / step) : Math.floor((side + 2 * (padding[at] ?? 0) - k) / step) + 1;
  });
  return all.every((side) => side > 0) ? all : null;
}
