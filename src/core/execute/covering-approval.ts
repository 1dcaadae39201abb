import type { Approval } from '../../protocol/approval';
import type { Attempt } from '../../protocol/attempt';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { lastMatch } from './last-match';

/** Whether an attempt's script is ours by pure derivation: the report's code, or a change of it by an edit action or a rule of controls, or less of it. */
function isDerived(attempt: Attempt): boolean {
  const { edit } = attempt;
  const derived =
    edit.kind === 'asReported' || edit.kind === 'editAction' || edit.kind === 'control' || edit.kind === 'minimised';
  return derived && (attempt.author === 'report' || attempt.author === 'reprise');
}

/** Whether edit actions alone lead from the script with this digest to the attempt. */
export function derivesFrom(state: ReproductionState, attempt: Attempt, scriptDigest: string): boolean {
  const seen = new Set<string>();
  let current: Attempt | undefined = attempt;
  while (current && isDerived(current) && !seen.has(current.id)) {
    if (current.scriptDigest === scriptDigest) return true;
    seen.add(current.id);
    const parentId: string | null = current.parentId;
    current = state.attempts.find((candidate) => candidate.id === parentId);
  }
  return false;
}

function isLatest(state: ReproductionState, approval: Approval): boolean {
  return lastMatch(state.approvals, (candidate) => candidate.digest === approval.digest) === approval;
}

/**
 * The approval that covers an attempt's script: one of exactly these bytes, or that of the present plan for a script
 * which edit actions derive from the shown one. Null: none.
 */
export function coveringApproval(state: ReproductionState, attempt: Attempt): Approval | null {
  const approved = state.approvals.filter((answer) => answer.answer === 'approved' && isLatest(state, answer));
  const own = lastMatch(
    approved,
    ({ scope }) => scope.kind === 'script' && scope.scriptDigest === attempt.scriptDigest,
  );
  if (own) return own;
  const covered = controlledBy(state, attempt) ?? minimisedFrom(state, attempt);
  if (covered) return covered;
  return (
    lastMatch(
      approved,
      ({ scope }) =>
        scope.kind === 'plan' &&
        scope.planDigest === state.plan?.digest &&
        scope.scriptDigest !== null &&
        derivesFrom(state, attempt, scope.scriptDigest),
    ) ?? null
  );
}

/** Taking the trigger away, or another release below, adds nobody's new code: who approved a script has approved that with it. */
function controlledBy(state: ReproductionState, { edit, parentId }: Attempt): Approval | null {
  if (edit.kind !== 'control' || edit.basis === 'reportedFix') return null;
  const parent = state.attempts.find(({ id }) => id === parentId);
  return parent && parent.edit.kind !== 'control' ? coveringApproval(state, parent) : null;
}

/** A script with pieces taken away adds nothing: who approved the whole has approved that. */
function minimisedFrom(state: ReproductionState, { edit, parentId }: Attempt): Approval | null {
  if (edit.kind !== 'minimised') return null;
  const parent = state.attempts.find(({ id }) => id === parentId);
  return parent && parent.edit.kind !== 'control' ? coveringApproval(state, parent) : null;
}
