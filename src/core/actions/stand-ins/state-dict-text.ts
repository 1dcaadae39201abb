/** A layer that a message speaks of, with the shape that a tensor of it has in the file or in the network. */
interface LayerShape {
  readonly key: string;
  readonly inFile: readonly string[] | null;
  readonly inNetwork: readonly string[] | null;
}

/** What a refused state speaks of: which keys the network has, and which the file. */
interface StateFault {
  readonly network: string;
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
  readonly sizes: readonly LayerShape[];
}

function keysBehind(message: string, words: RegExp): readonly string[] {
  const list = words.exec(message)?.[1] ?? '';
  return [...list.matchAll(/["']([\w.]{1,120})["']/g)].map((match) => match[1] ?? '').slice(0, 200);
}

function sizes(text: string | undefined): readonly string[] | null {
  return text === undefined ? null : (text.match(/\d+/g) ?? []);
}

/** Reads "Error(s) in loading state_dict for NET: Missing key(s) …". Null: the message is another one. */
export function readStateFault(message: string): StateFault | null {
  const network = /Error\(s\) in loading state_dict for (\w{1,80})/.exec(message)?.[1];
  if (network === undefined) return null;
  const mismatch =
    /size mismatch for ([\w.]{1,120}): copying a param(?:eter)? (?:with shape |of )?(?:torch\.Size\(\[([\d, ]*)\]\))[^,\n]{0,40}, (?:the shape in current model is|where the shape is) torch\.Size\(\[([\d, ]*)\]\)/g;
  return {
    network,
    missing: keysBehind(message, /Missing key\(s\) in state_dict:((?:\s*["'][\w.]+["'],?)+)/),
    unexpected: keysBehind(message, /Unexpected key\(s\) in state_dict:((?:\s*["'][\w.]+["'],?)+)/),
    sizes: [...message.matchAll(mismatch)].map((match) => ({
      key: match[1] ?? '',
      inFile: sizes(match[2]),
      inNetwork: sizes(match[3]),
    })),
  };
}

function layerOf(keys: ReadonlyMap<string, readonly string[] | null>): string {
  const weight = keys.get('weight') ?? null;
  const bias = keys.has('bias') ? '' : ', bias=False';
  if (keys.has('running_mean')) return `torch.nn.BatchNorm2d(${keys.get('running_mean')?.[0] ?? '8'})`;
  if ([...keys.keys()].some((key) => /^weight_(?:ih|hh)_l\d/.test(key))) return 'torch.nn.LSTM(8, 8)';
  if (weight !== null && weight.length === 4) {
    return `torch.nn.Conv2d(${weight[1] ?? '3'}, ${weight[0] ?? '8'}, ${weight[2] ?? '3'}${bias})`;
  }
  if (weight !== null && weight.length === 1) return `torch.nn.LayerNorm(${weight[0] ?? '8'})`;
  if (weight !== null) return `torch.nn.Linear(${weight[1] ?? '8'}, ${weight[0] ?? '8'}${bias})`;
  const given = keys.get('bias') ?? null;
  return `torch.nn.Linear(8, ${given?.[0] ?? '8'}${bias})`;
}

/** Statements of a class with layers of the keys that the network has, in containers where the keys are nested. */
export function networkWithKeys({ network, missing, sizes: shapes }: StateFault): readonly string[] {
  const layers = new Map<string, Map<string, readonly string[] | null>>();
  const put = (key: string, shape: readonly string[] | null): void => {
    const at = key.lastIndexOf('.');
    const owner = at < 0 ? 'layer' : key.slice(0, at);
    const parts = layers.get(owner) ?? new Map<string, readonly string[] | null>();
    parts.set(at < 0 ? key : key.slice(at + 1), shape);
    layers.set(owner, parts);
  };
  for (const key of missing) put(key, null);
  for (const { key, inNetwork } of shapes) put(key, inNetwork);
  if (layers.size === 0) layers.set('fc1', new Map([['weight', null], ['bias', null]])); // prettier-ignore
  const lines = [
    `class ${network}(torch.nn.Module):`,
    '    def __init__(self, *args, **kwargs):',
    '        super().__init__()',
  ];
  const made = new Set<string>();
  for (const [owner, parts] of layers) {
    const steps = owner.split('.');
    for (let depth = 1; depth < steps.length; depth += 1) {
      const outer = steps.slice(0, depth).join('.');
      if (made.has(outer)) continue;
      made.add(outer);
      lines.push(`        self.${place(steps.slice(0, depth), 'torch.nn.Module()')}`);
    }
    made.add(owner);
    lines.push(`        self.${place(steps, layerOf(parts))}`);
  }
  return [...lines, '', '    def forward(self, x):', '        return x'];
}

function place(steps: readonly string[], value: string): string {
  const last = steps.at(-1) ?? 'layer';
  const holders = steps
    .slice(0, -1)
    .map((step) => (/^\d/.test(step) ? `get_submodule("${step}").` : `${step}.`))
    .join('');
  return `${holders}add_module("${last}", ${value})`;
}

/** The prefix that all of `longer` have before those of `shorter`: `module.` of a network that was wrapped. Null: none. */
function commonPrefix(longer: readonly string[], shorter: readonly string[]): string | null {
  const [first] = longer;
  const [other] = shorter;
  if (first === undefined || other === undefined || !first.endsWith(other)) return null;
  const prefix = first.slice(0, first.length - other.length);
  return prefix !== '' && shorter.every((key) => longer.includes(prefix + key)) ? prefix : null;
}

/** Statements that write a file of weights whose keys and shapes the message says that the network refuses. `owner`: the network. */
export function refusedState(fault: StateFault, owner: string, file: string): readonly string[] {
  const { missing, unexpected } = fault;
  const added = commonPrefix(unexpected, missing);
  const lost = added === null ? commonPrefix(missing, unexpected) : null;
  const key = added !== null ? `"${added}" + key` : lost !== null ? `key[${lost.length}:]` : 'key';
  const lines = [`state = {${key}: value for key, value in ${owner}.state_dict().items()}`];
  if (key === 'key') {
    for (const name of missing) lines.push(`state.pop("${name}", None)`);
    for (const name of unexpected) lines.push(`state["${name}"] = torch.zeros(8)`);
  }
  for (const { key: name, inFile } of fault.sizes) {
    if (inFile) lines.push(`state["${name}"] = torch.zeros(${inFile.join(', ') || '()'})`);
  }
  return [...lines, `torch.save(state, ${file})`];
}
