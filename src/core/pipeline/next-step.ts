import type { Approval } from '../../protocol/approval';
import type { Attempt, Job } from '../../protocol/attempt';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Verdict } from '../../protocol/verdict';
import { coveringApproval } from '../execute/covering-approval';
import { currentRound, isTelling } from '../execute/current-round';
import { lastMatch } from '../execute/last-match';
import { wantsUnderstanding } from './model/understand';
import { waitsForControl } from '../verify/waits-for-control';

/** The one thing to do next. Everything that a step needs besides is read from the state again, so that a kill loses nothing. */
export type Step =
  | { readonly kind: 'rest'; readonly why: 'concluded' | 'paused' }
  | { readonly kind: 'awaitPerson' }
  | { readonly kind: 'closeLostExecution'; readonly executionId: string }
  | { readonly kind: 'readReport' }
  | { readonly kind: 'openProject' }
  | { readonly kind: 'gatherContext' }
  | { readonly kind: 'understand' }
  | { readonly kind: 'proposePlan' }
  | { readonly kind: 'startFirstAttempt' }
  | { readonly kind: 'askForPlan' }
  | { readonly kind: 'acceptPlan'; readonly by: Approval['by'] }
  | { readonly kind: 'askForScript'; readonly attemptId: string }
  | { readonly kind: 'dropAttempt'; readonly attemptId: string }
  | { readonly kind: 'resolveEnvironment' }
  | { readonly kind: 'prepareEnvironment' }
  | { readonly kind: 'takeNearest' }
  | { readonly kind: 'search'; readonly attemptId: string }
  | { readonly kind: 'judge'; readonly attemptId: string }
  | { readonly kind: 'refine' }
  | { readonly kind: 'minimise'; readonly job: Job }
  | { readonly kind: 'bisect'; readonly job: Job }
  | { readonly kind: 'writeReproducer'; readonly attemptId: string }
  | { readonly kind: 'conclude'; readonly because: ConclusionCause };

/** Why there is nothing more to do. */
export type ConclusionCause =
  | { readonly kind: 'noSymptom' }
  | { readonly kind: 'refused'; readonly approval: Approval }
  | { readonly kind: 'judged' };

/** An attempt's verdict on the present symptom. One on a symptom that was edited since says nothing any more. */
function verdictOn(state: ReproductionState, { verdict }: Attempt): Verdict | null {
  return verdict && verdict.symptomId === state.symptoms[0]?.id ? verdict : null;
}

/** The attempt that answers the report best so far: the latest reproduced one, else the one judged last. */
export function bestAttempt(state: ReproductionState): Attempt | null {
  const reproduced = lastMatch(state.attempts, (attempt) => verdictOn(state, attempt)?.outcome === 'reproduced');
  return reproduced ?? lastJudged(state);
}

/** Whether an attempt's fault can be searched for in other releases: it was seen, and no rule speaks against it. */
export function canBeBisected(state: ReproductionState, attempt: Attempt): boolean {
  const verdict = verdictOn(state, attempt);
  return verdict !== null && waitsForControl(verdict) && state.environment.ready !== null;
}

function bisectionToDo(state: ReproductionState): Job | undefined {
  const job = state.jobs.find(({ kind, status }) => kind === 'bisect' && status.kind === 'running');
  const attempt = state.attempts.find(({ id }) => id === job?.attemptId);
  return attempt && canBeBisected(state, attempt) ? job : undefined;
}

/** The attempt that ran last and has a verdict. */
export function lastJudged(state: ReproductionState): Attempt | null {
  const judged = state.attempts.filter((attempt) => verdictOn(state, attempt) !== null);
  const execution = lastMatch(state.executions, ({ attemptId }) => judged.some(({ id }) => id === attemptId));
  return judged.find(({ id }) => id === execution?.attemptId) ?? null;
}

/** An attempt that ran and was judged by a symptom that was edited since. */
function outdatedAttempt(state: ReproductionState): Attempt | undefined {
  return state.attempts.find(
    (attempt) =>
      attempt.verdict !== null &&
      verdictOn(state, attempt) === null &&
      coveringApproval(state, attempt) !== null &&
      currentRound(state, attempt.id).length > 0,
  );
}

/** An attempt that may go on now: not finished, and its bytes are approved. What the user wrote last goes before a run that the user stopped. */
function activeAttempt(state: ReproductionState): Attempt | undefined {
  const open = state.attempts.filter(
    (attempt) => attempt.phase.kind !== 'finished' && coveringApproval(state, attempt) !== null,
  );
  return lastMatch(open, ({ author }) => author === 'user') ?? open[0];
}

function latestRefusal(state: ReproductionState, matters: (approval: Approval) => boolean): Approval | undefined {
  return state.approvals.find(
    (approval) =>
      approval.answer === 'refused' &&
      matters(approval) &&
      lastMatch(state.approvals, (candidate) => candidate.digest === approval.digest) === approval,
  );
}

function planStep(state: ReproductionState): Step | null {
  const isPresentPlan = (approval: Approval): boolean =>
    approval.scope.kind === 'plan' && approval.scope.planDigest === state.plan?.digest;
  const answer = lastMatch(state.approvals, isPresentPlan);
  if (answer?.answer === 'refused') return { kind: 'conclude', because: { kind: 'refused', approval: answer } };
  if (answer && state.planAccepted) return null;
  if (answer) return { kind: 'acceptPlan', by: answer.by };
  if (state.options.autonomy === 'auto') return { kind: 'acceptPlan', by: 'policy' };
  if (state.planAccepted) return { kind: 'acceptPlan', by: 'user' };
  if (state.requests.some(({ scope }) => scope.kind === 'plan')) return { kind: 'awaitPerson' };
  return { kind: 'askForPlan' };
}

