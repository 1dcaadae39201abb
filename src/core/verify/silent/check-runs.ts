import type { Execution } from '../../../protocol/execution';
import { differs } from './check-comparisons';
import { checkSilent, type Mentions } from './check-silent';
import { found, nothingSeen, seriesWords, type Finding, type SilentSymptom } from './finding';
import { isChange, isRelated, saysOfCalls } from './related-names';
import { valuesOf, type Series } from './values';

/**
 * What each of several runs of one script shows. Alone of the kinds, non-determinism is seen by comparing: a run shows it where
 * its last values are not those of the first with the same seed.
 */
export function checkRuns(
  symptom: SilentSymptom,
  executions: readonly Execution[],
  mentions: Mentions,
): readonly Finding[] {
  if (symptom.kind !== 'nonDeterminism')
    return executions.map((execution) => checkSilent(symptom, execution, mentions));
  if (saysOfCalls(symptom.what)) return executions.map(betweenCalls);
  const all = executions.map((execution) => compared(symptom.what, execution));
  return executions.map((_, index) => {
    const own = all[index] ?? null;
    const others = all.filter((other, at) => at !== index && other !== null);
    if (!own || others.length === 0) return nothingSeen('silent.oneRun');
    const last = own.values.at(-1) ?? Number.NaN;
    return found({
      shown: others.some((other) => differs(last, other?.values.at(-1) ?? Number.NaN)),
      basis: [own],
      measure: last,
      observed: seriesWords(own),
      near: ['silent.sameInAllRuns', { seen: seriesWords(own) }],
    });
  });
}

/** How far two answers to one input lie apart in one run. */
function betweenCalls(execution: Execution): Finding {
  const apart = valuesOf(execution).series.find(({ name }) => saysOfCalls(name) && isChange(name));
  if (!apart) return nothingSeen('silent.noCalls');
  const value = apart.values.at(-1) ?? Number.NaN;
  return found({
    shown: differs(value, 0),
    basis: [apart],
    measure: value,
    observed: seriesWords(apart),
    near: ['silent.sameInAllCalls', { seen: seriesWords(apart) }],
  });
}

/** The value that runs are compared by: the one that the report names, else the last of the recorder or the output. Durations never. */
function compared(what: string, execution: Execution): Series | null {
  const { series } = valuesOf(execution);
  const usable = series.filter(({ name }) => !isRelated(name, 'time') && !isRelated(name, 'memory'));
  return usable.find(({ name }) => isRelated(name, what)) ?? usable.at(-1) ?? null;
}
