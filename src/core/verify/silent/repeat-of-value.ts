import type { Repeat } from '../../../protocol/verdict';
import { inOutput, said } from '../evidence';
import { failed, passed, type Answer } from '../judge-input';
import { FEWEST_REPEATS } from '../repeat';
import { shortNumber, type SilentSymptom } from './finding';
import type { Seen } from './judge-silent';

/** Recorded runs with a seed of their own that a statistical symptom takes, before the cold one. */
export const SEEDS = 5;
/** Share of the seeds that must show it. */
const LEAST_RATE = 0.8;

/** Forms do not depend on random numbers; every other silent symptom may. */
export function isStatistical(symptom: SilentSymptom): boolean {
  return symptom.kind !== 'wrongShape' && symptom.kind !== 'wrongType';
}

/** How many runs a silent symptom takes: recorded ones with a seed each, and one cold. */
export function runsWanted(symptom: SilentSymptom, repeats: number | null): number {
  const usual = isStatistical(symptom) ? SEEDS + 1 : FEWEST_REPEATS;
  return Math.max(FEWEST_REPEATS, repeats ?? usual);
}

/** Counts in how many runs it showed, with the rate and the spread of the value. */
export function repeatOfValue(
  symptom: SilentSymptom,
  seen: readonly Seen[],
  wanted: number | null,
): { readonly answer: Answer; readonly repeats: readonly Repeat[] } {
  const repeats = seen.map(({ execution, finding }): Repeat => {
    return { executionId: execution.id, cold: execution.cold, seed: execution.seed, shown: finding.shown };
  });
  const recorded = seen.filter(({ execution }) => execution.mode === 'recorded');
  const shown = seen.filter(({ finding }) => finding.shown);
  const rate = said('verdict.repeatRate', { shown: shown.length, total: seen.length });
  const spread = spreadOf(shown);
  const evidence = spread === null ? [rate] : [rate, said('silent.spread', spread)];
  const odd = seen.find(({ finding }) => !finding.shown);
  const enough = recorded.filter(({ finding }) => finding.shown).length >= LEAST_RATE * recorded.length;
  const tooFew = !enough && (isStatistical(symptom) ? recorded.length >= FEWEST_REPEATS : true);
  if (odd && (tooFew || !isStatistical(symptom))) {
    return {
      answer: failed(...evidence, inOutput(odd.execution.id, odd.finding.observed ?? '', 'verdict.repeatOdd')),
      repeats,
    };
  }
  const confirmed = seen.some(({ execution }) => execution.mode === 'plain' && execution.cold);
  if (seen.length < runsWanted(symptom, wanted) || !confirmed) {
    const missing = said('silent.repeatMissing', { count: runsWanted(symptom, wanted) });
    return { answer: { result: 'notReached', evidence: [...evidence, missing] }, repeats };
  }
  return { answer: passed(...evidence), repeats };
}

function spreadOf(seen: readonly Seen[]): { readonly from: string; readonly to: string } | null {
  const values = seen.flatMap(({ finding }) => (finding.measure === null ? [] : [finding.measure]));
  if (values.length < 2) return null;
  if (values.some((value) => Number.isNaN(value))) return { from: 'nan', to: 'nan' };
  return { from: shortNumber(Math.min(...values)), to: shortNumber(Math.max(...values)) };
}
