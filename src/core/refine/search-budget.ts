import type { ReproductionState } from '../../protocol/reproduction/state';

/** The most executions that a search makes on its own. */
export const MOST_SEARCH_EXECUTIONS = 24;
/** A search may use this many times the limit of one execution. */
const TIME_LIMITS_PER_SEARCH = 2;

/** Whether the search has used up its executions or its seconds. Counted from what ran, so that it is the same after a restart. */
export function isBudgetSpent(state: ReproductionState): boolean {
  const byModel = new Set(state.attempts.filter(({ author }) => author === 'model').map(({ id }) => id));
  // A model's scripts have a limit of their own: its calls.
  const searches = state.executions.filter(
    ({ purpose, result, attemptId }) => purpose === 'search' && result !== null && !byModel.has(attemptId),
  );
  const milliseconds = searches.reduce((sum, { result }) => sum + (result?.durationMs ?? 0), 0);
  return (
    searches.length >= MOST_SEARCH_EXECUTIONS || milliseconds >= TIME_LIMITS_PER_SEARCH * state.options.timeLimit * 1000
  );
}
