import type { Execution } from '../../protocol/execution';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Symptom } from '../../protocol/symptom';

/** Symptoms that such an end may be what the report speaks of. */
const ENDS_BY_KILL: ReadonlySet<Symptom['kind']> = new Set(['signal', 'outOfMemory', 'memoryGrowth', 'hang']);

function isKilled({ result }: Execution): boolean {
  return result?.end.kind === 'signalled' && result.end.signal === 'SIGKILL';
}

function isSameWish(one: Execution, other: Execution): boolean {
  return (
    one.attemptId === other.attemptId &&
    one.scriptDigest === other.scriptDigest &&
    one.purpose === other.purpose &&
    one.mode === other.mode &&
    one.seed === other.seed
  );
}

/**
 * Whether an execution was taken away by the system or a person: it was killed, by no limit of ours, and neither the report speaks of
 * such an end nor was an earlier one with the same wish killed, which would be the script's doing.
 */
export function wasTakenAway(state: ReproductionState, execution: Execution): boolean {
  if (!isKilled(execution) || state.symptoms.some(({ kind }) => ENDS_BY_KILL.has(kind))) return false;
  return state.executions.find((one) => isKilled(one) && isSameWish(one, execution))?.id === execution.id;
}

/** Whether an execution was taken away and made again since, so that it says nothing any more. */
export function wasMadeAgain(state: ReproductionState, execution: Execution): boolean {
  if (!wasTakenAway(state, execution)) return false;
  const at = state.executions.findIndex(({ id }) => id === execution.id);
  return state.executions.slice(at + 1).some((one) => one.result !== null && isSameWish(one, execution));
}
