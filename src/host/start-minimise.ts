import { bestAttempt } from '../core/pipeline/next-step';
import type { HostPorts } from '../core/ports/host-ports';
import type { Attempt } from '../protocol/attempt';
import { message, type MessageKey } from '../protocol/catalogue/catalogue';
import { isRunning } from '../protocol/reproduction/next-act';
import type { ReproductionState } from '../protocol/reproduction/state';
import { closeOtherJobs } from './close-other-jobs';
import type { OpenReproduction } from './open-reproduction';
import { wrongState } from './refusals';

/** Why the script cannot be shortened now, or the attempt that would be. */
export function minimisable(state: ReproductionState): Attempt | MessageKey {
  const best = bestAttempt(state);
  if (isRunning(state)) return 'errors.running';
  if (state.options.given) return 'minimise.given';
  return best?.verdict?.outcome === 'reproduced' ? best : 'minimise.nothingReproduced';
}

/** Begins a job that shortens the reproduced script. Errors: `wrongState` where there is none, or it is shortened already. */
export async function startMinimise(
  { session, goOn, isRunning: isAtWork }: OpenReproduction,
  { ids }: Pick<HostPorts, 'ids'>,
): Promise<{ readonly jobId: string }> {
  const state = session.state();
  if (isAtWork()) throw wrongState(state.phase, 'errors.running');
  const best = minimisable(state);
  if (typeof best === 'string') throw wrongState(state.phase, best);
  const open = state.jobs.find(({ kind, status }) => kind === 'minimise' && status.kind === 'running');
  const jobId = open?.id ?? ids.next('job');
  await closeOtherJobs(session, jobId);
  if (!open) {
    const status = { kind: 'running', progress: 0, note: message('minimise.started') } as const;
    await session.emit({ type: 'job/started', job: { id: jobId, kind: 'minimise', attemptId: best.id, status } });
  }
  await goOn(message('minimise.started'));
  return { jobId };
}
