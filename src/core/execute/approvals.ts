import type { Approval, ApprovalRequest, ApprovalScope } from '../../protocol/approval';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Clock } from '../ports/clock';
import type { DigestOf } from '../ports/digests';
import type { Ids } from '../ports/ids';
import { digestOfScope } from './canonical-scope';
import { lastMatch } from './last-match';

/** What is needed to write a request or an answer. */
export interface ApprovalPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digestOf: DigestOf;
}

/** The plan as it stands now, with the script that is shown beside it. Null: there is no plan yet. */
export function planScope(state: ReproductionState): ApprovalScope | null {
  if (!state.plan) return null;
  const shown = state.attempts.find((attempt) => attempt.edit.kind === 'asReported');
  return { kind: 'plan', planDigest: state.plan.digest, scriptDigest: shown?.scriptDigest ?? null };
}

/** A question for a person. */
export function requestFor(scope: ApprovalScope, question: string, ports: ApprovalPorts): ApprovalRequest {
  return {
    id: ports.ids.next('request'),
    scope,
    digest: digestOfScope(scope, ports.digestOf),
    question,
    requestedAt: ports.clock.now(),
  };
}

/** An answer that no open question preceded, or that closes the open one of the same scope. */
export function answerFor(options: {
  readonly state: ReproductionState;
  readonly scope: ApprovalScope;
  readonly answer: Approval['answer'];
  readonly by: Approval['by'];
  readonly ports: ApprovalPorts;
}): Approval {
  const { state, scope, ports } = options;
  const digest = digestOfScope(scope, ports.digestOf);
  const open = state.requests.find(
    (request) => request.digest === digest || (request.scope.kind === 'plan' && scope.kind === 'plan'),
  );
  return {
    requestId: open?.id ?? ports.ids.next('request'),
    scope,
    digest,
    answer: options.answer,
    by: options.by,
    at: ports.clock.now(),
  };
}

/** The approval that goes with accepting the plan: emit it as `approval/answered` before `plan/accepted`. Null: no plan. */
export function approvalForPlan(state: ReproductionState, by: Approval['by'], ports: ApprovalPorts): Approval | null {
  const scope = planScope(state);
  return scope && answerFor({ state, scope, answer: 'approved', by, ports });
}

/** The approval of exactly these bytes, as the user's own act on them gives it. */
export function approvalForScript(
  state: ReproductionState,
  scriptDigest: string,
  by: Approval['by'],
  ports: ApprovalPorts,
): Approval {
  return answerFor({ state, scope: { kind: 'script', scriptDigest }, answer: 'approved', by, ports });
}

/** The latest answer to a scope, by its digest. Null: never answered. */
export function latestAnswer(state: ReproductionState, digest: string): Approval | null {
  return lastMatch(state.approvals, (approval) => approval.digest === digest) ?? null;
}
