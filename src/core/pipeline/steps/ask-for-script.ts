import { message } from '../../../protocol/catalogue/catalogue';
import { approvalForScript, requestFor } from '../../execute/approvals';
import { mayApproveByPolicy } from '../confinement';
import { required, type Work } from '../work';

/**
 * Asks for a script that no approval covers. In auto mode, policy approves what runs inside a sandbox without network.
 */
export async function askForScript(work: Work, attemptId: string): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  const attempt = required(
    state.attempts.find(({ id }) => id === attemptId),
    'attempts',
  );
  if (await mayApproveByPolicy(work)) {
    const approval = approvalForScript(state, attempt.scriptDigest, 'policy', ports);
    return session.emit({ type: 'approval/answered', approval });
  }
  const question = message('approval.script', { number: attempt.number });
  const request = requestFor({ kind: 'script', scriptDigest: attempt.scriptDigest }, question, ports);
  await session.emit({ type: 'approval/requested', request });
  const phase = { kind: 'awaitingApproval', requestId: request.id } as const;
  await session.emit({ type: 'attempt/phaseEntered', attemptId, phase });
}

/** Puts aside an attempt whose script was refused. */
export async function dropAttempt(work: Work, attemptId: string): Promise<void> {
  const phase = { kind: 'finished', summary: message('attempt.notApproved') } as const;
  await work.session.emit({ type: 'attempt/phaseEntered', attemptId, phase });
}
