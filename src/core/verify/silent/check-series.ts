import { found, nothingSeen, seriesWords, shortNumber, type Finding, type SilentOf } from './finding';
import { isChange, isDistinctCount, isFit, isRelated, quantityWords } from './related-names';
import type { ObservedValues, Series } from './values';

/** Fewer values say nothing of a course. */
const FEWEST_VALUES = 3;
/** A metric stands still where it moves by no more than this part of its size. */
const STUCK_SHARE = 1e-3;
/** Accuracies are shares: this much is noise of a batch. */
const STUCK_ACCURACY = 0.02;
/** So many steps tell that a noisy metric goes nowhere: the mean of its last fifth is that of its first. */
const MANY_VALUES = 30;
const NOWHERE_SHARE = 0.01;
/** Values that must be there to tell a level that a metric settles on; how near to the told one; how little it still moves. */
const FEWEST_FOR_LEVEL = 20;
const LEVEL_SHARE = 0.1;
const SETTLED_SHARE = 0.05;
/** An accuracy that only wavers: so much around one level, without a trend. */
const WAVERING_ACCURACY = 0.15;
/** An accuracy so near to that of guessing is at chance; how far the report's own number may lie from it, as a part of it. */
const CHANCE_OFF = 0.05;
const CHANCE_ROOM = 0.2;
/** Swings that reach this part of the highest value, and fall as far below it; so many turns show that they are swings. */
const SWINGS_OF_PEAK = 0.8;
const FEWEST_TURNS = 3;
/** Predictions are the told value where all lie within this part of it, and of 1. */
const LEVEL_BAND = 0.02;
/** A measure of fit below this says that predictions do not follow the data. */
const NO_FIT = 0.2;
/** A metric diverges where it ends at this multiple of its beginning. */
const DIVERGING_RATIO = 1.5;
/** Swings grow where the peaks of the last third are this multiple of those of the first. */
const SWING_RATIO = 2;
/** Share of the steps that must go the reported way. */
const STEADY = 0.7;
/** Rounds that memory is looked at in where it is counted from the beginning of a loop. */
const FEWEST_ROUNDS = 20;
/** Memory grows where it ends this share above its level after the first steps. */
const GROWTH_SHARE = 0.1;

/** A value that is no number, or is infinite, among those that the report speaks of. */
export function checkNonFinite(symptom: SilentOf<'nonFinite'>, { series }: ObservedValues): Finding {
  const related = series.filter(({ name, label }) => isRelated(name, symptom.what) || isRelated(label, symptom.what));
  const bad = related.find(({ values }) => values.some((value) => !Number.isFinite(value)));
  if (bad) {
    const measure = bad.values.find((value) => !Number.isFinite(value)) ?? null;
    return { shown: true, observed: seriesWords(bad), nearMiss: null, basis: [bad], measure };
  }
  const other = series.find(({ values }) => values.some((value) => Number.isNaN(value)));
  const [first] = related;
  if (!first) {
    return other
      ? nothingSeen('silent.otherNonFinite', { what: symptom.what, name: other.name })
      : nothingSeen('silent.noValue', { what: symptom.what });
  }
  return found({
    shown: false,
    basis: [first],
    measure: first.values.at(-1) ?? null,
    observed: seriesWords(first),
    near: ['silent.finite', { what: symptom.what, seen: seriesWords(first) }],
  });
}

/** A metric that does not move: its course, or one number that tells its change. */
export function checkStuck(
  symptom: SilentOf<'stuckMetric'>,
  { series }: ObservedValues,
  mentions: (word: string) => boolean,
): Finding {
  const told = series.filter(({ name, values }) => values.length === 1 && tellsChange(name, symptom.metric, mentions));
  const courses = series.filter(
    ({ name, label, values }) =>
      values.length >= FEWEST_VALUES && (isRelated(name, symptom.metric) || isRelated(label, symptom.metric)),
  );
  const finals = series.filter(({ name, values }) => values.length > 0 && isRelated(name, symptom.metric));
  const level = chanceOf(symptom);
  const seen =
    (level === null ? undefined : finals.find(({ values }) => isAtChance(values, level))) ??
    courses.find((course) => isStill(course, symptom)) ??
    told.find(({ name, values }) => isToldStill(name, values[0] ?? Number.NaN)) ??
    narrowAround(symptom, told, series);
  if (seen) {
    const measure = seen.values.at(-1) ?? null;
    return { shown: true, observed: seriesWords(seen), nearMiss: null, basis: [seen], measure };
  }
  const moving = courses[0] ?? told[0] ?? (level === null ? undefined : finals[0]);
  if (!moving) return nothingSeen('silent.noCourse', { metric: symptom.metric, count: FEWEST_VALUES });
  return found({
    shown: false,
    basis: [moving],
    measure: spreadOf(moving.values),
    observed: seriesWords(moving),
    near:
      level === null
        ? ['silent.moves', { seen: seriesWords(moving) }]
        : ['silent.notAtChance', { seen: seriesWords(moving), level: shortNumber(level) }],
  });
}

