import { message } from '../../../protocol/catalogue/catalogue';
import type { Attempt, Job } from '../../../protocol/attempt';
import type { Execution } from '../../../protocol/execution';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Script } from '../../../protocol/script';
import { controlTries, neighbourKey, type ControlTry } from '../../control/control-tries';
import type { Neighbour } from '../../control/neighbours';
import { proposeControls } from '../../control/propose-controls';
import { approvalForScript } from '../../execute/approvals';
import { coveringApproval } from '../../execute/covering-approval';
import { currentRound, isTelling } from '../../execute/current-round';
import { mayApproveByPolicy } from '../confinement';
import { required, type Work } from '../work';
import { findNeighbours } from './find-neighbours';
import { neighbourEnvironment } from './neighbour-environment';
import { runExecution } from './run-execution';
import { nextAttemptNumber } from '../next-attempt-number';

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
  const { session } = work;
  const { attempt, script, runs } = options;
  const passedOver = new Set<string>();
  for (;;) {
    const state = session.state();
    const tried = triedControls(state, attempt.id);
    const open = tried.find(({ executions }) => executions.length < runs);
    const tries = await triesFor(work, attempt, script);
    const done = new Set([
      ...tried.filter((item) => item !== open).map((item) => keyOf(item.attempt)),
      ...notHad(state, attempt.id).map(keyOf),
      ...passedOver,
    ]);
    const index = tries.findIndex(({ key }) => !done.has(key));
    const next = tries[index];
    if (!next || isSpent(state, tried)) return false;
    const jobId = await ensureJob(work, attempt.id);
    const note = next.kind === 'script' ? next.candidate.reason : message('control.neighbourPreparing', wordsOf(next));
    await session.emit({ type: 'job/progressed', jobId, progress: index / tries.length, note });
    await session.emit({ type: 'attempt/phaseEntered', attemptId: attempt.id, phase: { kind: 'controlling' } });
    const control = await ensureControl(work, attempt, next);
    if (!control) {
      passedOver.add(next.key);
      continue;
    }
    await runExecution(work, control.id, { purpose: 'control', mode: 'recorded', cold: false, seed: 0 });
    return true;
  }
}

function isByPlan(state: ReproductionState, attempt: Attempt): boolean {
  return coveringApproval(state, attempt)?.scope.kind === 'plan';
}

function wordsOf({ neighbour }: ControlTry & { readonly kind: 'neighbour' }): { name: string; version: string } {
  return { name: neighbour.name, version: neighbour.version };
}

/** All that may be tried, in its order. The plan covers the report's own lines; elsewhere they are put in only where policy may approve them: in a sandbox. */
async function triesFor(work: Work, attempt: Attempt, script: Script): Promise<readonly ControlTry[]> {
  const { session, ports } = work;
  const state = session.state();
  const candidates = proposeControls({
    script,
    symptom: required(state.symptoms[0], 'symptoms'),
    readOut: required(state.report.readOut, 'report'),
    source: await ports.store.readReport(state.id),
    parser: ports.parser,
    digestOf: ports.digestOf,
  });
  const mayAdd = isByPlan(state, attempt) || (await mayApproveByPolicy(work));
  const usable = candidates.filter(({ basis }) => mayAdd || basis !== 'reportedFix');
  return controlTries(usable, await findNeighbours(work, attempt.id, script));
}

/** A control by what makes it another one than its parent. */
function keyOf({ edit, scriptDigest }: Attempt): string {
  return edit.kind === 'control' && edit.neighbour ? neighbourKey(edit.neighbour) : scriptDigest;
}

/** Releases that were not to be had in the attempt's present round. The summary of each says why. */
export function notHad(state: ReproductionState, attemptId: string): readonly Attempt[] {
  const since = currentRound(state, attemptId)[0]?.startedAt ?? '';
  return state.attempts.filter(
    ({ parentId, edit, startedAt }) =>
      parentId === attemptId && edit.kind === 'control' && edit.neighbour?.environment === null && startedAt >= since,
  );
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

/** The control as a node below its attempt, so that it is kept and can be looked at. Null: it is not to be had. */
async function ensureControl(work: Work, parent: Attempt, next: ControlTry): Promise<Attempt | null> {
  const { session, ports } = work;
  const state = session.state();
  const present = state.attempts.find(
    (attempt) =>
      attempt.parentId === parent.id &&
      attempt.edit.kind === 'control' &&
      attempt.edit.neighbour?.environment !== null &&
      keyOf(attempt) === next.key,
  );
  if (present) return present;
  if (next.kind === 'neighbour') return startNeighbour(work, parent, next.neighbour);
  const { script, basis, rule, reason } = next.candidate;
  await ports.store.writeScript(state.id, script);
  if (basis === 'reportedFix' && !isByPlan(state, parent)) {
    const approval = approvalForScript(state, script.digest, 'policy', ports);
    await session.emit({ type: 'approval/answered', approval });
  }
  return startControl(work, parent, {
    edit: { kind: 'control', basis, rule, reason },
    scriptDigest: script.digest,
    summary: message('control.isControl'),
  });
}

async function startNeighbour(work: Work, parent: Attempt, neighbour: Neighbour): Promise<Attempt | null> {
  const { name, version, reason } = neighbour;
  const had = await neighbourEnvironment(work, neighbour);
  // That one which nobody spoke of is not at hand is not worth telling; of the others it is kept, so that they are not asked for again.
  if (had.kind === 'none' && neighbour.onDiskOnly) return null;
  const environment = had.kind === 'ready' ? had.environment : null;
  const control = await startControl(work, parent, {
    edit: {
      kind: 'control',
      basis: 'neighbouringVersion',
      rule: 'neighbouring-version',
      reason,
      neighbour: { name, version, environment },
    },
    scriptDigest: parent.scriptDigest,
    summary:
      had.kind === 'ready'
        ? message('control.neighbourRun', { name, version })
        : message('control.neighbourNone', { reason: had.reason }),
  });
  return environment ? control : null;
}

async function startControl(
  work: Work,
  parent: Attempt,
  options: { readonly edit: Attempt['edit']; readonly scriptDigest: string; readonly summary: string },
): Promise<Attempt> {
  const { session, ports } = work;
  const attempt: Attempt = {
    id: ports.ids.next('attempt'),
    number: nextAttemptNumber(session.state()),
    parentId: parent.id,
    author: 'reprise',
    edit: options.edit,
    scriptDigest: options.scriptDigest,
    phase: { kind: 'finished', summary: options.summary },
    startedAt: ports.clock.now(),
    verdict: null,
  };
  await session.emit({ type: 'attempt/started', attempt });
  return attempt;
}
