import type { ReportText } from './report-values';

/** The report's sentences without its code and its tracebacks. */
export function proseOf({ source, readOut }: Pick<ReportText, 'source' | 'readOut'>): string {
  let text = '';
  let from = 0;
  for (const { span } of [...readOut.blocks].sort((a, b) => a.span.start - b.span.start)) {
    if (span.start < from) continue;
    text += source.slice(from, span.start);
    from = Math.max(from, span.end);
  }
  return text + source.slice(from);
}

const kerasLayer =
  /(?<![\w.])(?:(?:tf\.)?(?:keras\.)?layers\.)?(Dense|Conv[123]D|MaxPool(?:ing)?[12]D|Flatten|Dropout|LSTM|GRU|SimpleRNN|Embedding|BatchNormalization|GlobalAveragePooling[12]D|GlobalMaxPooling[12]D|Input|InputLayer|Activation|Reshape|TimeDistributed|RepeatVector)\(((?:[^()\n]|\([^()\n]*\))*)\)/g;
const torchLayer =
  /(?<![\w.])(?:torch\.)?(?:nn\.)?(Linear|Conv[123]d|MaxPool[12]d|Flatten|Dropout|BatchNorm[12]d|ReLU|Sigmoid|Tanh|Softmax|LogSoftmax|Embedding)\(((?:[^()\n]|\([^()\n]*\))*)\)/g;

/** Arguments as people write them in sentences: `relu` for `"relu"`. Null: more than plain values. */
function plainArguments(text: string): string | null {
  const quoted = text.replace(
    /(?<![\w."'])(relu|softmax|sigmoid|tanh|linear|elu|selu|gelu|swish|same|valid)(?![\w."'(=])/g,
    '"$1"',
  );
  const rest = quoted.replace(/"[^"\n]*"|'[^'\n]*'|\b[A-Za-z_]\w*\s*=|\b(?:True|False|None)\b|[\d\s.,()[\]*+-]/g, '');
  return rest === '' ? quoted : null;
}

function layersIn(prose: string, pattern: RegExp, prefix: string): readonly string[] {
  return [...prose.matchAll(pattern)].flatMap((match) => {
    const inner = plainArguments(match[2] ?? '');
    return inner === null ? [] : [`${prefix}${match[1] ?? ''}(${inner})`];
  });
}

/** "20 -> 50 -> 2": sizes of layers one after the other. */
function chainIn(prose: string): readonly number[] | null {
  const told = /(?<![\w.])(\d{1,5}(?:\s*(?:->|→|=>|-)\s*\d{1,5}){2,6})(?!\w|\.\d)/.exec(prose)?.[1];
  if (told === undefined) return null;
  const sizes = (told.match(/\d+/g) ?? []).map(Number);
  // A date looks like a chain.
  return /^\d{4}-\d{1,2}-\d{1,2}$/.test(told.replace(/\s/g, '')) ? null : sizes;
}

/** The network that a report describes in a sentence, layer by layer, as one expression. `keras`: how the script gets at it, or `torch`. */
export function toldNetwork(report: Pick<ReportText, 'source' | 'readOut'>, keras: string): string | null {
  const prose = proseOf(report);
  const isTorch = keras === 'torch';
  const layers = isTorch ? layersIn(prose, torchLayer, 'torch.nn.') : layersIn(prose, kerasLayer, `${keras}.layers.`);
  if (layers.length > 1)
    return isTorch ? `torch.nn.Sequential(${layers.join(', ')})` : `${keras}.Sequential([${layers.join(', ')}])`;
  const chain = chainIn(prose);
  if (chain === null) return null;
  const pairs = chain.slice(1).map((size, index) => [chain[index] ?? size, size] as const);
  const linear = pairs.map(([from, to], index) => {
    const last = index === pairs.length - 1;
    if (isTorch) return `torch.nn.Linear(${from}, ${to})${last ? '' : ', torch.nn.ReLU()'}`;
    return `${keras}.layers.Dense(${to}${last ? '' : ', activation="relu"'}${index === 0 ? `, input_shape=(${from},)` : ''})`;
  });
  return isTorch ? `torch.nn.Sequential(${linear.join(', ')})` : `${keras}.Sequential([${linear.join(', ')}])`;
}

/** How many values the network gives that a sentence describes; null: none does. */
export function toldOutputs(report: Pick<ReportText, 'source' | 'readOut'>): string | null {
  const prose = proseOf(report);
  const last = [...prose.matchAll(kerasLayer)].filter((match) => match[1] === 'Dense').at(-1);
  const units = /^\s*(?:units\s*=\s*)?(\d{1,5})\b/.exec(last?.[2] ?? '')?.[1];
  return units ?? chainIn(prose)?.at(-1)?.toString() ?? null;
}

const kinds: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:conv|cnn)/i, /(?:^|\.)Conv\dd\(/i],
  [/^(?:bn|batch)/i, /(?:^|\.)BatchNorm/],
  [/^(?:fc|lin|dense|out|cls|head|classifier)/i, /(?:^|\.)(?:Linear|Dense)\(/],
  [/^(?:lstm)/i, /(?:^|\.)LSTM\(/],
  [/^(?:gru)/i, /(?:^|\.)GRU\(/],
  [/^(?:emb)/i, /(?:^|\.)Embedding\(/],
  [/^(?:pool|maxpool)/i, /(?:^|\.)MaxPool/],
];

/** The layer of the kind that a name tells among those that the sentences list: `conv2` is the second convolution. */
export function listedLayer(
  name: string,
  report: Pick<ReportText, 'source' | 'readOut'>,
  keras: string,
): string | null {
  const isTorch = keras === 'torch';
  const layers = layersIn(
    proseOf(report),
    isTorch ? torchLayer : kerasLayer,
    isTorch ? 'torch.nn.' : `${keras}.layers.`,
  );
  const kind = kinds.find(([pattern]) => pattern.test(name))?.[1];
  const alike = kind ? layers.filter((text) => kind.test(text)) : [];
  return alike[Number(/\d+$/.exec(name)?.[0] ?? '1') - 1] ?? (alike.length === 1 ? (alike[0] ?? null) : null);
}

/** What a sentence of the report says that a name is: "fc1 and fc2 are `nn.Linear(64, 64)`". Null: it says nothing. */
export function toldLayer(name: string, report: Pick<ReportText, 'source' | 'readOut'>, keras: string): string | null {
  const prose = proseOf(report).replace(/([^\n])\n(?=[^\n])/g, '$1 ');
  const isTorch = keras === 'torch';
  const word = new RegExp(`(?<![\\w])${name.replace(/\W/g, '')}(?![\\w(])`, 'i');
  for (const sentence of prose.split(/(?<=[.!?:])\s+|\n/)) {
    const at = word.exec(sentence);
    if (!at) continue;
    const rest = sentence.slice(at.index);
    const [found] = isTorch ? layersIn(rest, torchLayer, 'torch.nn.') : layersIn(rest, kerasLayer, `${keras}.layers.`);
    if (found !== undefined) return found;
  }
  return null;
}
