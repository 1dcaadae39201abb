import type { SyntaxNode } from '../../ports/python-parser';
import { walk } from '../syntax-names';
import { argumentsOf, lastNameOf } from './call-arguments';
import { inOrderOfUse, sideFor } from './picture-side';

/** What a loss says of the labels that it takes. */
export type LossKind = 'oneHot' | 'classIndex' | 'binary' | 'numbers';

/** What the model of a script takes and gives, as far as its text tells. Sizes are Python expressions. */
export interface ModelLayout {
  readonly framework: 'keras' | 'torch' | null;
  /** Shape of one sample. Null: the text does not say. */
  readonly input: readonly string[] | null;
  /** Values are positions in a table of this many rows. Null: they are numbers. */
  readonly vocabulary: string | null;
  /** Size of the last axis of what comes out. */
  readonly outputs: string | null;
  readonly loss: LossKind | null;
}

const kerasLayers =
  /^(?:Dense|Conv(?:olution)?[123]D|SeparableConv2D|LSTM|GRU|SimpleRNN|Embedding|Flatten|Input|InputLayer|Conv2DTranspose|Bidirectional|TimeDistributed|Reshape|BatchNormalization|Masking|ConvLSTM2D|ZeroPadding2D|MaxPooling[12]D|Activation)$/;
const torchLayers = /^(?:Linear|Conv[123]d|Embedding|LSTM|GRU|RNN|LSTMCell|GRUCell|TransformerEncoderLayer)$/;

function callsOf(root: SyntaxNode): readonly SyntaxNode[] {
  const calls: SyntaxNode[] = [];
  walk(root, (node) => {
    if (node.type === 'call') calls.push(node);
  });
  return calls;
}

/** Elements of a written tuple or list; null for anything else. */
function elementsOf(node: SyntaxNode | undefined): readonly string[] | null {
  if (!node) return null;
  if (node.type === 'parenthesized_expression') return [node.namedChildren[0]?.text ?? ''];
  return ['tuple', 'list'].includes(node.type) ? node.namedChildren.map(({ text }) => text) : null;
}

/** Axes that the model leaves open get a small size. */
function closed(shape: readonly string[]): readonly string[] {
  return shape.map((size) => (size === 'None' ? '10' : size));
}

function kerasInput(calls: readonly SyntaxNode[]): Pick<ModelLayout, 'input' | 'vocabulary'> {
  let vocabulary: string | null = null;
  for (const call of calls) {
    const layer = lastNameOf(call);
    const { positional, keywords } = argumentsOf(call);
    // Layers that only prepare pictures or numbers may stand first as well.
    if (!kerasLayers.test(layer) && !(/^[A-Z]/.test(layer) && keywords.has('input_shape'))) continue;
    if (layer === 'Embedding') {
      vocabulary ??= positional[0]?.text ?? keywords.get('input_dim')?.text ?? null;
      const length = keywords.get('input_length')?.text ?? '10';
      const shape = elementsOf(keywords.get('input_shape'));
      return { input: shape ? closed(shape) : [length], vocabulary };
    }
    const batch = keywords.get('batch_input_shape') ?? keywords.get('batch_shape');
    const given =
      keywords.get('input_shape') ??
      (['Input', 'InputLayer'].includes(layer) ? (keywords.get('shape') ?? positional[0]) : undefined);
    const shape = batch ? (elementsOf(batch)?.slice(1) ?? null) : elementsOf(given);
    const size = keywords.get('input_dim')?.text;
    const found = shape ?? (size === undefined ? null : [size]);
    if (given && !shape) return { input: [`*${given.text}`], vocabulary };
    if (found) {
      const embedding = calls.find((other) => lastNameOf(other) === 'Embedding');
      if (embedding) {
        const table = argumentsOf(embedding);
        vocabulary = table.positional[0]?.text ?? table.keywords.get('input_dim')?.text ?? null;
      }
      return { input: closed(found), vocabulary };
    }
  }
  return { input: null, vocabulary };
}

function kerasOutputs(calls: readonly SyntaxNode[]): string | null {
  let units: string | null = null;
  for (const call of calls) {
    if (lastNameOf(call) !== 'Dense') continue;
    const { positional, keywords } = argumentsOf(call);
    units = positional[0]?.text ?? keywords.get('units')?.text ?? keywords.get('output_dim')?.text ?? units;
  }
  return units;
}

const lossWords: readonly (readonly [RegExp, LossKind])[] = [
  [/sparse_?categorical|^CrossEntropyLoss$|^NLLLoss$|^cross_entropy$|^nll_loss$/i, 'classIndex'],
  [/categorical_?crossentropy|softmax_cross_entropy_with_logits/i, 'oneHot'],
  [/binary_?crossentropy|^BCE|^binary_cross_entropy|hinge/i, 'binary'],
  [
    /mean_squared|mean_absolute|^mse|^mae$|^MSELoss|^L1Loss|^SmoothL1Loss|mse_loss|l1_loss|huber|MeanSquared/i,
    'numbers',
  ],
];

function lossKind(word: string): LossKind | null {
  return lossWords.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}

