/** A value that a line of output gives a name. */
export interface PrintedValue {
  /** The word right before the value, with the data that it is of where a word before it says so: `Val_Acc` of `Val Acc: 0.3`. */
  readonly name: string;
  /** All words before the value on its line, since the value before it. */
  readonly label: string;
  /** `nan` and infinities included; True and False count as 1 and 0. */
  readonly value: number;
  readonly line: string;
}

const LONGEST_LINE = 2_000;
const value = String.raw`[-+]?(?:\d{1,18}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][-+]?\d{1,3})?|[-+]?nan|[-+]?inf(?:inity)?|True|False`;
/** A word, what stands between it and a value, the value: `loss: 0.5`, `loss=tensor(0.5)`, `"loss": np.float32(nan)`, `loss 0.5`. */
const NAMED = new RegExp(
  String.raw`([A-Za-z_][\w./]{0,60})["'\]]{0,2}(?:\s{0,6}(?:[:=]|->)\s{0,6}|\s{1,6}(?:is\s{1,3})?)(?:(?:tensor|np\.\w{3,10}|array|tf\.Tensor)\()?\[{0,2}\s?(${value})(?!\w|\.\w)`,
  'gi',
);

/** The data that a metric is of, right before its name: `Val Acc: 0.3` beside `Train Acc: 0.9`. */
const SPLIT = /(?:^|[\s,;|(])(train|training|val|valid|validation|test|eval|dev) $/i;

/** Values that have a name in one line of a program's output, in their order. Takes the first part of a line that is very long. */
export function valuesOfLine(raw: string): readonly PrintedValue[] {
  const line = withoutMarks(raw.slice(0, LONGEST_LINE));
  const found: PrintedValue[] = [];
  let from = 0;
  for (const match of line.matchAll(NAMED)) {
    const [whole, name = '', shown = ''] = match;
    const label = line.slice(from, match.index + name.length).trim();
    from = match.index + whole.length;
    const split = SPLIT.exec(label.slice(0, -name.length))?.[1];
    const own = split === undefined ? name : `${split}_${name}`;
    found.push({ name: own, label, value: toNumber(shown), line: line.trim() });
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
