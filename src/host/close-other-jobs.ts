import { message } from '../protocol/catalogue/catalogue';
import type { ReproductionSession } from './reproduction-session';

/** Ends jobs of people that were stopped and wait to go on: another one was asked for in their place. What they found is kept. */
export async function closeOtherJobs(
  session: Pick<ReproductionSession, 'state' | 'emit'>,
  jobId: string,
): Promise<void> {
  for (const { id, kind, status } of session.state().jobs) {
    if (id === jobId || status.kind !== 'running' || (kind !== 'minimise' && kind !== 'bisect')) continue;
    const summary = message('minimise.why.stopped');
    await session.emit({ type: 'job/finished', jobId: id, summary, result: 'cancelled' });
  }
}
