import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';
import { shapesIn } from './data-forms';

function columnsOf(usage: Usage): readonly string[] {
  const named = usage.subscripts.flatMap((text) =>
    [...text.matchAll(/['"]([^'"\n]{1,60})['"]/g)].map((match) => match[1] ?? ''),
  );
  return [...new Set(named)];
}

/** A small table with the columns that the script reads. */
export function tableText(usage: Usage, { form }: StandInContext): string {
  const columns = [...new Set([...columnsOf(usage), ...(form.columns ?? [])])];
  const shown = columns.length > 0 ? columns : ['a', 'b', 'c', 'label'];
  const label = /^(?:y|label|target|class|species|outcome|output)s?$/i;
  const parts = shown.map((column, index) => {
    const isLabel = label.test(column) || (columns.length === 0 && index === shown.length - 1);
    const values = /text|sentence|review|title|comment|name/i.test(column)
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

/** Short texts. */
export const textsValue = '["some words in a row", "other words here", "one more short text"] * 20';

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