/** What a saturated output gives: values within a narrow band around the very one that the report tells. */
function narrowAround(
  { value, metric }: SilentOf<'stuckMetric'>,
  told: readonly Series[],
  series: readonly Series[],
): Series | undefined {
  const level = series.find(
    ({ name, values }) => values.length === 1 && isRelated(name, metric) && /_level$/.test(name),
  );
  if (value === null || !level) return undefined;
  const band = LEVEL_BAND * Math.max(1, Math.abs(value));
  if (!(Math.abs((level.values[0] ?? Number.NaN) - value) <= band)) return undefined;
  return told.find(({ name, values }) => /spread|range/.test(name) && (values[0] ?? Number.NaN) <= band);
}

/** The share that guessing gets right, where the report says so and its number is still that. Null: it does not. */
function chanceOf({ value, classes }: SilentOf<'stuckMetric'>): number | null {
  const level = classes === undefined ? null : 1 / classes;
  return level !== null && value !== null && Math.abs(value - level) <= CHANCE_ROOM * level ? level : null;
}

/** A share, or a percentage, that ends where guessing does; its later half goes no further above that than data by chance takes it. */
function isAtChance(values: readonly number[], level: number): boolean {
  const scale = Math.max(...values) > 1 ? 100 : 1;
  const later = values.slice(Math.floor(values.length / 2)).map((value) => value / scale);
  if (!later.every((value) => Number.isFinite(value) && value >= 0)) return false;
  const mean = later.reduce((sum, value) => sum + value, 0) / later.length;
  return Math.abs(mean - level) <= CHANCE_OFF && Math.max(...later) <= level + 2 * CHANCE_OFF;
}

/** Whether one value tells how much something that the report speaks of has moved. */
function tellsChange(name: string, metric: string, mentions: (word: string) => boolean): boolean {
  if (isFit(name)) return true;
  if (!isChange(name) && !isDistinctCount(name)) return false;
  return isRelated(name, metric) || quantityWords(name).some(mentions);
}

function isToldStill(name: string, value: number): boolean {
  if (isDistinctCount(name)) return value === 1;
  // Predictions that are no numbers do not follow the inputs either.
  if (isChange(name)) return Math.abs(value) <= 1e-7 || (Number.isNaN(value) && /spread|range/.test(name));
  return isFit(name) && !(value > NO_FIT);
}

function isStill(course: Series, symptom: SilentOf<'stuckMetric'>): boolean {
  const { values } = course;
  if (staysAt(values, symptom.value)) return true;
  if (values.every((value) => Number.isNaN(value))) return true;
  if (!values.every((value) => Number.isFinite(value))) return false;
  const size = Math.max(...values.map((value) => Math.abs(value)));
  const share = isRelated(course.name, 'accuracy') && size <= 1;
  const allowed = share ? STUCK_ACCURACY : STUCK_SHARE * Math.max(size, 1e-8);
  if (spreadOf(values) > allowed && !goesNowhere(values, share) && !neverSettles(values, share)) return false;
  // The reported level is a hint of the report's data, which another run need not have; far from it is another course.
  return symptom.value === null || !share || Math.abs((values.at(-1) ?? 0) - symptom.value) <= 0.25;
}

/** A metric that reaches the level that the report tells, and stays there for the later half of its steps. */
function staysAt(values: readonly number[], level: number | null): boolean {
  if (level === null || level === 0 || values.length < FEWEST_FOR_LEVEL) return false;
  const later = values.slice(Math.floor(values.length / 2));
  const near = later.every((value) => Math.abs(value - level) <= LEVEL_SHARE * Math.abs(level));
  return near && spreadOf(later) <= SETTLED_SHARE * Math.abs(level);
}

/** A metric that goes up and down to the end as widely as at its beginning: it does not converge. */
function neverSettles(values: readonly number[], isShare: boolean): boolean {
  if (isShare || values.length < MANY_VALUES || values.some((value) => value < 0)) return false;
  const part = Math.floor(values.length / 3);
  const [first, last] = [values.slice(0, part), values.slice(-part)];
  const peak = Math.max(...values);
  const isWide = Math.min(...last) <= (1 - SWINGS_OF_PEAK) * peak && Math.max(...last) >= SWINGS_OF_PEAK * peak;
  const turns = last.slice(2).filter((value, at) => {
    const [before = 0, between = 0] = [last[at], last[at + 1]];
    return (between - before) * (value - between) < 0;
  });
  return isWide && Math.max(...first) >= SWINGS_OF_PEAK * peak && turns.length >= FEWEST_TURNS;
}

