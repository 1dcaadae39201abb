import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentSummary, ResolutionRow, ResolutionStep } from '../../../protocol/environment';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { minorOf, minorRank } from '../minor-version';
import { meets, releasesMeeting } from './releases-meeting';

/** Most packages support these, the first best. Older than 3.8 only where it is stated. */
const preferred = ['3.11', '3.12', '3.10', '3.9', '3.13', '3.8', '3.14'];

/** The day half a year after each interpreter's release (python.org), when most packages supported it. */
const usualSince: readonly (readonly [minor: string, day: string])[] = [
  ['3.14', '2026-04-07'],
  ['3.13', '2025-04-07'],
  ['3.12', '2024-04-02'],
  ['3.11', '2023-04-24'],
  ['3.10', '2022-04-04'],
  ['3.9', '2021-04-05'],
  ['3.8', '2020-04-14'],
  ['3.7', '2018-12-27'],
  ['3.6', '2017-06-23'],
];

export interface InterpreterQuestion {
  /** Only such as work, oldest finding first. */
  readonly interpreters: readonly EnvironmentSummary[];
  /** `3.11`, as the user wants it. */
  readonly wanted: string | null;
  /** As the report states it: `3.9` or `3.9.7`. */
  readonly stated: string | null;
  /** Which releases the project allows, PEP 440; null or absent: any. */
  readonly allowed?: string | null;
  readonly packages: readonly ResolutionRow[];
  readonly asOf: string | null;
  readonly knowledge: Pick<PythonKnowledge, 'supportOf'>;
}

export interface ChosenInterpreter {
  readonly interpreter: EnvironmentSummary;
  readonly step: ResolutionStep;
  readonly reason: string;
  /** The stated release, where the chosen one is of another. */
  readonly missed: string | null;
}

/** Chooses by what the user wants, then what the report states, then what the packages need. Null: none fits the user's wish, or none is there. */
export function chooseInterpreter(question: InterpreterQuestion): ChosenInterpreter | null {
  const { interpreters, wanted, stated, asOf } = question;
  const known = interpreters.filter((one) => minorOf(one.pythonVersion ?? '') !== null);
  if (wanted !== null) {
    const interpreter = bestOf(known.filter((one) => isRelease(one, wanted)));
    return interpreter === null ? null : chosen(interpreter, 'given', message('environment.python.given'));
  }
  const modern = known.filter((one) => rankOf(one) >= minorRank('3.6'));
  const { allowed = null } = question;
  const within = modern.filter((one) => allowed === null || meets(one.pythonVersion ?? '', allowed));
  const makeable = within.length > 0 ? within : modern;
  const statedMinor = stated === null ? null : minorOf(stated);
  if (stated !== null && statedMinor !== null) {
    // Of Python 2 there is one release that environments are made of, and only where it is stated.
    const last2 = known.filter((one) => minorOf(one.pythonVersion ?? '') === PYTHON_2);
    const able = statedMinor === PYTHON_2 && last2.length > 0 ? last2 : makeable;
    return nearestTo(able, { stated, minor: statedMinor });
  }

  const usual = makeable.filter((one) => rankOf(one) >= minorRank('3.8'));
  const ranges = supportedRanges(question);
  if (ranges.length > 0) {
    const fits = (one: EnvironmentSummary) =>
      ranges.every((range) => rankOf(one) >= minorRank(range.oldest) && rankOf(one) <= minorRank(range.newest));
    const fitting = makeable.filter(fits);
    // What lies beside them is of the day, and has nothing ready-made for an interpreter that came later.
    const inTime = asOf === null ? [] : fitting.filter((one) => isInTime(one, asOf));
    const interpreter = bestOf(preferUsual(inTime.length > 0 ? inTime : fitting));
    const isEra = !question.packages.some(({ step, specifier }) => specifier !== '' && step !== 'era');
    const step = isEra ? 'era' : 'stated';
    if (interpreter !== null) return chosen(interpreter, step, message('environment.python.packages'));
  }
  if (asOf !== null) {
    const interpreter = bestOf(preferUsual(makeable.filter((one) => isInTime(one, asOf))));
    if (interpreter !== null) return chosen(interpreter, 'date', message('environment.python.date', { date: asOf }));
  }
  const interpreter = bestOf(preferUsual(usual)) ?? newestOf(makeable);
  return interpreter === null ? null : chosen(interpreter, 'current', message('environment.python.current'));
}