function lossOf(calls: readonly SyntaxNode[]): LossKind | null {
  for (const call of calls) {
    const name = lastNameOf(call);
    if (name === 'compile') {
      const { positional, keywords } = argumentsOf(call);
      const given = (keywords.get('loss') ?? positional[1])?.text ?? '';
      const kind = lossKind(given.replace(/['"]/g, '').replace(/\(.*$/s, '').split('.').at(-1) ?? '');
      if (kind) return kind;
    } else if (/Loss$|loss$|cross_?entropy/i.test(name)) {
      const kind = lossKind(name);
      if (kind) return kind;
    }
  }
  return null;
}

/** A class's own `__init__`. */
function initOf(definition: SyntaxNode): SyntaxNode | undefined {
  return definition
    .childForField('body')
    ?.namedChildren.map((node) =>
      node.type === 'decorated_definition' ? (node.childForField('definition') ?? node) : node,
    )
    .find((node) => node.type === 'function_definition' && node.childForField('name')?.text === '__init__');
}

/** What a class is made with, where its parameters stand for sizes. */
function instantiated(root: SyntaxNode, calls: readonly SyntaxNode[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const classes: SyntaxNode[] = [];
  walk(root, (node) => {
    if (node.type === 'class_definition') classes.push(node);
  });
  const firstCalls = new Map<string, SyntaxNode>();
  for (const call of classes.length === 0 ? [] : calls) {
    const callee = call.childForField('function')?.text ?? '';
    if (!firstCalls.has(callee)) firstCalls.set(callee, call);
  }
  for (const node of classes) {
    const made = firstCalls.get(node.childForField('name')?.text ?? '');
    const init = initOf(node);
    const parameters = (init?.childForField('parameters')?.namedChildren ?? []).slice(1);
    const given = made ? argumentsOf(made) : null;
    parameters.forEach((parameter, index) => {
      const key = parameter.childForField('name')?.text ?? /^\w+/.exec(parameter.text)?.[0] ?? '';
      const value =
        given?.positional[index]?.text ??
        given?.keywords.get(key)?.text ??
        parameter.childForField('value')?.text ??
        null;
      if (value !== null && /^[\w.() +*-]{1,60}$/.test(value) && !values.has(key))
        values.set(key, /\W/.test(value) && !/^[\w.]+$/.test(value) ? `(${value})` : value);
    });
  }
  return values;
}

function torchLayout(root: SyntaxNode, calls: readonly SyntaxNode[]): Omit<ModelLayout, 'framework' | 'loss'> {
  const values = instantiated(root, calls);
  const resolve = (node: SyntaxNode | undefined): string | null =>
    node ? node.text.replace(/[A-Za-z_]\w*/g, (name) => values.get(name) ?? name) : null;
  // A network of torchvision takes pictures, whatever its last layer is replaced by.
  const ready = /\bmodels\.(resnet|wide_resnet|resnext|vgg|alexnet|densenet|squeezenet|mobilenet|inception|googlenet|efficientnet|shufflenet|mnasnet|regnet|convnext)\w*\(/.exec(root.text)?.[1]; // prettier-ignore
  const side = ready === 'inception' ? '299' : '64';
  const pictures = ready !== undefined && !/\bdef forward\b/.test(root.text) ? ['3', side, side] : null;
  const layers = calls.filter((call) => torchLayers.test(lastNameOf(call)) && !/functional|^F\./.test(call.text));
  let input: readonly string[] | null = null;
  let vocabulary: string | null = null;
  const [first] = layers;
  if (first) {
    const name = lastNameOf(first);
    const { positional, keywords } = argumentsOf(first);
    const size = resolve(
      positional[0] ??
        keywords.get('in_features') ??
        keywords.get('in_channels') ??
        keywords.get('input_size') ??
        keywords.get('num_embeddings') ??
        keywords.get('d_model'),
    );
    if (size !== null) {
      const side = String(
        sideFor(inOrderOfUse(root, calls), (node) => {
          const text = resolve(node);
          if (text === null || !/^\d+(?:\s*\*\s*\d+)*$/.test(text)) return null;
          return text.split('*').reduce((product, factor) => product * Number(factor), 1);
        }) ?? 32,
      );
      if (name === 'Conv2d') input = [size, side, side];
      else if (name === 'Conv3d') input = [size, '8', '16', '16'];
      else if (name === 'Conv1d') input = [size, '32'];
      else if (name === 'Embedding') [input, vocabulary] = [['10'], size];
      else if (/^(?:LSTM|GRU|RNN|TransformerEncoderLayer)$/.test(name)) input = ['10', size];
      else input = [size];
    }
  }
  const last = layers.filter((call) => lastNameOf(call) === 'Linear').at(-1);
  const lastArguments = last ? argumentsOf(last) : null;
  const outputs = resolve(lastArguments?.positional[1] ?? lastArguments?.keywords.get('out_features'));
  return { input: pictures ?? input, vocabulary: pictures ? null : vocabulary, outputs };
}

/** Reads what the model of a script takes and gives from the text of its layers and its loss. */
export function readModelLayout(root: SyntaxNode): ModelLayout {
  const calls = callsOf(root);
  const names = calls.map(lastNameOf);
  // Both frameworks have layers of these names.
  const shared = /^(?:Flatten|LSTM|GRU|Embedding)$/;
  const text = root.text.slice(0, 20_000);
  const isTorch = names.some((name) => torchLayers.test(name)) || /\btorch\b/.test(text);
  const isKeras = names.some((name) => kerasLayers.test(name) && !(shared.test(name) && isTorch));
  const loss = lossOf(calls);
  if (isKeras) return { framework: 'keras', loss, ...kerasInput(calls), outputs: kerasOutputs(calls) };
  if (isTorch) return { framework: 'torch', loss, ...torchLayout(root, calls) };
  return { framework: null, loss, input: null, vocabulary: null, outputs: null };
}
