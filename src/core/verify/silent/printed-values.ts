/** A value that a line of output gives a name. */
export interface PrintedValue {
  /** The word right before the value. */
  readonly name: string;
  /** All words before the value on its line, since the value before it. */
  readonly label: string;
  /** `nan` and infinities included; True and False count as 1 and 0. */
  readonly value: number;
  readonly line: string;
}

const MOST_LINES = 20_000;
const LONGEST_LINE = 2_000;
const value = String.raw`[-+]?(?:\d{1,18}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][-+]?\d{1,3})?|[-+]?nan|[-+]?inf(?:inity)?|True|False`;
/** A word, what stands between it and a value, the value: `loss: 0.5`, `loss=tensor(0.5)`, `"loss": np.float32(nan)`, `loss 0.5`. */
const NAMED = new RegExp(
  String.raw`([A-Za-z_][\w./]{0,60})["'\]]{0,2}(?:\s{0,6}(?:[:=]|->)\s{0,6}|\s{1,6}(?:is\s{1,3})?)(?:(?:tensor|np\.\w{3,10}|array|tf\.Tensor)\()?\[{0,2}\s?(${value})(?!\w|\.\w)`,
  'gi',
);

/** Values that have a name in a program's output, in their order. Carriage returns of progress bars begin a line too. */
export function printedValues(text: string): readonly PrintedValue[] {
  const found: PrintedValue[] = [];
  for (const raw of text.split(/[\r\n]/).slice(-MOST_LINES)) {
    const line = withoutMarks(raw.slice(0, LONGEST_LINE));
    let from = 0;
    for (const match of line.matchAll(NAMED)) {
      const [whole, name = '', shown = ''] = match;
      const label = line.slice(from, match.index + name.length).trim();
      from = match.index + whole.length;
      found.push({ name, label, value: toNumber(shown), line: line.trim() });
    }
  }
  return found;
}

/** Without the signs of colours, and of bars that move back over themselves. */
function withoutMarks(line: string): string {
  return line.replace(/\u001b\[[\d;]{0,12}[A-Za-z]/g, '').replace(/[\u0008]/g, '');
}

function toNumber(text: string): number {
  const lower = text.toLowerCase();
  if (lower === 'true') return 1;
  if (lower === 'false') return 0;
  if (/^[-+]?nan$/.test(lower)) return Number.NaN;
  if (/^[-+]?inf/.test(lower)) return lower.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(text);
}

/** Shapes that stand in an output, as `(2, None, 4)` or `[2, 4]`, in their order, each in one form: `2,?,4`. */
export function printedShapes(text: string): readonly { readonly shape: string; readonly line: string }[] {
  const found: { shape: string; line: string }[] = [];
  for (const line of text.split(/[\r\n]/).slice(-MOST_LINES)) {
    for (const match of line.slice(0, LONGEST_LINE).matchAll(SHAPE)) {
      found.push({ shape: shapeForm(match[0]), line: line.trim() });
    }
  }
  return found;
}

const SHAPE = /[([](?:(?:-?\d{1,9}|None|\?)(?:\s?,\s?(?:-?\d{1,9}|None|\?)){0,15},?)?[)\]]/g;

/** `(2, None, 4)`, `[2, ?, 4]` and `torch.Size([2, -1, 4])` in the one form that shapes are compared in. */
export function shapeForm(text: string): string {
  return (text.match(/-?\d+|None|\?/g) ?? []).map((part) => (/^\d/.test(part) ? part : '?')).join(',');
}
