import { message } from '../../../protocol/catalogue/catalogue';
import type { Attempt, Job } from '../../../protocol/attempt';
import type { Execution } from '../../../protocol/execution';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Script } from '../../../protocol/script';
import { proposeControls, type ControlCandidate } from '../../control/propose-controls';
import { currentRound, isTelling } from '../../execute/current-round';
import { required, type Work } from '../work';
import { runExecution } from './run-execution';

/** A control of an attempt, with what it showed since the attempt last ran. */
export interface TriedControl {
  readonly attempt: Attempt;
  readonly executions: readonly Execution[];
}

/** Controls may use this many times the limit of one execution in all. */
const TIME_LIMITS_PER_JOB = 2;

/** The controls of an attempt that ran in its present round, in their order. */
export function triedControls(state: ReproductionState, attemptId: string): readonly TriedControl[] {
  const first = currentRound(state, attemptId)[0];
  const since = state.executions.findIndex(({ id }) => id === first?.id);
  return state.attempts
    .filter(({ parentId, edit }) => parentId === attemptId && edit.kind === 'control')
    .map((attempt) => ({
      attempt,
      executions: state.executions.filter(
        (execution, index) => index > since && execution.attemptId === attempt.id && isTelling(execution),
      ),
    }))
    .filter(({ executions }) => executions.length > 0);
}

function jobOf(state: ReproductionState, attemptId: string): Job | null {
  return (
    state.jobs.find((job) => job.kind === 'control' && job.attemptId === attemptId && job.status.kind === 'running') ??
    null
  );
}

function isSpent(state: ReproductionState, tried: readonly TriedControl[]): boolean {
  const milliseconds = tried
    .flatMap(({ executions }) => executions)
    .reduce((sum, { result }) => sum + (result?.durationMs ?? 0), 0);
  return milliseconds >= TIME_LIMITS_PER_JOB * state.options.timeLimit * 1000;
}

/**
 * Runs the next control of an attempt, as part of a job. `runs`: how many executions one takes. False: there is none left
 * to try, and nothing ran.
 */
export async function runNextControl(
  work: Work,
  options: { readonly attempt: Attempt; readonly script: Script; readonly runs: number },
): Promise<boolean> {
  const { session, ports } = work;
  const { attempt, script, runs } = options;
  const state = session.state();
  const tried = triedControls(state, attempt.id);
  const open = tried.find(({ executions }) => executions.length < runs);
  const candidates = proposeControls({
    script,
    symptom: required(state.symptoms[0], 'symptoms'),
    readOut: required(state.report.readOut, 'report'),
    source: await ports.store.readReport(state.id),
    parser: ports.parser,
    digestOf: ports.digestOf,
  });
  const done = new Set(tried.filter((item) => item !== open).map(({ attempt: own }) => own.scriptDigest));
  const index = candidates.findIndex(({ script: own }) => !done.has(own.digest));
  const next = candidates[index];
  if (!next || isSpent(state, tried)) return false;
  const jobId = await ensureJob(work, attempt.id);
  await session.emit({ type: 'job/progressed', jobId, progress: index / candidates.length, note: next.reason });
  await session.emit({ type: 'attempt/phaseEntered', attemptId: attempt.id, phase: { kind: 'controlling' } });
  const control = await ensureControl(work, attempt, next);
  await runExecution(work, control.id, { purpose: 'control', mode: 'recorded', cold: false, seed: 0 });
  return true;
}

/** Closes the job of an attempt's controls, where one is open. */
export async function finishJob(work: Work, attemptId: string, flipped: Attempt | null): Promise<void> {
  const { session } = work;
  const job = jobOf(session.state(), attemptId);
  if (!job) return;
  const { length } = triedControls(session.state(), attemptId);
  const summary = flipped ? flipped.edit.reason : message('control.noneFlips', { count: length });
  await session.emit({ type: 'job/finished', jobId: job.id, summary, result: flipped ? 'done' : 'nothingToDo' });
}

async function ensureJob(work: Work, attemptId: string): Promise<string> {
  const { session, ports } = work;
  const present = jobOf(session.state(), attemptId);
  if (present) return present.id;
  const id = ports.ids.next('job');
  const status = { kind: 'running', progress: 0, note: message('control.started') } as const;
  await session.emit({ type: 'job/started', job: { id, kind: 'control', attemptId, status } });
  return id;
}

/** The control as a node below its attempt, so that its script is kept and can be looked at. */
async function ensureControl(work: Work, parent: Attempt, candidate: ControlCandidate): Promise<Attempt> {
  const { session, ports } = work;
  const state = session.state();
  const { script, basis, rule, reason } = candidate;
  const present = state.attempts.find(
    ({ parentId, edit, scriptDigest }) =>
      parentId === parent.id && edit.kind === 'control' && scriptDigest === script.digest,
  );
  if (present) return present;
  await ports.store.writeScript(state.id, script);
  const attempt: Attempt = {
    id: ports.ids.next('attempt'),
    number: Math.max(0, ...state.attempts.map(({ number }) => number)) + 1,
    parentId: parent.id,
    author: 'reprise',
    edit: { kind: 'control', basis, rule, reason },
    scriptDigest: script.digest,
    phase: { kind: 'finished', summary: message('control.isControl') },
    startedAt: ports.clock.now(),
    verdict: null,
  };
  await session.emit({ type: 'attempt/started', attempt });
  return attempt;
}
