import type { Execution } from '../../protocol/execution';
import type { Spread, Verdict } from '../../protocol/verdict';
import { valuesOf } from '../verify/silent/values';

const MOST_METRICS = 50;

/** How far the last values of each metric lie apart over the runs of a verdict, controls left out. Undefined: it ran once. */
export function spreadOfRuns(verdict: Pick<Verdict, 'repeats'>, executions: readonly Execution[]): Spread | undefined {
  const runs = executions.filter(({ result, purpose }) => result !== null && purpose !== 'control');
  if (runs.length < 2) return undefined;
  const last = new Map<string, number[]>();
  for (const run of runs) {
    const own = new Map<string, number>();
    // The recorder's come first, and a script's print of the same value is not a second one.
    for (const { name, values } of valuesOf(withoutTraceback(run)).series) {
      const value = values.at(-1);
      if (value !== undefined && !own.has(name)) own.set(name, value);
    }
    for (const [name, value] of own) last.set(name, [...(last.get(name) ?? []), value]);
  }
  return {
    runs: runs.length,
    shown: verdict.repeats.filter(({ shown }) => shown).length,
    metrics: [...last].slice(0, MOST_METRICS).map(([name, values]) => ({ name, ...spreadOf(values) })),
  };
}

/** A run that failed has its traceback on standard error, where “line 171” and “contains NaN” are no metrics. */
function withoutTraceback(run: Execution): Execution {
  const { result } = run;
  if (result === null || (result.end.kind === 'exited' && result.end.code === 0)) return run;
  return { ...run, result: { ...result, stderr: { ...result.stderr, tail: '' } } };
}

function spreadOf(values: readonly number[]): Omit<Spread['metrics'][number], 'name'> {
  const finite = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  const middle = Math.floor(finite.length / 2);
  const upper = finite[middle] ?? null;
  const lower = finite[middle - 1] ?? null;
  const median = finite.length % 2 === 0 && upper !== null && lower !== null ? (lower + upper) / 2 : upper;
  return {
    runs: values.length,
    notFinite: values.length - finite.length,
    min: finite[0] ?? null,
    median,
    max: finite.at(-1) ?? null,
  };
}
