import type { Execution } from '../../protocol/execution';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { lastMatchIndex } from './last-match';
import { wasMadeAgain } from './taken-away';

/** Whether an execution came to an end of its own, so that it says something about the script. */
export function isTelling(execution: Execution): boolean {
  const end = execution.result?.end.kind;
  return end !== undefined && end !== 'lost' && end !== 'stopped';
}

/** The telling executions of an attempt since its latest search: what a verdict on it rests on. */
export function currentRound(state: ReproductionState, attemptId: string): readonly Execution[] {
  const own = state.executions.filter(
    (execution) => execution.attemptId === attemptId && isTelling(execution) && !wasMadeAgain(state, execution),
  );
  const start = lastMatchIndex(own, (execution) => execution.purpose === 'search');
  return start < 0 ? [] : own.slice(start);
}
