import { readCode, type CodeFacts } from '../control/code-facts';
import type { PythonParser } from '../ports/python-parser';
import type { MemoryEstimate } from '../../protocol/memory-estimate';
import { batchOf, readArrays } from './array-sizes';
import { kerasLayer, torchLayer, type Sample } from './layer-sizes';
import { product, readNumbers } from './numbers';
import { placedCalls } from './placed-layers';

/** Bytes that a process has in use once the import is done, as seen with torch 2.15, tensorflow 2.21 and numpy 2 on Linux. */
const frameworkBytes: readonly (readonly [RegExp, number])[] = [
  [/\b(?:tensorflow|keras)\b/, 650e6],
  [/\b(?:pytorch_lightning|lightning|transformers)\b/, 430e6],
  [/\btorch(?:vision)?\b/, 280e6],
  [/\bjax\b/, 250e6],
  [/\b(?:sklearn|scipy|pandas)\b/, 120e6],
  [/\bnumpy\b/, 30e6],
];
const PLAIN_BYTES = 15e6;
/** What CUDA itself takes of a card for one process. */
const CONTEXT_BYTES = 500e6;
/** Makers of models and data whose sizes lie outside of the script. */
const outside =
  /^(?:from_pretrained|load_model|load_data|read_csv|load_dataset|pipeline|load_from_checkpoint|resnet\d+|vgg\d+|densenet\d+|mobilenet\w*|efficientnet\w*|ResNet\d\w*|VGG\d+|MobileNet\w*|EfficientNet\w*|InceptionV3|Xception|DenseNet\d+|imread|open_dataset)$/;
const MOST_UNREAD = 8;

/**
 * What a script will take of memory, by reading its text alone: parameters by the bytes of each with gradients and the optimiser's
 * states, arrays by their written sizes, and what a batch leaves in the layers. What cannot be read is named, and not guessed.
 */
export function estimateMemory(text: string, parser: PythonParser): MemoryEstimate {
  const facts = readCode(text, parser);
  const numbers = readNumbers(facts.tree);
  const arrays = readArrays(facts, numbers);
  const { batch, sample } = batchOf(facts, numbers, arrays);
  const isKeras = facts.framework === 'keras';
  const unread = [...arrays.unread, ...facts.calls.filter(({ name }) => outside.test(name)).map(({ name }) => name)];
  let parameters = 0;
  let outputs = 0;
  let layers = 0;
  let flow: Sample = sample;
  for (const { call, numbers: known, times } of placedCalls(facts, numbers)) {
    if (facts.framework !== 'torch' && !isKeras) break;
    const layer = (isKeras ? kerasLayer : torchLayer)({ call, numbers: known, input: flow });
    if (layer === null) continue;
    if (layer.parameters === null) unread.push(call.name);
    else parameters += layer.parameters * times;
    if (layer.output !== null) outputs += product(layer.output) * times;
    if (layer.parameters !== 0) layers += 1;
    flow = layer.output;
  }
  const width = /\.half\(\)|(?:float16|bfloat16)\b/.test(text) ? 2 : 4;
  const trains = facts.calls.some(({ name }) =>
    /^(?:backward|fit|fit_generator|train_on_batch|minimize|train_step|apply_gradients)$/.test(name),
  );
  const states = trains ? 1 + optimiserStates(facts) : 0;
  return {
    parameters,
    frameworkBytes: ownBytes(facts),
    modelBytes: parameters * width * (1 + states),
    // A fit of Keras works on a copy of its own.
    dataBytes: arrays.bytes * (isKeras && trains ? 2 : 1),
    activationBytes: outputs * (batch ?? 1) * width * (trains ? 2 : 1),
    batch,
    layers,
    contextBytes: usesCard(text) ? CONTEXT_BYTES : 0,
    unread: [...new Set(unread)].slice(0, MOST_UNREAD),
  };
}

function ownBytes({ text }: CodeFacts): number {
  const imports = text.match(/^[ \t]*(?:import|from)[ \t]+[\w., \t]+/gm)?.join('\n') ?? '';
  return frameworkBytes.find(([pattern]) => pattern.test(imports))?.[1] ?? PLAIN_BYTES;
}

/** Numbers that an optimiser keeps for each parameter besides its gradient. */
function optimiserStates({ calls, framework }: CodeFacts): number {
  for (const { name, named, positional } of calls) {
    if (/^(?:AdamW?|Nadam|Adamax|RAdam|LAMB|AdamOptimizer)$/.test(name)) return 2;
    if (/^(?:RMSprop|Adagrad|Adadelta|RMSPropOptimizer)$/.test(name)) return name === 'Adadelta' ? 2 : 1;
    if (name === 'SGD') return named.has('momentum') ? 1 : 0;
    if (name === 'compile') {
      const given = (named.get('optimizer') ?? positional[0])?.text ?? '';
      if (/adam/i.test(given)) return 2;
      if (/sgd/i.test(given)) return 0;
      if (framework === 'keras') return 1;
    }
  }
  return 0;
}

function usesCard(text: string): boolean {
  return /\.cuda\(|['"]cuda(?::\d+)?['"]|accelerator\s*=\s*['"]gpu['"]|\bgpus\s*=\s*[1-9]|['"]\/?(?:device:)?GPU:\d['"]/i.test(
    text,
  );
}
