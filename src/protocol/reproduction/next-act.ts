import type { ReproductionState } from './state';

/** The one act that the main button offers. Each carries what it needs, so that it covers just what was seen. */
export type NextAct =
  | { readonly kind: 'create' }
  | { readonly kind: 'start' }
  | { readonly kind: 'continue' }
  | { readonly kind: 'acceptPlan'; readonly planDigest: string }
  | { readonly kind: 'review'; readonly requestId: string }
  | { readonly kind: 'stop' }
  | { readonly kind: 'runAgain'; readonly attemptId: string; readonly scriptDigest: string }
  /** The symptom was corrected after the verdict. */
  | { readonly kind: 'judgeAgain' }
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
  if (isOutdated(state)) return { kind: 'judgeAgain' };
  if (state.reproducer && state.conclusion?.outcome === 'reproduced') return { kind: 'openReproducer' };
  const judged = state.attempts.find((attempt) => attempt.id === state.conclusion?.attemptId);
  const attempt = judged ?? state.attempts.at(-1);
  return attempt ? { kind: 'runAgain', attemptId: attempt.id, scriptDigest: attempt.scriptDigest } : { kind: 'start' };
}

/** Whether the verdict is on a symptom that was corrected since. */
function isOutdated({ conclusion, symptoms, attempts }: ReproductionState): boolean {
  const judgedOn = conclusion?.verdict?.symptomId ?? null;
  return attempts.length > 0 && judgedOn !== null && symptoms[0] !== undefined && symptoms[0].id !== judgedOn;
}

/** Whether something is at work that Stop would end. */
export function isRunning(state: ReproductionState): boolean {
  return state.phase !== 'draft' && state.phase !== 'concluded' && !state.paused;
}
