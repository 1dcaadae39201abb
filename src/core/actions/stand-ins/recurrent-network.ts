import type { SyntaxNode } from '../../ports/python-parser';
import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';
import { reportedShape } from './report-values';

/** A layer of PyTorch that gives its outputs and its state, by how the script calls it. */
interface Recurrent {
  /** The expression that makes it. */
  readonly text: string;
  /** Sizes of what goes in, `(steps, batch, width)` or with the batch first. */
  readonly features: readonly string[];
}

/** What any module of PyTorch has; a network with other methods is more than one layer. */
const ofModules =
  /^(?:train|eval|parameters|named_parameters|zero_grad|to|cuda|cpu|double|float|flatten_parameters|state_dict|load_state_dict)$/;

function unpackedCount(call: SyntaxNode): number {
  const left = call.parent?.type === 'assignment' ? call.parent.childForField('left') : null;
  return left && /^(?:pattern_list|tuple_pattern)$/.test(left.type) ? left.namedChildren.length : 1;
}

function argumentsIn(call: SyntaxNode): readonly SyntaxNode[] {
  return (call.childForField('arguments')?.namedChildren ?? []).filter(({ type }) => type !== 'comment');
}

/** The number behind a size that is a number, or a name that is set to one. */
function numberOf(size: string | undefined, text: string): string | null {
  if (size === undefined) return null;
  if (/^\d{1,5}$/.test(size)) return size;
  return new RegExp(`(?:^|\\n)[ \\t]*${size.replace(/\W/g, '.')}\\s*=\\s*(\\d{1,5})\\s*(?:#|\\n|$)`).exec(text)?.[1] ?? null; // prettier-ignore
}

/** Sizes of a tensor of three axes: as the script makes it, else as the report tells it. Null where one is not known. */
function sizesOf(name: string, { root, report }: StandInContext): readonly (string | null)[] {
  const text = root.text.slice(0, 50_000);
  const made = new RegExp(`(?:^|\\n)[ \\t]*${name.replace(/\W/g, '.')}\\s*=\\s*\\(?\\s*(?:Variable\\(\\s*)?torch\\.(?:zeros|ones|randn?|empty)\\(\\s*[([]?\\s*([\\w.]+)\\s*,\\s*([\\w.]+)\\s*,\\s*([\\w.]+)`).exec(text); // prettier-ignore
  const sizes = made ? made.slice(1, 4) : reportedShape(name, report);
  return sizes?.length === 3 ? sizes.map((size) => numberOf(size, text)) : [null, null, null];
}

/** What a missing recurrent layer must be: of the kind that its name or the report tells, in the sizes of its state and its data. Null: it is none. */
export function recurrentOf(name: string, usage: Usage, context: StandInContext): Recurrent | null {
  const { report, framework } = context;
  if (framework !== 'torch' || [...usage.methods.keys()].some((method) => !ofModules.test(method))) return null;
  const call = usage.calls.find((one) => unpackedCount(one) === 2 && argumentsIn(one).length <= 2);
  const [taken, state] = call ? argumentsIn(call) : [];
  if (!call || taken?.type !== 'identifier') return null;
  const named = /lstm|gru|rnn/i.exec(name)?.[0];
  const told = named ?? (state ? /\b(?:LSTM|GRU|RNN)\b/.exec(report.sentences)?.[0] : undefined);
  if (told === undefined) return null;
  const left = call.parent?.childForField('left');
  const isPair = [state, left?.namedChildren[1]].some((node) => /^(?:tuple|tuple_pattern)$/.test(node?.type ?? ''));
  const kind = isPair ? 'LSTM' : told.toUpperCase();
  const first = state?.type === 'tuple' ? (state.namedChildren[0]?.text ?? '') : (state?.text ?? '');
  const [layers, batch, width] = first === '' ? [null, null, null] : sizesOf(first, context);
  const given = sizesOf(taken.text, context);
  const isBatchFirst =
    /batch_first\s*=\s*True/.test(report.source) ||
    (typeof batch === 'string' && given[0] === batch && given[1] !== batch);
  const size = given[2] ?? '8';
  const rest = `${layers === null || layers === undefined ? '' : `, num_layers=${layers}`}${isBatchFirst ? ', batch_first=True' : ''}`;
  const axes = isBatchFirst ? [batch ?? '4', given[1] ?? '10'] : [given[0] ?? '10', batch ?? '4'];
  return { text: `torch.nn.${kind}(${size}, ${width ?? '16'}${rest})`, features: [...axes, size] };
}

/** The sizes of a value that goes into such a layer first, where the layer is missing or is ours. Null: it does not. */
export function recurrentFeatures(reads: readonly SyntaxNode[], context: StandInContext): readonly string[] | null {
  for (const read of reads.slice(0, 20)) {
    const list = read.parent;
    const call = list?.type === 'argument_list' ? list.parent : null;
    const callee = call?.type === 'call' ? call.childForField('function') : null;
    if (callee?.type !== 'identifier' || list?.namedChildren[0]?.startIndex !== read.startIndex) continue;
    const layer = recurrentOf(callee.text, context.usageOf(callee.text), context);
    const isOurs = layer !== null && context.root.text.includes(`${callee.text} = ${layer.text}\n`);
    if (layer && (isOurs || context.names.free.has(callee.text))) return layer.features;
  }
  return null;
}

/** A network around layers of ours that takes as many values as its calls give and gives as many as they take apart. Null: one of each. */
export function severalLines(name: string, layers: string, { calls }: Usage): readonly string[] | null {
  const given = Math.max(0, ...calls.map((call) => argumentsIn(call).length));
  const taken = Math.max(1, ...calls.map(unpackedCount));
  if (given < 2 && taken < 2) return null;
  const own = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Layers`;
  return [
    `class ${own}(torch.nn.Module):`,
    '    def __init__(self):',
    '        super().__init__()',
    `        self.layers = ${layers}`,
    '',
    '    def forward(self, x, *others, **named):',
    taken < 2 ? '        return self.layers(x)' : '        made = self.layers(x)',
    ...(taken < 2 ? [] : [`        return tuple([made, *others, *[made] * ${taken}][:${taken}])`]),
    '',
    `${name} = ${own}()`,
  ];
}
