import { found, nothingSeen, seriesWords, shortNumber, type Finding, type SilentOf } from './finding';
import { isHeldOut, isRelated, nameWords, relatedness } from './related-names';
import type { ObservedValues, Series } from './values';

/** Two values are one where they differ by no more than this part of their size. */
const SAME_SHARE = 1e-5;
/** The gap that counts where the report gives no number: accuracies are shares, other metrics have a size of their own. */
const GAP_OF_SHARES = 0.2;
const GAP_RATIO = 2;
/** A slowdown counts from here, and from half of what the report says. */
const LEAST_SLOWDOWN = 1.5;
/** How many times slower it is hangs on the machine and the sizes; from here on it is no noise anywhere. */
const SURE_SLOWDOWN = 5;

type Comparison = SilentOf<'wrongValue'>['op'];

/** Whether a value stands to another as the sign says, within rounding. */
export function compares(value: number, op: Comparison, other: number | null): boolean {
  if (op === 'isnan') return Number.isNaN(value);
  if (other === null || Number.isNaN(value)) return false;
  const slack = SAME_SHARE * Math.max(1, Math.abs(other));
  switch (op) {
    case '<':
      return value < other;
    case '<=':
      return value <= other + slack;
    case '>':
      return value > other;
    case '>=':
      return value >= other - slack;
    case '==':
      return Math.abs(value - other) <= slack;
  }
}

/** A value that stands to a number as the report says it wrongly does. */
export function checkWrongValue(symptom: SilentOf<'wrongValue'>, { series }: ObservedValues): Finding {
  const related = series.filter(({ name, label }) => isRelated(name, symptom.what) || isRelated(label, symptom.what));
  const [first] = related;
  if (!first) return nothingSeen('silent.noValue', { what: symptom.what });
  if (symptom.value === null && symptom.op !== 'isnan') return nothingSeen('silent.noNumber', { what: symptom.what });
  const bounds =
    symptom.op === '==' || symptom.op === 'isnan' ? related : related.filter((item) => isBound(item, symptom.op));
  const judged = nearest(bounds.length > 0 ? bounds : [first], symptom.what);
  // A bound holds for all values; that one of them is below it says nothing.
  const values = symptom.op === '==' ? judged.values.slice(-1) : judged.values;
  return found({
    shown: values.every((value) => compares(value, symptom.op, symptom.value)),
    basis: [judged],
    measure: judged.values.at(-1) ?? null,
    observed: seriesWords(judged),
    near: ['silent.otherValue', { seen: seriesWords(judged), op: symptom.op, value: String(symptom.value ?? '') }],
  });
}

/** The one whose name has most of the report's words. */
function nearest(series: readonly Series[], wanted: string): Series {
  const score = ({ name, label }: Series): number =>
    Math.max(relatedness(name, wanted), relatedness(label, wanted) - 0.5);
  return series.reduce((best, item) => (score(item) > score(best) ? item : best));
}

/** `max_prediction` can show that nothing is larger; `min_prediction` cannot. */
function isBound({ name }: Series, op: Comparison): boolean {
  const words = nameWords(name);
  if (op === '<' || op === '<=')
    return !words.includes('min') && !words.includes('target') && !words.includes('targets');
  return !words.includes('max') && !words.includes('target') && !words.includes('targets');
}

/** Training against held-out data, or one run or backend against another. */
export function checkGap(symptom: SilentOf<'metricGap'>, { series }: ObservedValues): Finding {
  const base = nameWords(symptom.metric)
    .filter((word) => !/^(?:val|valid|validation|test|train|training)$/.test(word))
    .join('_');
  const related = series.filter(({ name }) => isRelated(plainName(name), base || symptom.metric));
  const [own, other] =
    symptom.between === 'trainValidation'
      ? [related.find(({ name }) => !isHeldOut(name)), related.find(({ name }) => isHeldOut(name))]
      : [related[0], related.find(({ name }) => name !== related[0]?.name)];
  if (!own || !other) return nothingSeen('silent.noPair', { metric: symptom.metric });
  const [a, b] = [lastOf(own), lastOf(other)];
  const observed = `${own.name} ${shortNumber(a)}, ${other.name} ${shortNumber(b)}`;
  return found({
    shown: isGap(a, b, base) && (symptom.value === null || reaches(symptom, own, other)),
    basis: [own, other],
    measure: Math.abs(a - b),
    observed,
    near: ['silent.noGap', { seen: observed }],
  });
}

