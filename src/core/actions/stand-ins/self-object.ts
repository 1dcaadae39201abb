import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';
import { hyperparameterValue } from './hyperparameters';
import { reportedCount } from './report-values';

/** Settings of an object that a fragment reads from `self`, by their own names. */
function attributeText(attribute: string, width: string, context: StandInContext): string {
  const heads = reportedCount(/heads/, context.report.source);
  if (/^(?:n_?heads?|num_?heads?|heads)$/i.test(attribute) && heads !== null) return String(heads);
  if (/^(?:head_?dim|d_?k|head_?size)$/i.test(attribute) && heads !== null) return `${width} // ${heads}`;
  if (/^(?:hid\w*|d_?model|embed\w*|width|dim|emb\w*)$/i.test(attribute)) return width;
  if (/^device$/.test(attribute)) return '"cpu"';
  return hyperparameterValue(attribute, nothingKnown, context.report.source) ?? '1';
}

/** The object that the lines of a method speak of: its layers, and its settings. */
export function selfLines(usage: Usage, context: StandInContext): readonly string[] {
  const told = /(?:width|d_model|hidden(?: size)?|embedding(?: size| dimension)?|dimension)\b[^.\d]{0,20}(\d{1,4})/i;
  const width = told.exec(context.report.sentences)?.[1] ?? '32';
  const parts = [...usage.attributes].map((attribute) => {
    if (!usage.methods.has(attribute)) return `${attribute}=${attributeText(attribute, width, context)}`;
    if (/drop/i.test(attribute)) return `${attribute}=torch.nn.Dropout(0.1)`;
    if (/norm|^ln/i.test(attribute)) return `${attribute}=torch.nn.LayerNorm(${width})`;
    if (/emb/i.test(attribute)) return `${attribute}=torch.nn.Embedding(50, ${width})`;
    return `${attribute}=torch.nn.Linear(${width}, ${width})`;
  });
  return ['from types import SimpleNamespace', `self = SimpleNamespace(${parts.join(', ')})`];
}

const nothingKnown: Usage = {
  name: '',
  attributes: new Set(),
  methods: new Map(),
  calls: [],
  handedTo: [],
  loops: [],
  subscripts: [],
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
    const told = /(?:width|d_model|hidden(?: size)?|embedding(?: size| dimension)?|dimension)\b[^.\d]{0,20}(\d{1,4})/i;
    return `torch.rand(${[...(sizes ?? ['2', '10']), told.exec(context.report.sentences)?.[1] ?? '32'].join(', ')})`;
  }
  return /^(?:src|tgt|trg|tokens?|ids|input_ids|seqs?|sequences?|words|text_ids)$/i.test(name)
    ? `torch.randint(1, 50, (${(sizes ?? ['2', '10']).join(', ')}))`
    : null;
}
