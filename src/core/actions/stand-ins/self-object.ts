import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';
import { hyperparameterValue } from './hyperparameters';
import { reportedCount } from './report-values';
import { listedLayer, toldLayer } from './told-network';

/** Settings of an object that a fragment reads from `self`, by their own names. */
function settingText(attribute: string, width: string, context: StandInContext): string {
  const heads = reportedCount(/heads/, context.report.source);
  if (/^(?:n_?heads?|num_?heads?|heads)$/i.test(attribute) && heads !== null) return String(heads);
  if (/^(?:head_?dim|d_?k|head_?size)$/i.test(attribute) && heads !== null) return `${width} // ${heads}`;
  if (/^(?:hid\w*|d_?model|embed\w*|width|dim|emb\w*)$/i.test(attribute)) return width;
  if (/^device$/.test(attribute)) return '"cpu"';
  return hyperparameterValue(attribute, nothingKnown, context.report.source) ?? '1';
}

function widthOf({ report }: StandInContext): string {
  const told = /(?:width|d_model|hidden(?: size)?|embedding(?: size| dimension)?|dimension)\b[^.\d]{0,20}(\d{1,4})/i;
  return told.exec(report.sentences)?.[1] ?? '32';
}

function torchLayerText(attribute: string, width: string): string {
  if (/drop/i.test(attribute)) return 'torch.nn.Dropout(0.1)';
  if (/^bn|batch_?norm/i.test(attribute)) return `torch.nn.LazyBatchNorm1d()`;
  if (/norm|^ln/i.test(attribute)) return `torch.nn.LayerNorm(${width})`;
  if (/emb/i.test(attribute)) return `torch.nn.Embedding(50, ${width})`;
  if (/conv1d|conv_?1d/i.test(attribute)) return 'torch.nn.LazyConv1d(8, 3, padding=1)';
  if (/conv/i.test(attribute)) return 'torch.nn.LazyConv2d(8, 3, padding=1)';
  if (/pool/i.test(attribute)) return 'torch.nn.MaxPool2d(2)';
  if (/relu|^act/i.test(attribute)) return 'torch.nn.ReLU()';
  if (/softmax/i.test(attribute)) return 'torch.nn.Softmax(dim=-1)';
  if (/flat/i.test(attribute)) return 'torch.nn.Flatten()';
  if (/lstm/i.test(attribute)) return `torch.nn.LSTM(${width}, ${width}, batch_first=True)`;
  if (/gru/i.test(attribute)) return `torch.nn.GRU(${width}, ${width}, batch_first=True)`;
  if (/rnn/i.test(attribute)) return `torch.nn.RNN(${width}, ${width}, batch_first=True)`;
  if (/loss|criterion/i.test(attribute)) return 'torch.nn.CrossEntropyLoss()';
  return `torch.nn.Linear(${width}, ${width})`;
}

function kerasLayerText(attribute: string, width: string, keras: string): string {
  const layer = (text: string): string => `${keras}.layers.${text}`;
  if (/drop/i.test(attribute)) return layer('Dropout(0.1)');
  if (/norm|^bn/i.test(attribute)) return layer('BatchNormalization()');
  if (/emb/i.test(attribute)) return layer(`Embedding(50, ${width})`);
  if (/conv/i.test(attribute)) return layer('Conv2D(8, 3, padding="same")');
  if (/pool/i.test(attribute)) return layer('MaxPooling2D()');
  if (/flat/i.test(attribute)) return layer('Flatten()');
  if (/lstm/i.test(attribute)) return layer(`LSTM(${width}, return_sequences=True)`);
  if (/gru|rnn/i.test(attribute)) return layer(`GRU(${width}, return_sequences=True)`);
  if (/loss/i.test(attribute)) return `${keras}.losses.SparseCategoricalCrossentropy()`;
  return layer(`Dense(${width})`);
}

