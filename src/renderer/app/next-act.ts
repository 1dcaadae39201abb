import type { ReproductionState } from '../../protocol/reproduction/state';

/** The one act that the main button offers. Each carries what it needs, so that it covers just what was seen. */
export type NextAct =
  | { readonly kind: 'create' }
  | { readonly kind: 'start' }
  | { readonly kind: 'continue' }
  | { readonly kind: 'acceptPlan'; readonly planDigest: string }
  | { readonly kind: 'review'; readonly requestId: string }
  | { readonly kind: 'stop' }
  | { readonly kind: 'runAgain'; readonly attemptId: string; readonly scriptDigest: string }
  | { readonly kind: 'openReproducer' };

/** Open questions apart from the plan itself, which is asked about on its own page. */
export function questions(state: ReproductionState): ReproductionState['requests'] {
  return state.requests.filter((request) => !(state.phase === 'awaitingPlan' && request.scope.kind === 'plan'));
}

/** Derives the next act. Null state: nothing is open. */
export function nextAct(state: ReproductionState | null): NextAct {
  if (!state) return { kind: 'create' };
  if (state.phase === 'concluded') return afterConclusion(state);
  if (state.phase === 'draft' && !state.paused) return { kind: 'start' };
  const question = questions(state)[0];
  if (question) return { kind: 'review', requestId: question.id };
  if (state.paused) return { kind: 'continue' };
  if (state.phase === 'awaitingPlan' && state.plan) return { kind: 'acceptPlan', planDigest: state.plan.digest };
  return { kind: 'stop' };
}

function afterConclusion(state: ReproductionState): NextAct {
  if (state.reproducer && state.conclusion?.outcome === 'reproduced') return { kind: 'openReproducer' };
  const judged = state.attempts.find((attempt) => attempt.id === state.conclusion?.attemptId);
  const attempt = judged ?? state.attempts.at(-1);
  return attempt ? { kind: 'runAgain', attemptId: attempt.id, scriptDigest: attempt.scriptDigest } : { kind: 'start' };
}

/** Whether something is at work that Stop would end. */
export function isRunning(state: ReproductionState): boolean {
  return state.phase !== 'draft' && state.phase !== 'concluded' && !state.paused;
}
