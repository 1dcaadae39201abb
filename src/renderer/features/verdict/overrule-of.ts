import type { Attempt } from '../../../protocol/attempt';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Overrule, Verdict } from '../../../protocol/verdict';

/** A word against a verdict that holds. */
export type StandingOverrule = Overrule & { readonly outcome: Verdict['outcome'] };

/** The user's latest word on an attempt, unless it was taken back or speaks against a verdict that is not there any more. */
export function overruleOf(
  state: Pick<ReproductionState, 'overrules'>,
  attempt: Pick<Attempt, 'id' | 'verdict'>,
): StandingOverrule | null {
  const latest = state.overrules.findLast(({ attemptId }) => attemptId === attempt.id);
  if (!latest || latest.outcome === null || latest.of !== attempt.verdict?.outcome) return null;
  return { ...latest, outcome: latest.outcome };
}
