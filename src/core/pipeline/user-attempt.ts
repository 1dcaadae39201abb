import type { Attempt } from '../../protocol/attempt';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { ReproductionEvent } from '../../protocol/reproduction/events';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { LineProvenance, Script } from '../../protocol/script';
import { approvalForScript, type ApprovalPorts } from '../execute/approvals';
import { carryProvenance } from '../generate/carry-provenance';
import { nextAttemptNumber } from './next-attempt-number';

/**
 * The user's text as a new attempt below `parent`: write `script`, then emit `event`. It waits until the user runs it.
 * Lines that stand in the parent's script keep their provenance; the user's own lines count as ours.
 */
export function startUserAttempt(options: {
  readonly state: ReproductionState;
  readonly parentId: string;
  readonly parentScript: Script;
  readonly text: string;
  readonly ports: ApprovalPorts;
}): { readonly script: Script; readonly attempt: Attempt; readonly event: ReproductionEvent } {
  const { state, ports, text } = options;
  const provenance: readonly LineProvenance[] = carryProvenance(options.parentScript, text);
  const script: Script = { text, digest: ports.digestOf(text), provenance: [...provenance] };
  const attempt: Attempt = {
    id: ports.ids.next('attempt'),
    number: nextAttemptNumber(state),
    parentId: options.parentId,
    author: 'user',
    edit: { kind: 'user', reason: message('attempt.userEdit') },
    scriptDigest: script.digest,
    phase: { kind: 'finished', summary: message('attempt.notRunYet') },
    startedAt: ports.clock.now(),
    verdict: null,
  };
  return { script, attempt, event: { type: 'attempt/started', attempt } };
}

/**
 * What the user's own act of running an attempt says, in order: these bytes are approved, the reproduction is taken up
 * again where it was concluded, and the attempt is up for execution. Then call `continueReproduction`.
 * Errors: throws `notFound` for an attempt that is not there, `conflict` where the digest is not its script's.
 */
export function eventsToRunAttempt(options: {
  readonly state: ReproductionState;
  readonly attemptId: string;
  readonly scriptDigest: string;
  readonly ports: ApprovalPorts;
}): readonly ReproductionEvent[] {
  const { state, attemptId, scriptDigest, ports } = options;
  const attempt = state.attempts.find(({ id }) => id === attemptId);
  if (!attempt) {
    throw new RepriseError('notFound', message('attempt.notFound'), { what: 'attempt', id: attemptId });
  }
  if (attempt.scriptDigest !== scriptDigest) {
    const data = { expected: attempt.scriptDigest, actual: scriptDigest };
    throw new RepriseError('conflict', message('attempt.changedMeanwhile'), data);
  }
  const reason = message('attempt.reopenedToRun', { number: attempt.number });
  return [
    { type: 'approval/answered', approval: approvalForScript(state, scriptDigest, 'user', ports) },
    ...(state.phase === 'concluded' ? [{ type: 'reproduction/reopened', reason } as const] : []),
    { type: 'attempt/phaseEntered', attemptId, phase: { kind: 'generating' } },
  ];
}
