import type { Approval } from '../../../protocol/approval';
import { message } from '../../../protocol/catalogue/catalogue';
import { approvalForPlan, latestAnswer, planScope, requestFor } from '../../execute/approvals';
import { emitAll, enterPhase, required, type Work } from '../work';

/** Asks a person for the plan, and with it for the scripts that derive from the shown one. */
export async function askForPlan(work: Work): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  const scope = required(planScope(state), 'plan');
  const request = requestFor(scope, message('approval.plan'), ports);
  const waiting = state.attempts.find(({ phase }) => phase.kind === 'generating');
  await enterPhase(work, 'awaitingPlan');
  await session.emit({ type: 'approval/requested', request });
  if (waiting) {
    const phase = { kind: 'awaitingApproval', requestId: request.id } as const;
    await session.emit({ type: 'attempt/phaseEntered', attemptId: waiting.id, phase });
  }
}

/** Records that the plan is accepted, as event and as approval, whichever of them is there already. */
export async function acceptPlan(work: Work, by: Approval['by']): Promise<void> {
  const { session, ports } = work;
  await enterPhase(work, 'awaitingPlan');
  const state = session.state();
  const plan = required(state.plan, 'plan');
  const approval = required(approvalForPlan(state, by, ports), 'plan');
  const answered = latestAnswer(state, approval.digest)?.answer === 'approved';
  await emitAll(work, [
    ...(answered ? [] : [{ type: 'approval/answered', approval } as const]),
    ...(state.planAccepted ? [] : [{ type: 'plan/accepted', planDigest: plan.digest, by } as const]),
  ]);
}
