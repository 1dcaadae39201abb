import type { Attempt } from '../../protocol/attempt';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { derivesFrom } from './covering-approval';

/**
 * Whether running without confinement is the user's own word: the option, an approval, or an unchanged bundled example.
 * `attempt` null: nothing of an attempt runs, an environment is made.
 */
export function mayBeWeaker(state: ReproductionState, attempt: Attempt | null): boolean {
  if (state.options.sandbox === 'off') return true;
  const asked = state.approvals.filter(({ scope }) => scope.kind === 'weakerSandbox');
  if (asked.at(-1)?.answer === 'approved') return true;
  const first = state.attempts.find((candidate) => candidate.edit.kind === 'asReported');
  if (!state.options.bundledExample || !first) return false;
  return attempt === null || derivesFrom(state, attempt, first.scriptDigest);
}
