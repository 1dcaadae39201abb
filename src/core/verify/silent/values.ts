import type { Execution } from '../../../protocol/execution';
import type { PrintedValue } from '../../../protocol/record/printed-values';
import { printedValues } from './printed-values';

/** Bytes of a stream's end that its summary keeps (`StreamSummary`). */
const TAIL_BYTES = 64 * 1024;

/** The values of one name in their order, with where they come from. */
export interface Series {
  readonly name: string;
  /** Longest words that stood before a value of it. */
  readonly label: string;
  readonly values: readonly number[];
  /** `hook`: the recorder took it from the library itself; `observe`: the script handed it over; `printed`: the script's output. */
  readonly source: 'hook' | 'observe' | 'printed';
  /** A line of the output that shows it; null where it was not printed. */
  readonly line: string | null;
}

/** What a run that ended well gives to look at. */
export interface ObservedValues {
  readonly series: readonly Series[];
  readonly output: string;
}

/** Values that the record tells and that the output names. The recorder's come first: a script cannot word them. */
export function valuesOf(execution: Execution): ObservedValues {
  const { result } = execution;
  const output = `${result?.stdout.tail ?? ''}\n${result?.stderr.tail ?? ''}`;
  const found = new Map<string, { -readonly [K in keyof Series]: Series[K] } & { values: number[] }>();
  const add = (name: string, label: string, value: number, source: Series['source'], line: string | null): void => {
    const key = `${source} ${name.toLowerCase()}`;
    const present = found.get(key);
    if (!present) found.set(key, { name, label, values: [value], source, line });
    else {
      present.values.push(value);
      present.line = line ?? present.line;
      if (label.length > present.label.length) present.label = label;
    }
  };
  /** Words and line of a value that is in the series already. */
  const word = ({ name, label, line }: PrintedValue): void => {
    const present = found.get(`printed ${name.toLowerCase()}`);
    if (!present) return;
    present.line = line;
    if (label.length > present.label.length) present.label = label;
  };
  // What is still in the output is read from there, with the words around it; the record has what has scrolled away.
  const isWhole = (result?.stdout.bytes ?? 0) <= TAIL_BYTES && (result?.stderr.bytes ?? 0) <= TAIL_BYTES;
  const recorded = new Set<string>();
  for (const line of result?.record?.lines ?? []) {
    if (line.type !== 'metric' || (line.source === 'printed' && isWhole)) continue;
    if (line.source === 'printed') recorded.add(line.name.toLowerCase());
    const source = line.source === 'observe' ? 'observe' : line.source === 'printed' ? 'printed' : 'hook';
    const value = typeof line.value === 'number' ? line.value : Number(line.value.replace('inf', 'Infinity'));
    add(line.name, line.name, value, source, null);
  }
  for (const item of printedValues(output)) {
    if (recorded.has(item.name.toLowerCase())) word(item);
    else add(item.name, item.label, item.value, 'printed', item.line);
  }
  const order = { hook: 0, observe: 1, printed: 2 };
  return { series: [...found.values()].sort((a, b) => order[a.source] - order[b.source]), output };
}