/** The layer whose sizes the reported message prints: "weight of size [64, 40, 3]", "(32x400 and 120x84)". */
function complainedLayer(attribute: string, { complaint }: StandInContext): string | null {
  const weight = /weight of size \[(\d+), (\d+)((?:, \d+){1,3})\]/.exec(complaint);
  if (weight && /conv|cnn|layer/i.test(attribute)) {
    const [, outputs = '1', inputs = '1', window = ''] = weight;
    const kernel = window
      .split(',')
      .map((size) => size.trim())
      .filter(Boolean);
    return `torch.nn.Conv${kernel.length}d(${inputs}, ${outputs}, (${kernel.join(', ')},))`;
  }
  const product =
    /cannot be multiplied \(\d+x\d+ and (\d+)x(\d+)\)|size mismatch, m1: \[\d+ x \d+\], m2: \[(\d+) x (\d+)\]/.exec(
      complaint,
    );
  const [inputs, outputs] = [product?.[1] ?? product?.[3], product?.[2] ?? product?.[4]];
  return inputs !== undefined && outputs !== undefined && /fc|lin|dense|out|head|classif|proj/i.test(attribute)
    ? `torch.nn.Linear(${inputs}, ${outputs})`
    : null;
}

/** The value of `self.NAME` in a class of ours: what the report says of it, else a layer or a setting by its name. */
export function attributeText(attribute: string, called: boolean, context: StandInContext): string {
  const told = toldLayer(attribute, context.report, context.framework === 'keras' ? context.keras : 'torch');
  const listed = called
    ? listedLayer(attribute, context.report, context.framework === 'keras' ? context.keras : 'torch')
    : null;
  const known =
    told ?? listed ?? (called && context.framework === 'torch' ? complainedLayer(attribute, context) : null);
  if (known !== null) return known;
  const width = widthOf(context);
  if (!called) return settingText(attribute, width, context);
  return context.framework === 'keras'
    ? kerasLayerText(attribute, width, context.keras)
    : torchLayerText(attribute, width);
}

/** The object that the lines of a method speak of: its layers, and its settings. */
export function selfLines(usage: Usage, context: StandInContext): readonly string[] {
  const parts = [...usage.attributes].map(
    (attribute) => `${attribute}=${attributeText(attribute, usage.methods.has(attribute), context)}`,
  );
  return ['from types import SimpleNamespace', `self = SimpleNamespace(${parts.join(', ')})`];
}

/** Of a name that is read nowhere. */
export const nothingKnown: Usage = {
  name: '',
  attributes: new Set(),
  methods: new Map(),
  calls: [],
  handedTo: [],
  loops: [],
  itemLoops: [],
  subscripts: [],
  itemAttributes: new Set(),
  unpacked: [],
  spread: false,
  operators: new Set(),
  isBase: false,
};

/** "2 sequences of 16 tokens": how many, and how long. */
function sequenceSizes(source: string): readonly string[] | null {
  const told =
    /\b(\d{1,5})\s+(?:\w+\s+)?(?:sequences|sentences|texts|series|samples|windows|signals)\s+of\s+(?:length\s+)?(\d{1,5})\b/i.exec(
      source,
    );
  return told ? [told[1] ?? '', told[2] ?? ''] : null;
}

/** A value that goes into the layers of `self`, or that is compared with a padding index. */
export function sequenceText(name: string, usage: Usage, context: StandInContext): string | null {
  const sizes = sequenceSizes(context.report.sentences);
  if (usage.handedTo.some(({ callee }) => /^self\.\w+$/.test(callee))) {
    return `torch.rand(${[...(sizes ?? ['2', '10']), widthOf(context)].join(', ')})`;
  }
  return /^(?:src|tgt|trg|tokens?|ids|input_ids|seqs?|sequences?|words|text_ids)$/i.test(name)
    ? `torch.randint(1, 50, (${(sizes ?? ['2', '10']).join(', ')}))`
    : null;
}