/** Whether most packages of the day supported it. */
function isInTime(one: EnvironmentSummary, asOf: string): boolean {
  const newest = usualSince.find(([, day]) => day <= asOf)?.[0] ?? '3.6';
  return rankOf(one) <= minorRank(newest);
}

const MOST_OTHERS = 3;
const PYTHON_2 = '2.7';

/** Interpreters to try after the chosen one, one a release: nearest to it first, the newer of two, as it still has packages. */
export function otherInterpreters(
  question: Pick<InterpreterQuestion, 'interpreters' | 'allowed'>,
  first: EnvironmentSummary,
): readonly EnvironmentSummary[] {
  const { interpreters, allowed = null } = question;
  const byRank = new Map<number, EnvironmentSummary>();
  for (const one of interpreters) {
    const version = one.pythonVersion ?? '';
    const fits = rankOf(one) >= minorRank('3.6') && (allowed === null || meets(version, allowed));
    if (fits && rankOf(one) !== rankOf(first) && !byRank.has(rankOf(one))) byRank.set(rankOf(one), one);
  }
  return nearestFirst([...byRank.values()], rankOf(first)).slice(0, MOST_OTHERS);
}

function nearestFirst(interpreters: readonly EnvironmentSummary[], rank: number): readonly EnvironmentSummary[] {
  return [...interpreters].sort(
    (a, b) => Math.abs(rankOf(a) - rank) - Math.abs(rankOf(b) - rank) || rankOf(b) - rankOf(a),
  );
}

function chosen(interpreter: EnvironmentSummary, step: ResolutionStep, reason: string): ChosenInterpreter {
  return { interpreter, step, reason, missed: null };
}

function nearestTo(
  interpreters: readonly EnvironmentSummary[],
  wish: { readonly stated: string; readonly minor: string },
): ChosenInterpreter | null {
  const { stated, minor } = wish;
  const exact = interpreters.filter((one) => one.pythonVersion === stated);
  const interpreter = bestOf(
    exact.length > 0 ? exact : interpreters.filter((one) => minorOf(one.pythonVersion ?? '') === minor),
  );
  if (interpreter !== null) return chosen(interpreter, 'stated', message('environment.python.stated', { stated }));
  const [nearest] = nearestFirst(interpreters, minorRank(minor));
  if (nearest === undefined) return null;
  const reason = message('environment.python.nearest', { stated });
  return { interpreter: nearest, step: 'stated', reason, missed: stated };
}

/** For each package whose release is stated and in the table: the interpreters that have it. */
function supportedRanges(question: InterpreterQuestion): readonly { oldest: string; newest: string }[] {
  return question.packages.flatMap((row) => {
    const support = question.knowledge.supportOf(row.name);
    const releases = releasesMeeting([...support.keys()], row.specifier);
    if (row.specifier === '' || releases.length === 0) return [];
    const ranges = releases.flatMap((release) => support.get(release) ?? []);
    const sorted = (of: 'oldest' | 'newest') =>
      ranges.map((range) => range[of]).sort((a, b) => minorRank(a) - minorRank(b));
    const oldest = sorted('oldest')[0];
    const newest = sorted('newest').at(-1);
    return oldest === undefined || newest === undefined ? [] : [{ oldest, newest }];
  });
}

function isRelease(one: EnvironmentSummary, wanted: string): boolean {
  const version = one.pythonVersion ?? '';
  return (
    version === wanted ||
    version.startsWith(`${wanted}.`) ||
    (wanted.split('.').length > 2 && minorOf(wanted) === version)
  );
}

function rankOf(one: EnvironmentSummary): number {
  return minorRank(one.pythonVersion ?? '0.0');
}

function preferUsual(interpreters: readonly EnvironmentSummary[]): readonly EnvironmentSummary[] {
  for (const minor of preferred) {
    const found = interpreters.filter((one) => minorOf(one.pythonVersion ?? '') === minor);
    if (found.length > 0) return found;
  }
  const newest = newestOf(interpreters);
  return newest === null ? [] : [newest];
}

function newestOf(interpreters: readonly EnvironmentSummary[]): EnvironmentSummary | null {
  const top = Math.max(...interpreters.map(rankOf));
  return bestOf(interpreters.filter((one) => rankOf(one) === top));
}

/** Of interpreters that serve equally: a whole installation before one inside an environment. */
function bestOf(interpreters: readonly EnvironmentSummary[]): EnvironmentSummary | null {
  const order = ['pyenv', 'uv', 'system', 'conda'];
  const rank = (one: EnvironmentSummary) => (order.includes(one.kind) ? order.indexOf(one.kind) : order.length);
  return [...interpreters].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}
