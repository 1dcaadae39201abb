import { message } from '../../../protocol/catalogue/catalogue';
import { firstScript } from '../../generate/first-script';
import { required, type Work } from '../work';
import { conclude } from './conclude';
import { missingCode } from './missing';

/** Takes the report's code as the first attempt, so that the plan's approval can name its digest. It does not run yet. */
export async function startFirstAttempt(work: Work): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  const readOut = required(state.report.readOut, 'report');
  const source = await ports.store.readReport(state.id);
  const script = firstScript({ readOut, source, digestOf: ports.digestOf });
  if (!script) return conclude(work, missingCode());
  await ports.store.writeScript(state.id, script);
  await session.emit({
    type: 'attempt/started',
    attempt: {
      id: ports.ids.next('attempt'),
      number: 1,
      parentId: null,
      author: 'report',
      edit: { kind: 'asReported', reason: message('attempt.asReported') },
      scriptDigest: script.digest,
      phase: { kind: 'generating' },
      startedAt: ports.clock.now(),
      verdict: null,
    },
  });
}
