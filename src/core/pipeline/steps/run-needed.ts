import type { Execution } from '../../../protocol/execution';
import { placesAtOnce } from '../../execute/places-at-once';
import { required, type Work } from '../work';
import { runExecution, type ExecutionWish } from './run-execution';

/** What goes on at once: one run, or several repeats where the machine has room for them. */
async function nextBatch(
  work: Work,
  needed: readonly ExecutionWish[],
  executions: readonly Execution[],
): Promise<readonly ExecutionWish[]> {
  const isRepeat = (wish: ExecutionWish | undefined): boolean => wish?.purpose === 'repeat' && wish.mode === 'recorded';
  const end = needed.findIndex((wish) => !isRepeat(wish));
  const repeats = end < 0 ? needed : needed.slice(0, end);
  if (repeats.length < 2) return needed.slice(0, 1);
  const symptom = required(work.session.state().symptoms[0], 'symptoms');
  const capacity = (await work.ports.readCapacity?.()) ?? null;
  return repeats.slice(0, placesAtOnce(symptom, executions, capacity));
}

/** Runs the next of the wanted executions, several at once where they are repeats. Resolves or rejects when none of them goes on any more. */
export async function runNeeded(
  work: Work,
  attemptId: string,
  needed: readonly ExecutionWish[],
  executions: readonly Execution[],
): Promise<void> {
  const batch = await nextBatch(work, needed, executions);
  const ends = await Promise.allSettled(batch.map((wish) => runExecution(work, attemptId, wish)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
