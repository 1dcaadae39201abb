import { message } from '../../../protocol/catalogue/catalogue';
import type { GivenScript } from '../../../protocol/reproduction/options';
import { approvalForScript } from '../../execute/approvals';
import { initialScript } from '../../generate/initial-script';
import { modelTurn } from '../model/model-turn';
import { required, type Work } from '../work';
import { conclude } from './conclude';
import { missingCode } from './missing';

/** Takes the given script as it is. Who gave it to be run has approved these bytes with it. */
async function startGiven(work: Work, given: GivenScript): Promise<void> {
  const { session, ports } = work;
  const approval = approvalForScript(session.state(), given.digest, 'user', ports);
  await session.emit({ type: 'approval/answered', approval });
  await session.emit({
    type: 'attempt/started',
    attempt: {
      id: ports.ids.next('attempt'),
      number: 1,
      parentId: null,
      author: 'import',
      edit: { kind: 'user', reason: message('attempt.given', { name: given.name }) },
      scriptDigest: given.digest,
      phase: { kind: 'generating' },
      startedAt: ports.clock.now(),
      verdict: null,
    },
  });
}

/** Takes the report's code as the first attempt, so that the plan's approval can name its digest. It does not run yet. */
export async function startFirstAttempt(work: Work): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  if (state.options.given) return startGiven(work, state.options.given);
  const readOut = required(state.report.readOut, 'report');
  const source = await ports.store.readReport(state.id);
  const { digestOf, parser } = ports;
  const initial = initialScript({ readOut, source, parser, digestOf });
  if (!initial) return (await modelTurn(work)) ? undefined : conclude(work, missingCode());
  const { script, origin } = initial;
  await ports.store.writeScript(state.id, script);
  await session.emit({
    type: 'attempt/started',
    attempt: {
      id: ports.ids.next('attempt'),
      number: 1,
      parentId: null,
      author: 'report',
      edit: { kind: 'asReported', reason: message(origin === 'code' ? 'attempt.asReported' : 'attempt.skeleton') },
      scriptDigest: script.digest,
      phase: { kind: 'generating' },
      startedAt: ports.clock.now(),
      verdict: null,
    },
  });
}
