import { message } from '../../../protocol/catalogue/catalogue';
import type { Conclusion, ReproductionState } from '../../../protocol/reproduction/state';

/**
 * What the conclusion says beside the boxes of reported and observed, which hold the messages themselves: which attempt, in how
 * many runs, and how the versions stand to the report's. Null: the host's own sentence says something that nothing else does.
 */
export function headLine(state: ReproductionState, conclusion: Conclusion): readonly string[] | null {
  const attempt = state.attempts.find(({ id }) => id === conclusion.attemptId);
  const { verdict } = conclusion;
  if (!attempt || !verdict) return null;
  const number = String(attempt.number);
  const differences = state.environment.ready?.differences ?? [];
  const versions = differences.length > 0 ? differences : [message('app.verdict.head.versions')];
  if (conclusion.outcome === 'reproduced') {
    const shown = verdict.repeats.filter((repeat) => repeat.shown).length;
    return [message('app.verdict.head.reproduced', { number, shown, of: verdict.repeats.length }), ...versions];
  }
  if (conclusion.outcome !== 'notReproduced') return null;
  return [message('app.verdict.head.notReproduced', { number }), ...versions];
}