/** The metric that the report names has the value that it says. */
function reaches(symptom: SilentOf<'metricGap'>, own: Series, other: Series): boolean {
  const named = isHeldOut(symptom.metric) ? other : own;
  const gap = Math.abs(lastOf(own) - lastOf(other));
  return compares(lastOf(named), symptom.op, symptom.value) || compares(gap, symptom.op, symptom.value);
}

function isGap(a: number, b: number, base: string): boolean {
  if (Number.isNaN(a) !== Number.isNaN(b)) return true;
  if (isRelated(base, 'accuracy') && Math.max(a, b) <= 1) return Math.abs(a - b) >= GAP_OF_SHARES;
  const [low, high] = [Math.min(Math.abs(a), Math.abs(b)), Math.max(Math.abs(a), Math.abs(b))];
  return high > 0 && high >= GAP_RATIO * low;
}

function plainName(name: string): string {
  return nameWords(name)
    .filter((word) => !/^(?:val|valid|validation|test|eval|dev)$/.test(word))
    .join('_');
}

/** A ratio that the script works out, or two durations of which one is a multiple of the other. */
export function checkSlow(symptom: SilentOf<'slow'>, { series }: ObservedValues): Finding {
  const wanted =
    symptom.ratio === null ? LEAST_SLOWDOWN : Math.min(SURE_SLOWDOWN, Math.max(LEAST_SLOWDOWN, symptom.ratio / 2));
  const told = series.find(({ name }) =>
    nameWords(name).some((word) => /^(?:slowdown|slower|ratio|times)$/.test(word)),
  );
  if (told) return ofRatio(medianOf(told.values), [told], wanted);
  const times = series.filter(({ name, label }) => isRelated(name, 'time') || isRelated(label, 'time'));
  const [one, two] = times;
  if (!one || !two || times.length !== 2) return nothingSeen('silent.noRatio');
  const [a, b] = [medianOf(one.values), medianOf(two.values)];
  return ofRatio(Math.max(a, b) / Math.min(a, b), [one, two], wanted);
}

function ofRatio(ratio: number, basis: readonly Series[], wanted: number): Finding {
  return found({
    shown: ratio >= wanted,
    basis,
    measure: ratio,
    observed: basis.map(seriesWords).join(', '),
    near: ['silent.notSlow', { ratio: shortNumber(ratio), wanted: shortNumber(wanted) }],
  });
}

const before = /^(?:before|saved|original|trained|first)$/;
const after = /^(?:after|loaded|restored|reloaded|second)$/;

/** What loading changes has to be more than this many times what one model's answers differ by when it is asked again. */
const BEYOND_OWN_SPREAD = 3;

/** A value before saving against the same after loading, or the difference of the two as one number. */
export function checkSaveLoad(_symptom: SilentOf<'saveLoadMismatch'>, { series }: ObservedValues): Finding {
  const told = series.find(({ name }) => nameWords(name).some((word) => /^(?:diff|difference|mismatch)$/.test(word)));
  if (told) {
    const value = lastOf(told);
    const own = series.find(({ name }) => nameWords(name).join(' ') === 'own spread');
    const spread = own ? lastOf(own) : 0;
    const isOwn = Math.abs(value) <= BEYOND_OWN_SPREAD * spread;
    const seen = own ? `${seriesWords(told)}, ${seriesWords(own)}` : seriesWords(told);
    return found({
      shown: Number.isNaN(value) || (Math.abs(value) > SAME_SHARE && !isOwn),
      basis: own ? [told, own] : [told],
      measure: value,
      observed: seen,
      near: [isOwn && spread > 0 ? 'silent.ownSpread' : 'silent.sameAfterLoad', { seen }],
    });
  }
  const has = (item: Series, words: RegExp): boolean =>
    nameWords(`${item.label} ${item.name}`).some((word) => words.test(word));
  const own = series.find((item) => has(item, before) && !has(item, after));
  const other = series.find((item) => has(item, after) && !has(item, before));
  if (!own || !other) return nothingSeen('silent.noPair', { metric: 'save and load' });
  const [a, b] = [lastOf(own), lastOf(other)];
  const observed = `${seriesWords(own)}, ${seriesWords(other)}`;
  return found({
    shown: differs(a, b),
    basis: [own, other],
    measure: Math.abs(a - b),
    observed,
    near: ['silent.sameAfterLoad', { seen: observed }],
  });
}

/** Whether two numbers are more than rounding apart. */
export function differs(a: number, b: number): boolean {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) !== Number.isNaN(b);
  return Math.abs(a - b) > SAME_SHARE * Math.max(Math.abs(a), Math.abs(b), 1e-8);
}

function lastOf(series: Series): number {
  return series.values.at(-1) ?? Number.NaN;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
