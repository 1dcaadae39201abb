import type { ReproductionState } from '../../protocol/reproduction/state';

/** The most executions that a search makes on its own. */
export const MOST_SEARCH_EXECUTIONS = 40;
/** A search may use this many times the limit of one execution. */
const TIME_LIMITS_PER_SEARCH = 2;

/** What a search has used, and which of the two is used up; null: neither. */
interface SpentBudget {
  readonly executions: number;
  readonly seconds: number;
  readonly spent: 'executions' | 'seconds' | null;
}

/** What the search has used of its executions and its seconds. Counted from what ran, so that it is the same after a restart. */
export function searchBudget(state: ReproductionState): SpentBudget {
  const byModel = new Set(state.attempts.filter(({ author }) => author === 'model').map(({ id }) => id));
  // A model's scripts have a limit of their own: its calls.
  const searches = state.executions.filter(
    ({ purpose, result, attemptId }) => purpose === 'search' && result !== null && !byModel.has(attemptId),
  );
  const milliseconds = searches.reduce((sum, { result }) => sum + (result?.durationMs ?? 0), 0);
  const isLong = milliseconds >= TIME_LIMITS_PER_SEARCH * state.options.timeLimit * 1000;
  return {
    executions: searches.length,
    seconds: Math.round(milliseconds / 1000),
    spent: searches.length >= MOST_SEARCH_EXECUTIONS ? 'executions' : isLong ? 'seconds' : null,
  };
}
