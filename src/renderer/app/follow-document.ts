import { assertNever } from '../../protocol/primitives';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Attempt } from '../../protocol/attempt';
import type { DocumentName, View } from '../store/app-state';

/** The document that belongs to what is happening. */
export function followDocument(state: ReproductionState): DocumentName {
  switch (state.phase) {
    case 'draft':
    case 'reading':
    case 'gatheringContext':
    case 'planning':
      return 'report';
    case 'awaitingPlan':
      return 'plan';
    case 'preparingEnvironment':
      return 'environment';
    case 'attempting':
      return state.attempts.length > 0 ? 'script' : 'environment';
    case 'concluded':
      if (state.attempts.length > 0) return 'script';
      return state.environment.failure ? 'environment' : 'report';
    default:
      return assertNever(state.phase);
  }
}

/** The attempt that is looked at: the chosen one, else the one that the conclusion rests on, else the newest. */
export function lookedAtAttempt(state: ReproductionState, view: View): Attempt | null {
  const find = (id: string | null | undefined): Attempt | undefined =>
    state.attempts.find((attempt) => attempt.id === id);
  return find(view.attemptId) ?? find(state.conclusion?.attemptId) ?? state.attempts.at(-1) ?? null;
}

/** The terminal that is looked at: the chosen one, else that of the attempt's last run, else the installation. */
export function lookedAtTerminal(state: ReproductionState, view: View): string | null {
  if (view.output === 'installation') return state.environment.terminalId;
  const chosen = state.executions.find((execution) => execution.id === view.output);
  if (chosen) return chosen.terminalId;
  const attempt = lookedAtAttempt(state, view);
  const last = state.executions.findLast((execution) => execution.attemptId === attempt?.id);
  return last?.terminalId ?? state.environment.terminalId;
}
