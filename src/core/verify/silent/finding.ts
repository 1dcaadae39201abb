import { message, type MessageKey } from '../../../protocol/catalogue/catalogue';
import type { MessageArguments } from '../../../protocol/catalogue/format';
import type { Symptom } from '../../../protocol/symptom';
import type { Series } from './values';

/** Symptoms of runs that end well and do wrong. */
export type SilentSymptom = Exclude<Symptom, { kind: 'exception' | 'signal' | 'outOfMemory' | 'hang' | 'warning' }>;
export type SilentOf<K extends SilentSymptom['kind']> = Extract<SilentSymptom, { kind: K }>;

/** What one run shows of a silent symptom. */
export interface Finding {
  readonly shown: boolean;
  /** What was seen, in one line. Null: nothing that speaks of it. */
  readonly observed: string | null;
  readonly nearMiss: string | null;
  /** The values that it rests on. Empty: it rests on none that have a name. */
  readonly basis: readonly Series[];
  /** The number that runs are compared by. */
  readonly measure: number | null;
}

export function nothingSeen(key: MessageKey, args: MessageArguments = {}): Finding {
  return { shown: false, observed: null, nearMiss: message(key, args), basis: [], measure: null };
}

/** `shown` decides whether the sentence tells what was seen, or what was missed. */
export function found(options: {
  readonly shown: boolean;
  readonly basis: readonly Series[];
  readonly measure: number | null;
  readonly observed: string;
  readonly near: readonly [MessageKey, MessageArguments];
}): Finding {
  const { shown, basis, measure, observed } = options;
  return { shown, basis, measure, observed, nearMiss: shown ? null : message(...options.near) };
}

/** A number for people: at most six digits that count. */
export function shortNumber(value: number): string {
  return Number.isFinite(value)
    ? String(Number(value.toPrecision(6)))
    : String(value).replace('Infinity', 'inf').toLowerCase();
}

/** `loss: 0.69 → 0.31 (10 values)`. */
export function seriesWords(series: Series): string {
  const [first = Number.NaN] = series.values;
  const last = series.values.at(-1) ?? first;
  if (series.values.length === 1) return `${series.name} = ${shortNumber(first)}`;
  return `${series.name}: ${shortNumber(first)} → ${shortNumber(last)} (${series.values.length})`;
}
