import { bestAttempt, canBeBisected } from '../core/pipeline/next-step';
import type { HostPorts } from '../core/ports/host-ports';
import type { Attempt } from '../protocol/attempt';
import type { BisectWish } from '../protocol/bisection';
import { message, type MessageKey } from '../protocol/catalogue/catalogue';
import { isRunning } from '../protocol/reproduction/next-act';
import type { ReproductionState } from '../protocol/reproduction/state';
import { closeOtherJobs } from './close-other-jobs';
import type { OpenReproduction } from './open-reproduction';
import { wrongState } from './refusals';

/** Why the fault cannot be searched for in other releases now, or the attempt whose script would be run with them. */
export function bisectable(state: ReproductionState): Attempt | MessageKey {
  if (isRunning(state)) return 'errors.running';
  const best = bestAttempt(state);
  return best && canBeBisected(state, best) ? best : 'bisect.nothingShown';
}

/**
 * Begins a job that searches the release that a fault came with, or goes on with the one that is open for the same wish. Errors: `wrongState` where no
 * fault was seen, or something runs.
 */
export async function startBisect(
  { session, goOn, isRunning: isAtWork }: OpenReproduction,
  { ids }: Pick<HostPorts, 'ids'>,
  wish: BisectWish,
): Promise<{ readonly jobId: string }> {
  const state = session.state();
  if (isAtWork()) throw wrongState(state.phase, 'errors.running');
  const best = bisectable(state);
  if (typeof best === 'string') throw wrongState(state.phase, best);
  const open = state.jobs.find(
    ({ kind, status, attemptId, bisection }) =>
      kind === 'bisect' &&
      status.kind === 'running' &&
      attemptId === best.id &&
      JSON.stringify(bisection?.wish) === JSON.stringify(wish),
  );
  const jobId = open?.id ?? ids.next('job');
  await closeOtherJobs(session, jobId);
  const note = message('bisect.started', { name: wish.package });
  if (!open) {
    const bisection = { wish, plan: null, probes: [], result: null };
    const status = { kind: 'running', progress: 0, note } as const;
    await session.emit({
      type: 'job/started',
      job: { id: jobId, kind: 'bisect', attemptId: best.id, status, bisection },
    });
  }
  await goOn(note);
  return { jobId };
}