/** Whether an approval is about the machine: packages, network, data or a weaker sandbox. Who asks a model waits by itself. */
function isAboutMachine({ scope }: Pick<Approval, 'scope'>): boolean {
  return scope.kind !== 'plan' && scope.kind !== 'script' && scope.kind !== 'prompt';
}

/** Large packages matter only where they would be fetched. */
function isIdle({ scope }: Approval, { environment }: ReproductionState): boolean {
  return scope.kind === 'packages' && scope.why === 'heavy' && (environment.resolution?.existing ?? null) !== null;
}

function questionStep(state: ReproductionState): Step | null {
  const refused = latestRefusal(state, (approval) => isAboutMachine(approval) && !isIdle(approval, state));
  const isHeavy = refused?.scope.kind === 'packages' && refused.scope.why === 'heavy';
  if (isHeavy && state.environment.resolution?.nearest) return { kind: 'takeNearest' };
  if (refused) return { kind: 'conclude', because: { kind: 'refused', approval: refused } };
  return state.requests.some(isAboutMachine) ? { kind: 'awaitPerson' } : null;
}

function environmentStep(state: ReproductionState): Step | null {
  const { ready, resolution, failure } = state.environment;
  if (ready) return null;
  return { kind: !resolution || failure !== null ? 'resolveEnvironment' : 'prepareEnvironment' };
}

function attemptStep(state: ReproductionState, attempt: Attempt): Step {
  const { phase } = attempt;
  if (phase.kind === 'verifying' || phase.kind === 'controlling') return { kind: 'judge', attemptId: attempt.id };
  if (phase.kind === 'executing') {
    const execution = state.executions.find(({ id }) => id === phase.executionId);
    const told = execution !== undefined && isTelling(execution);
    if (told || (execution && execution.purpose !== 'search')) return { kind: 'judge', attemptId: attempt.id };
  }
  return { kind: 'search', attemptId: attempt.id };
}

/** What becomes of a script that waits for a word of its own. A text that the user keeps waits for the user's own run. */
function approvalStep(state: ReproductionState): Step | null {
  const attempt = state.attempts.find(({ phase, author }) => phase.kind !== 'finished' && author !== 'user');
  if (!attempt) return null;
  const isItsOwn = ({ scope }: Pick<Approval, 'scope'>): boolean =>
    scope.kind === 'script' && scope.scriptDigest === attempt.scriptDigest;
  if (state.requests.some(isItsOwn)) return { kind: 'awaitPerson' };
  const answer = lastMatch(state.approvals, isItsOwn);
  return { kind: answer?.answer === 'refused' ? 'dropAttempt' : 'askForScript', attemptId: attempt.id };
}

/** What to do next in this state. Pure: the same state gives the same step, in this run of the program or the next. */
export function nextStep(state: ReproductionState): Step {
  if (state.phase === 'concluded') return { kind: 'rest', why: 'concluded' };
  const open = state.executions.find(({ result }) => result === null);
  if (open) return { kind: 'closeLostExecution', executionId: open.id };
  if (state.paused) return { kind: 'rest', why: 'paused' };
  const { readOut } = state.report;
  if (!readOut) return { kind: 'readReport' };
  if (state.options.project !== null && !state.project) return { kind: 'openProject' };
  if (!state.context) return { kind: 'gatherContext' };
  if (state.symptoms.length === 0) {
    return wantsUnderstanding(state) ? { kind: 'understand' } : { kind: 'conclude', because: { kind: 'noSymptom' } };
  }
  const { given } = state.options;
  if (state.attempts.length === 0 && given) return { kind: 'startFirstAttempt' };
  if (!state.plan && !given) return { kind: 'proposePlan' };
  if (state.attempts.length === 0) return { kind: 'startFirstAttempt' };

  const active = activeAttempt(state);
  const best = bestAttempt(state);
  const bisection = active ? undefined : bisectionToDo(state);
  if (bisection) return { kind: 'bisect', job: bisection };
  if (!active && best?.verdict?.outcome === 'reproduced') {
    const job = state.jobs.find(({ kind, status }) => kind === 'minimise' && status.kind === 'running');
    if (job) return { kind: 'minimise', job };
    if (state.reproducer?.attemptId !== best.id) return { kind: 'writeReproducer', attemptId: best.id };
    return { kind: 'conclude', because: { kind: 'judged' } };
  }
  const plan = given ? null : planStep(state);
  // A script that the user approved by its own digest runs without the plan.
  if (plan && (!active || plan.kind === 'acceptPlan')) return plan;
  const machine = questionStep(state) ?? environmentStep(state);
  if (machine) return machine;
  if (active) return attemptStep(state, active);
  const outdated = outdatedAttempt(state);
  if (outdated) return { kind: 'judge', attemptId: outdated.id };
  const unapproved = approvalStep(state);
  if (unapproved) return unapproved;
  const last = lastJudged(state);
  if (last && (last.author === 'user' || last.author === 'import')) {
    return { kind: 'conclude', because: { kind: 'judged' } };
  }
  return { kind: 'refine' };
}