/** Batches make a metric waver; where its level at the end is that at the beginning, it does not learn. */
function goesNowhere(values: readonly number[], isShare: boolean): boolean {
  if (values.length < MANY_VALUES) return false;
  const part = Math.floor(values.length / 5);
  const mean = (some: readonly number[]): number => some.reduce((sum, value) => sum + value, 0) / some.length;
  const middle = mean(values.slice(part, -part));
  const [first, last] = [mean(values.slice(0, part)), mean(values.slice(-part))];
  if (isShare) {
    return spreadOf([first, middle, last]) <= STUCK_ACCURACY && spreadOf(values) <= WAVERING_ACCURACY;
  }
  const size = Math.max(Math.abs(first), Math.abs(last));
  return size > 0 && spreadOf([first, middle, last]) <= NOWHERE_SHARE * size;
}

/** A metric that runs the reported way, from its beginning to its end and in most of its steps. */
export function checkDiverging(symptom: SilentOf<'divergingMetric'>, { series }: ObservedValues): Finding {
  const courses = series.filter(
    ({ name, label, values }) =>
      values.length >= FEWEST_VALUES && (isRelated(name, symptom.metric) || isRelated(label, symptom.metric)),
  );
  const running = courses.find(({ values }) => runs(values, symptom.direction));
  const seen = running ?? courses[0];
  if (!seen) return nothingSeen('silent.noCourse', { metric: symptom.metric, count: FEWEST_VALUES });
  return found({
    shown: running !== undefined,
    basis: [seen],
    measure: seen.values.at(-1) ?? null,
    observed: seriesWords(seen),
    near: ['silent.doesNotRun', { seen: seriesWords(seen), ratio: DIVERGING_RATIO }],
  });
}

function runs(values: readonly number[], direction: 'up' | 'down'): boolean {
  const broken = values.findIndex((value) => !Number.isFinite(value));
  // What overflows has gone up, if it was a number before.
  if (broken >= 1) return direction === 'up';
  if (broken === 0) return false;
  const sign = direction === 'up' ? 1 : -1;
  const [first = 0] = values;
  const last = values.at(-1) ?? 0;
  const steps = values.slice(1).map((value, index) => (value - (values[index] ?? 0)) * sign);
  const steady = steps.filter((step) => step > 0).length / steps.length >= STEADY;
  if (sign > 0 && swings(values)) return true;
  const from = Math.abs(first);
  const moved = (last - first) * sign;
  return steady && moved > 0 && moved >= (DIVERGING_RATIO - 1) * Math.max(from, 1e-8);
}

/** A metric whose swings grow: the peaks of its thirds rise, in all to a multiple of where it began. */
function swings(values: readonly number[]): boolean {
  const part = Math.floor(values.length / 3);
  if (part < FEWEST_VALUES) return false;
  const [one, two, three] = [values.slice(0, part), values.slice(part, -part), values.slice(-part)].map((some) =>
    Math.max(...some),
  );
  const begins = Math.max(values[0] ?? 0, 1e-8);
  if (one === undefined || two === undefined || three === undefined) return false;
  return one < two && two < three && three >= SWING_RATIO * Math.max(one, begins);
}

/** Memory that rises with the steps, after the first of them, which fill caches. */
export function checkGrowth(symptom: SilentOf<'memoryGrowth'>, { series }: ObservedValues): Finding {
  const courses = series.filter(({ name, values }) => values.length >= FEWEST_VALUES + 1 && isRelated(name, 'memory'));
  const [course] = courses;
  if (!course) return nothingSeen('silent.noCourse', { metric: 'memory', count: FEWEST_VALUES + 1 });
  // What is counted from the loop's beginning has no level of its own: only its later half tells a leak from caches that fill.
  const isAdded = /growth|added|increase/i.test(course.name);
  if (isAdded && course.values.length < FEWEST_ROUNDS)
    return nothingSeen('silent.noCourse', { metric: 'memory', count: FEWEST_ROUNDS });
  const later = course.values.slice(isAdded ? Math.floor(course.values.length / 2) : 1);
  const steps = later.slice(1).map((value, index) => value - (later[index] ?? 0));
  const [from = 0] = later;
  const grown = (later.at(-1) ?? 0) - from;
  const slope = grown / Math.max(1, steps.length);
  const rising = steps.filter((step) => step > 0).length / Math.max(1, steps.length) >= STEADY;
  const enough = symptom.bytesPerStep === null || from < 1e6 || slope >= symptom.bytesPerStep / 2;
  return found({
    shown: rising && grown >= GROWTH_SHARE * Math.abs(from) && grown > 0 && enough,
    basis: [course],
    measure: slope,
    observed: `${seriesWords(course)}, ${shortNumber(slope)} a step`,
    near: ['silent.doesNotGrow', { seen: seriesWords(course), share: Math.round(GROWTH_SHARE * 100) }],
  });
}

function spreadOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
