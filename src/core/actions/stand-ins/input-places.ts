import type { SyntaxNode } from '../../ports/python-parser';
import { parameterNames } from '../name-usage';
import { walk } from '../syntax-names';
import type { StandInContext } from './build-stand-in';
import { argumentsOf, lastNameOf } from './call-arguments';
import { recurrentFeatures } from './recurrent-network';

/** What one of several inputs of a network takes: the shape of a sample, and the rows of the table that it holds positions of. */
interface InputPlace {
  readonly sample: readonly string[];
  readonly vocabulary: string | null;
}

/** Where a value goes into a network: the place among its inputs, or the name of one. */
interface Handed {
  readonly place: number | null;
  readonly key: string | null;
  readonly call: SyntaxNode;
}

const feeding = /\.(?:fit|predict|evaluate|train_on_batch|test_on_batch|predict_on_batch)$/;

function indexIn(list: SyntaxNode, node: SyntaxNode): number {
  return list.namedChildren.findIndex(({ startIndex }) => startIndex === node.startIndex);
}

/** The list or dictionary of inputs that a value stands in, where Keras is given such: `fit([a, b], y)`. */
function handedToKeras(read: SyntaxNode): Handed | null {
  const sliced =
    read.parent?.type === 'subscript' && read.parent.childForField('value')?.startIndex === read.startIndex;
  const node = sliced && read.parent ? read.parent : read;
  const holder = node.parent?.type === 'pair' ? node.parent.parent : node.parent;
  if (!holder || !/^(?:list|tuple|dictionary)$/.test(holder.type)) return null;
  const argument = holder.parent?.type === 'keyword_argument' ? holder.parent : holder;
  const list = argument.parent;
  const call = list?.type === 'argument_list' ? list.parent : null;
  if (!list || call?.type !== 'call' || !feeding.test(call.childForField('function')?.text ?? '')) return null;
  const keyword = argument.type === 'keyword_argument' ? (argument.childForField('name')?.text ?? '') : null;
  if (keyword === null ? indexIn(list, argument) !== 0 : !/^x|inputs$/.test(keyword)) return null;
  const key =
    node.parent?.type === 'pair' ? (node.parent.childForField('key')?.text.replace(/['"]/g, '') ?? null) : null;
  return { place: key === null ? indexIn(holder, node) : null, key, call };
}

/** The input layers of a functional model, in the order in which it takes them. */
function kerasInputs(root: SyntaxNode): readonly { readonly variable: string; readonly call: SyntaxNode }[] {
  const made: { variable: string; call: SyntaxNode }[] = [];
  let order: readonly string[] | null = null;
  walk(root, (node) => {
    if (node.type !== 'call') return;
    const name = lastNameOf(node);
    const variable = node.parent?.type === 'assignment' ? (node.parent.childForField('left')?.text ?? '') : '';
    if (name === 'Input') made.push({ variable, call: node });
    if (name !== 'Model' || order !== null) return;
    const { positional, keywords } = argumentsOf(node);
    const given = keywords.get('inputs') ?? keywords.get('input') ?? positional[0];
    if (given?.type === 'list') order = given.namedChildren.map(({ text }) => text);
  });
  const names: readonly string[] = order ?? made.map(({ variable }) => variable);
  return names.flatMap((name) => made.find(({ variable }) => variable === name) ?? []);
}

function kerasPlace(read: SyntaxNode, root: SyntaxNode): InputPlace | null {
  const handed = handedToKeras(read);
  if (handed === null) return null;
  const inputs = kerasInputs(root);
  const named = inputs.find(
    ({ call }) => argumentsOf(call).keywords.get('name')?.text.replace(/['"]/g, '') === handed.key,
  );
  const input = handed.key === null ? inputs[handed.place ?? 0] : named;
  if (inputs.length < 2 || !input) return null;
  const { positional, keywords } = argumentsOf(input.call);
  const shape = keywords.get('shape') ?? positional[0];
  if (!shape || !/^(?:tuple|list|parenthesized_expression)$/.test(shape.type)) return null;
  const sample = shape.namedChildren.map(({ text }) => (text === 'None' ? '10' : text));
  const table = new RegExp(
    `\\bEmbedding\\(\\s*(?:input_dim\\s*=\\s*)?([\\w.]+)[^\\n]*\\)\\(\\s*${input.variable}\\s*\\)`,
  );
  return { sample, vocabulary: input.variable === '' ? null : (table.exec(root.text.slice(0, 50_000))?.[1] ?? null) };
}

/** The class whose `forward` a call of a network runs: the one that the network is made with, else the last of the script. */
function forwardOf(
  callee: string,
  root: SyntaxNode,
): { readonly definition: SyntaxNode; readonly owner: SyntaxNode } | null {
  const made = new RegExp(`(?:^|\\n)\\s*${callee.replace(/\W/g, '.')}\\s*=\\s*(\\w+)\\(`).exec(
    root.text.slice(0, 100_000),
  )?.[1];
  const found: { definition: SyntaxNode; owner: SyntaxNode; name: string }[] = [];
  walk(root, (node) => {
    if (node.type !== 'class_definition') return;
    const definition = node
      .childForField('body')
      ?.namedChildren.map((part) => (part.type === 'decorated_definition' ? part.childForField('definition') : part))
      .find((part) => part?.childForField('name')?.text === 'forward');
    if (definition) found.push({ definition, owner: node, name: node.childForField('name')?.text ?? '' });
  });
  return found.find(({ name }) => name === made) ?? found.at(-1) ?? null;
}

/** The sample that a layer of PyTorch takes, by its kind. */
function takenBy(layer: string, size: string): InputPlace | null {
  switch (layer) {
    case 'Embedding':
      return { sample: ['10'], vocabulary: size };
    case 'Linear':
      return { sample: [size], vocabulary: null };
    case 'LSTM':
    case 'GRU':
    case 'RNN':
      return { sample: ['10', size], vocabulary: null };
    case 'Conv1d':
      return { sample: [size, '32'], vocabulary: null };
    case 'Conv2d':
      return { sample: [size, '32', '32'], vocabulary: null };
    default:
      return null;
  }
}

/** What `forward` does with one of its parameters first: the layer that it goes into as it is, with a size that is a number. */
function torchPlace(read: SyntaxNode, { root, usageOf }: StandInContext): InputPlace | null {
  const list = read.parent;
  const call = list?.type === 'argument_list' ? list.parent : null;
  const callee = call?.type === 'call' ? (call.childForField('function')?.text ?? '') : '';
  if (!list || !/^[A-Za-z_]\w*$/.test(callee) || /^[A-Z]/.test(callee)) return null;
  const isNetwork = /(?:^|_)(?:model|net|network)\d*$/i.test(callee) || usageOf(callee).methods.has('parameters');
  const forward = isNetwork ? forwardOf(callee, root) : null;
  const parameters = forward ? parameterNames(forward.definition).slice(1) : [];
  const parameter = parameters[indexIn(list, read)];
  if (!forward || parameter === undefined || parameters.length < 2) return null;
  const attribute = new RegExp(`\\bself\\.(\\w+)\\(\\s*${parameter}\\s*[,)]`).exec(forward.definition.text)?.[1];
  if (attribute === undefined) return null;
  const layer = new RegExp(`\\bself\\.${attribute}\\s*=\\s*(?:\\w+\\.)*(\\w+)\\(\\s*(?:\\w+\\s*=\\s*)?(\\w+)`).exec(forward.owner.text); // prettier-ignore
  const [, kind = '', told = ''] = layer ?? [];
  const value = /^\d+$/.test(told) ? told : defaultOf(told, forward.owner, root);
  return value === null ? null : takenBy(kind, value);
}

/** The number that a parameter of a class is given where the network is made, else its default. */
function defaultOf(parameter: string, owner: SyntaxNode, root: SyntaxNode): string | null {
  const head = /\bdef __init__\s*\(([^)]{0,400})\)/.exec(owner.text)?.[1] ?? '';
  const names = head.split(',').map((part) => /^\w+/.exec(part.trim())?.[0] ?? '').slice(1); // prettier-ignore
  const name = owner.childForField('name')?.text ?? '';
  const given = new RegExp(`(?<!class )\\b${name}\\(([^()\\n]{0,200})\\)`).exec(root.text.slice(0, 100_000))?.[1]?.split(',') ?? []; // prettier-ignore
  const byName = given.map((part) => new RegExp(`^\\s*${parameter}\\s*=\\s*(\\d+)\\s*$`).exec(part)?.[1]).find(Boolean);
  const byPlace = given[names.indexOf(parameter)]?.trim();
  const own = new RegExp(`\\b${parameter}\\s*(?::\\s*int\\s*)?=\\s*(\\d+)`).exec(head)?.[1];
  return byName ?? (byPlace !== undefined && /^\d+$/.test(byPlace) ? byPlace : null) ?? own ?? null;
}

/** The context for one value: where the network takes several, the layout of what this one goes into. */
export function contextOf(name: string, context: StandInContext): StandInContext {
  const { root, names, framework, layout } = context;
  const reads = (names.free.get(name) ?? names.readsOf(name)).map(({ node }) => node);
  for (const read of reads.slice(0, 20)) {
    const place =
      framework === 'keras' ? kerasPlace(read, root) : framework === 'torch' ? torchPlace(read, context) : null;
    if (place) return { ...context, layout: { ...layout, input: place.sample, vocabulary: place.vocabulary } };
  }
  const features = context.form.features === undefined ? recurrentFeatures(reads, context) : null;
  return features === null ? context : { ...context, form: { features, ...context.form } };
}
