import type { Attempt } from '../../protocol/attempt';
import type { ModelCall, ModelFailureKind } from '../../protocol/model';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { lastMatch } from '../execute/last-match';
import { waitsForControl } from '../verify/waits-for-control';
import { clusterAttempts, signatureOf } from './cluster-attempts';

/**
 * How the model is asked. `asIs`: the report with all its context; `technical`: code and messages alone; `refine`: from what the
 * best attempt showed; `anew`: without any script; `bare`: anew, from the technical parts alone.
 */
export type Strategy = 'asIs' | 'technical' | 'refine' | 'anew' | 'bare';

/** The next question: from which attempt's script, and how. `parent` null: a script is written anew. */
export interface Turn {
  readonly strategy: Strategy;
  readonly parent: Attempt | null;
  readonly temperature: number;
}

/** Failures that the next question would meet again. */
const lasting: ReadonlySet<ModelFailureKind> = new Set<ModelFailureKind>([
  'unreachable',
  'keyRefused',
  'badRequest',
  'notFound',
  'overflow',
  'rateLimited',
  'serverError',
  'slowStart',
  'dropped',
  'notAnEndpoint',
  'notRecorded',
  'notLocal',
  'notAllowed',
  'capReached',
]);

/** Whether asking again would come to the same. */
export function isLasting(failure: ModelFailureKind | null): boolean {
  return failure !== null && lasting.has(failure);
}

/** Questions that ask for no script, with their corrections. */
const beside: ReadonlySet<string> = new Set(['understand', 'plan', 'rerank', 'step']);

/** Whether a question asks for something besides scripts. */
export function isBeside(strategy: string): boolean {
  return beside.has(strategy);
}

/** The calls of one turn: a question with its corrections. */
function turnsOf(calls: readonly ModelCall[]): readonly (readonly ModelCall[])[] {
  const turns: ModelCall[][] = [];
  for (const call of calls) {
    if (call.purpose === 'plan' || isBeside(call.strategy)) continue;
    if (call.purpose === 'repair') turns.at(-1)?.push(call);
    else turns.push([call]);
  }
  return turns;
}

function attemptOf(state: ReproductionState, turn: readonly ModelCall[]): Attempt | undefined {
  const ids = new Set<string | null>(turn.map(({ id }) => id));
  return lastMatch(state.attempts, ({ edit }) => edit.kind === 'model' && ids.has(edit.callId));
}

/** How many of the last turns showed nothing that was not seen before. */
function staleTurns(state: ReproductionState, turns: readonly (readonly ModelCall[])[]): number {
  const byTurn = turns.map((turn) => attemptOf(state, turn));
  const made = new Set(byTurn.map((attempt) => attempt?.id));
  const seen = new Set(state.attempts.filter(({ id, author }) => author !== 'model' && !made.has(id)).map(signatureOf));
  let stale = 0;
  for (const attempt of byTurn) {
    const signature = attempt ? signatureOf(attempt) : null;
    stale = signature === null || seen.has(signature) ? stale + 1 : 0;
    seen.add(signature);
  }
  return stale;
}

/** The attempt to go on from: what the user wrote after the model's last word, else the latest of the nearest cluster. */
function parentOf(state: ReproductionState): Attempt | null {
  const written = lastMatch(state.attempts, ({ author, edit }) => author === 'user' || edit.kind === 'model');
  if (written?.author === 'user') return written;
  return (
    clusterAttempts(state)[0]?.attempts.at(-1) ?? lastMatch(state.attempts, ({ verdict }) => verdict !== null) ?? null
  );
}

/** What a model's own scripts may take in all, in limits of one execution. */
const TIME_LIMITS = 2;

function isTimeSpent(state: ReproductionState): boolean {
  const byModel = new Set(state.attempts.filter(({ author }) => author === 'model').map(({ id }) => id));
  const took = state.executions
    .filter(({ attemptId }) => byModel.has(attemptId))
    .reduce((sum, { result }) => sum + (result?.durationMs ?? 0), 0);
  return took >= TIME_LIMITS * state.options.timeLimit * 1000;
}

/** Whether a script shows the symptom already and lacks its control alone: another script would not bring that. */
function waitsForControlAlone({ attempts, symptoms }: ReproductionState): boolean {
  return attempts.some(
    ({ verdict }) => verdict !== null && verdict.symptomId === symptoms[0]?.id && waitsForControl(verdict),
  );
}

/** Turns without anything new before another way is taken, and before the model is asked no more. */
const STALE_BEFORE_ANEW = 2;
const STALE_BEFORE_END = 4;

/**
 * The next turn of the model, or null: none is to be had, or it goes in circles. Same state, same answer. Whether caps allow it
 * is asked where the question's length is known.
 */
export function chooseTurn(state: ReproductionState): Turn | null {
  const { model } = state.options;
  if (!model) return null;
  const calls = state.modelCalls ?? [];
  if (calls.length >= model.maxCalls || isLasting(calls.at(-1)?.failure ?? null)) return null;
  if (isTimeSpent(state)) return null;
  if (waitsForControlAlone(state)) return null;
  const turns = turnsOf(calls);
  const stale = staleTurns(state, turns);
  if (stale >= STALE_BEFORE_END) return null;
  const parent = parentOf(state);
  if (turns.length === 0) return { strategy: 'asIs', parent, temperature: 0 };
  if (turns.length === 1 && stale === 1) return { strategy: 'technical', parent, temperature: 0.4 };
  if (model.without?.includes('refine')) return null;
  if (stale < STALE_BEFORE_ANEW) return { strategy: 'refine', parent, temperature: stale === 0 ? 0 : 0.4 };
  return stale === STALE_BEFORE_ANEW
    ? { strategy: 'anew', parent: null, temperature: 0.7 }
    : { strategy: 'bare', parent: null, temperature: 0.9 };
}
