import { valuesOfLine, type PrintedValue } from '../../../protocol/record/printed-values';

const MOST_LINES = 20_000;
const LONGEST_LINE = 2_000;

/** Values that have a name in a program's output, in their order. Carriage returns of progress bars begin a line too. */
export function printedValues(text: string): readonly PrintedValue[] {
  return text
    .split(/[\r\n]|\u0008{3,}/)
    .slice(-MOST_LINES)
    .filter((line) => !isUnfinishedBar(line.slice(0, LONGEST_LINE)))
    .flatMap((line) => valuesOfLine(line));
}

/** `3/10 ━━━ 0s 2ms/step - loss: 0.7`: what a bar says on its way is the mean of a part, and its last state tells all. */
function isUnfinishedBar(line: string): boolean {
  const plain = line.replace(/\u001b\[[\d;]{0,12}[A-Za-z]/g, '');
  const [, done, all] = /^\s{0,8}(\d{1,9})\/(\d{1,9})\s.{0,120}?(?:━|\[[=>.]|[mu]?s\/step|ETA)/.exec(plain) ?? [];
  return done !== undefined && all !== undefined && Number(done) < Number(all);
}

/** Shapes that stand in an output, what a call or a method's name has behind it left out, as `(2, None, 4)` or `[2, 4]`, in their order, each in one form: `2,?,4`. */
export function printedShapes(text: string): readonly { readonly shape: string; readonly line: string }[] {
  const found: { shape: string; line: string }[] = [];
  for (const line of text.split(/[\r\n]/).slice(-MOST_LINES)) {
    for (const match of line.slice(0, LONGEST_LINE).matchAll(SHAPE)) {
      found.push({ shape: shapeForm(match[0]), line: line.trim() });
    }
  }
  return found;
}

const SHAPE = /(?:\[|(?<!\w)\()(?:(?:-?\d{1,9}|None|\?)(?:\s?,\s?(?:-?\d{1,9}|None|\?)){0,15},?)?[)\]]/g;

/** `(2, None, 4)`, `[2, ?, 4]` and `torch.Size([2, -1, 4])` in the one form that shapes are compared in. */
export function shapeForm(text: string): string {
  return (text.match(/-?\d+|None|\?/g) ?? []).map((part) => (/^\d/.test(part) ? part : '?')).join(',');
}
