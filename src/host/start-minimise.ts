import { bestAttempt } from '../core/pipeline/next-step';
import type { HostPorts } from '../core/ports/host-ports';
import { message } from '../protocol/catalogue/catalogue';
import type { OpenReproduction } from './open-reproduction';
import { wrongState } from './refusals';

/** Begins a job that shortens the reproduced script. Errors: `wrongState` where there is none, or it is shortened already. */
export async function startMinimise(
  { session, goOn, isRunning }: OpenReproduction,
  { ids }: Pick<HostPorts, 'ids'>,
): Promise<{ readonly jobId: string }> {
  const state = session.state();
  const best = bestAttempt(state);
  if (isRunning()) throw wrongState(state.phase, 'errors.running');
  if (state.options.given) throw wrongState(state.phase, 'minimise.given');
  if (best?.verdict?.outcome !== 'reproduced') throw wrongState(state.phase, 'minimise.nothingReproduced');
  const open = state.jobs.find(({ kind, status }) => kind === 'minimise' && status.kind === 'running');
  const jobId = open?.id ?? ids.next('job');
  if (!open) {
    const status = { kind: 'running', progress: 0, note: message('minimise.started') } as const;
    await session.emit({ type: 'job/started', job: { id: jobId, kind: 'minimise', attemptId: best.id, status } });
  }
  await goOn(message('minimise.started'));
  return { jobId };
}
