import type { SyntaxNode } from '../../ports/python-parser';
import type { Usage } from '../name-usage';
import { batchParts, type BatchParts } from './batch-parts';
import type { StandInContext } from './build-stand-in';
import { shapesIn } from './data-forms';
import { batchText, featuresText, labelsText, shapesFor } from './data-text';
import { dataModuleLines, isDataModule } from './lightning-text';
import { contextOf } from './input-places';
import { labelNames } from './roles';

/** Lengths of sequences: whole ones, where the fault is not that they come in any order. */
function lengthsText(count: string, steps: string, tensor: boolean, { complaint }: StandInContext): string {
  if (/sorted in decreasing order/.test(complaint)) {
    const made = `np.random.randint(1, ${steps} + 1, ${count})`;
    return tensor ? `torch.randint(1, ${steps} + 1, (${count},))` : made;
  }
  return tensor ? `torch.full((${count},), ${steps})` : `np.full((${count},), ${steps})`;
}

/** Expressions for the parts of a batch: features first, labels after them, each by its own name where it tells one. */
function partTexts(name: string, parts: readonly string[], context: StandInContext): readonly string[] {
  const tensor = context.framework === 'torch';
  const shapes = shapesFor(name, context);
  return parts.map((part, index) => {
    if (/len(?:gth)?s?$/i.test(part) && index > 0)
      return lengthsText(shapes.features[0] ?? '64', shapes.features[1] ?? '10', tensor, context);
    const own = contextOf(part, context);
    if (own !== context) return featuresText(part, shapesFor(part, own), own, tensor);
    return index === 0 ? featuresText(part, shapes, context, tensor) : labelsText(part, shapes, context, tensor);
  });
}

/** One sample of a data set whose samples are dictionaries: what goes in, masks of ones, and labels, by the names of the keys. */
function keyedSamples(name: string, keys: readonly string[], context: StandInContext): string {
  const shapes = shapesFor(name, context);
  const values = keys.map((key) => {
    const isMask = /mask|token_type/i.test(key);
    const isIndex = /(?:^|_)ids?$|token|input_ids|words|indices/i.test(key);
    const isLabel = labelNames.test(key) || /label|target|tag|class/i.test(key);
    const steps = shapes.features[1] ?? '10';
    const rows = context.layout.vocabulary ?? '50';
    const made = isMask
      ? `torch.ones(${shapes.features[0] ?? '64'}, ${steps}, dtype=torch.long)`
      : isLabel
        ? labelsText(key, shapes, context, true)
        : isIndex
          ? `torch.randint(0, ${rows}, (${shapes.features.join(', ')}))`
          : featuresText(key, shapes, context, true);
    return `${JSON.stringify(key)}: ${made}`;
  });
  const count = shapes.features[0] ?? '64';
  return `(lambda all: [{key: all[key][n] for key in all} for n in range(${count})])({${values.join(', ')}})`;
}

export function datasetText(name: string, context: StandInContext, taken: BatchParts): string {
  if (taken.kind === 'keys') return keyedSamples(name, taken.keys, context);
  if (context.form.unequal === true) {
    // Samples of two sizes, one after the other: those of the message, else two of ours.
    const [one, other] = shapesIn(context.complaint).filter((shape) => shape.every((size) => size !== null));
    if (one && other) {
      return `[(torch.rand(${one.join(', ')}), 0), (torch.rand(${other.join(', ')}), 1)] * 8`;
    }
    const sizes = shapesFor(name, context).features.slice(1);
    const longer = sizes.map((size, index) => (index === sizes.length - 1 ? `${size} + n % 2` : size));
    return `[(torch.rand(${longer.join(', ')}), n % 2) for n in range(64)]`;
  }
  return `torch.utils.data.TensorDataset(${partTexts(name, taken.parts, context).join(', ')})`;
}

/** Worker processes that the report tells of, where the fault speaks of such. */
export function workersText({ complaint, report }: StandInContext): string {
  const told = /\bnum_workers\b[\s`]*(?:=|:|of|is|to)[\s`]*([1-9]\d?)\b/.exec(report.source)?.[1];
  return told !== undefined && /worker|multi_?process/i.test(complaint)
    ? `, num_workers=${String(Math.min(2, Number(told)))}`
    : '';
}

/** A loader whose batches have such parts. */
function loaderText(name: string, taken: BatchParts, context: StandInContext): string {
  const batch = batchText(context);
  if (context.framework === 'torch') {
    return `torch.utils.data.DataLoader(${datasetText(name, context, taken)}, batch_size=${batch}${workersText(context)})`;
  }
  const isKeyed = taken.kind === 'keys';
  const values = partTexts(name, isKeyed ? taken.keys : taken.parts, context);
  const keyed = isKeyed ? `{${taken.keys.map((key, index) => `${JSON.stringify(key)}: ${values[index] ?? '0'}`).join(', ')}}` : null; // prettier-ignore
  const slices = keyed ?? (values.length === 1 ? (values[0] ?? '') : `(${values.join(', ')})`);
  return context.framework === 'keras'
    ? `tf.data.Dataset.from_tensor_slices(${slices}).batch(${batch})`
    : `[${slices}]`;
}

export function loaderLines(name: string, usage: Usage, context: StandInContext): readonly string[] {
  const loader = loaderText(name, batchParts(usage, context), context);
  if (isDataModule(name, usage)) return dataModuleLines(name, loader, context);
  const keys = usage.itemLoops.length === 0 ? [] : itemKeys(usage, context);
  if (keys.length === 0) return [`${name} = ${loader}`];
  return [`${name} = {${keys.map((key) => `${JSON.stringify(key)}: ${loader}`).join(', ')}}`];
}

/** Keys under which a script keeps its loaders; where it goes through them by a name, those of its own lists of words. */
function itemKeys({ subscripts }: Usage, { root }: StandInContext): readonly string[] {
  const written = subscripts.flatMap((text) => /^['"]([^'"\n]{1,60})['"]$/.exec(text)?.[1] ?? []);
  if (subscripts.every((text) => /^['"]/.test(text))) return [...new Set(written)];
  const words = /\bin\s*[[(]((?:\s*['"]\w{1,30}['"]\s*,?){1,6})[\])]/.exec(root.text)?.[1] ?? '';
  return [...new Set([...written, ...[...words.matchAll(/['"](\w+)['"]/g)].map((match) => match[1] ?? '')])];
}

/** Text of a loader whose items are taken apart by the pattern of a loop. */
export function loaderOf(name: string, context: StandInContext): (pattern: SyntaxNode) => string {
  return (pattern) => {
    const parts = pattern.type === 'identifier' ? ['x'] : pattern.namedChildren.map(({ text }) => text);
    return loaderText(name, { kind: 'tuple', parts }, context);
  };
}
