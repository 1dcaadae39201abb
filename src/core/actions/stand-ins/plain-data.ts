import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';
import { shapesIn } from './data-forms';
import { shapesFor } from './data-text';

function columnsOf(usage: Usage): readonly string[] {
  const named = usage.subscripts.flatMap((text) =>
    [...text.matchAll(/['"]([^'"\n]{1,60})['"]/g)].map((match) => match[1] ?? ''),
  );
  return [...new Set(named)];
}

/** Labels that a message says were not there when a step was fitted, as Python text. */
function unseenLabels(complaint: string): readonly string[] {
  const told = /(?:previously unseen|new|unknown) (?:labels|categor(?:y|ies)):? \[([^\]\n]{1,200})\]/.exec(complaint)?.[1] ?? ''; // prettier-ignore
  return told.match(/'[^'\n]{1,60}'|-?\d+(?:\.\d+)?/g) ?? [];
}

/** Values of which the part that is not fitted holds some more. Null: the fault is another. */
export function unseenValues(name: string, { complaint }: StandInContext): string | null {
  const [label] = unseenLabels(complaint);
  if (label === undefined) return null;
  const known = label.startsWith("'") ? '"some", "other"' : label === '0' || label === '1' ? '2, 3' : '0, 1';
  return isPart(name) ? `[${known}, ${label}, ${known.split(', ')[0] ?? known}] * 16` : `[${known}] * 32`;
}

/** Names of a part that nothing is fitted to. */
function isPart(name: string): boolean {
  return /(?:^|_)(?:val|valid|validation|test|dev|new|unseen)(?:_|$)|^(?:test|val)|(?:test|val)$/i.test(name);
}

/** Parts of the data that a script keeps under their names: `sizes[phase]`. */
const phases = /^(?:train|val|valid|validation|test|dev|eval)(?:ing)?$/i;

/** A small table with the columns that the script reads. */
export function tableText(usage: Usage, context: StandInContext): string {
  const { form } = context;
  const columns = [...new Set([...columnsOf(usage), ...(form.columns ?? [])])];
  if (
    columns.length > 0 &&
    columns.every((column) => phases.test(column)) &&
    /(?:size|len|length|count|num)\w*$/i.test(usage.name)
  )
    return `{${columns.map((column) => `${JSON.stringify(column)}: 64`).join(', ')}}`;
  const listed = usage.subscripts.filter((text) => /^[[(]/.test(text)).join(' ');
  const unseen = unseenValues(usage.name, context);
  // What is taken out leaves other columns behind.
  const isTaken = usage.methods.has('drop') || usage.methods.has('pop');
  const shown = columns.length === 0 ? ['a', 'b', 'c', 'label'] : isTaken ? [...columns, 'f0', 'f1', 'f2'] : columns;
  const label = /^(?:y|label|target|class|species|outcome|output)s?$/i;
  const parts = shown.map((column, index) => {
    const isLabel = label.test(column) || (columns.length === 0 && index === shown.length - 1);
    const isWord = unseen !== null && (listed === '' || listed.includes(column));
    const values = isWord
      ? unseen
      : /text|sentence|review|title|comment|name/i.test(column)
        ? '["some words", "other words here"] * 32'
        : isLabel
          ? 'np.random.randint(0, 2, 64)'
          : 'np.random.rand(64)';
    return `${JSON.stringify(column)}: ${values}`;
  });
  return `pd.DataFrame({${parts.join(', ')}})`;
}

/** A list of what the report says in words that it holds. */
export function listLines(name: string, kind: 'texts' | 'lists' | 'numbers', context: StandInContext): string {
  const [one, other] = shapesIn(context.complaint).filter((shape) => shape.length === 1);
  if (kind === 'lists' && one?.[0] && other?.[0]) {
    return `${name} = [np.random.randint(1, 50, n).tolist() for n in [${one[0]}, ${other[0]}] * 16]`;
  }
  if (kind === 'lists') return `${name} = [np.random.randint(1, 50, n).tolist() for n in np.random.randint(5, 20, 64)]`;
  return kind === 'numbers' ? `${name} = np.random.randint(0, 2, 64).tolist()` : `${name} = ${textsValue}`;
}

/** Short texts, of as many words as the sizes in the message. */
export function textsText({ complaint }: StandInContext): string {
  const sizes = shapesIn(complaint).flatMap((shape) => (shape.length === 1 ? [Number(shape[0])] : []));
  return sizes.length > 1 && sizes.every((size) => size > 0 && size < 200)
    ? `[" ".join(["word"] * n) for n in [${sizes.slice(0, 2).join(', ')}] * 16]`
    : textsValue;
}

/** Short texts. */
const textsValue = '["some words in a row", "other words here", "one more short text"] * 20';

/** Sizes of layers one after the other: `layer_sizes[:-1]`, `for a, b in zip(dims, dims[1:])`. */
export function sizesValue(name: string, { subscripts, attributes, loops, handedTo }: Usage): string | null {
  const isNamed = /(?:^|_)(?:sizes|dims|layers|units|neurons|widths|channels|filters|hidden(?:s|_\w+)?|layer_\w+)$/i;
  const isList =
    loops.length > 0 ||
    subscripts.some((text) => /^-?\d*$|^-?\d*:-?\d*$/.test(text)) ||
    handedTo.some(({ callee }) => /^(?:len|zip|enumerate)$/.test(callee));
  return isNamed.test(name) && attributes.size === 0 && isList && !subscripts.some((text) => /[,'"]/.test(text))
    ? '[8, 16, 3]'
    : null;
}

/** Names of values that are positions in others. */
const positionNames = /(?:^|_)(?:ind(?:ex|exes|ices)|idxs?|ids|order|perm\w*|positions?|starts?|offsets?)$/i;

/** Positions that a loop cuts or takes others by: `for start in starts: x[start:start + 32]`. Null: it does not. */
export function positionsText(name: string, { loops, attributes }: Usage, context: StandInContext): string | null {
  if (attributes.size > 0) return null;
  for (const pattern of loops) {
    const body = pattern.parent?.type === 'for_statement' ? pattern.parent.childForField('body') : null;
    if (pattern.type !== 'identifier' || !body) continue;
    const count = shapesFor(name, context).features[0] ?? '64';
    const step = new RegExp(`\\[\\s*${pattern.text}\\s*:\\s*${pattern.text}\\s*\\+\\s*(\\w+)\\s*[\\],]`).exec(
      body.text,
    )?.[1];
    if (step !== undefined) return `range(0, ${count}, ${step})`;
    if (positionNames.test(name) && new RegExp(`\\[\\s*${pattern.text}\\s*[\\],]`).test(body.text))
      return `range(${count})`;
  }
  return null;
}
