import { assertNever } from '../primitives';
import type { Attempt, Job } from '../attempt';
import type { Bisection } from '../bisection';
import type { Execution, ExecutionResult } from '../execution';
import { defaultOptions, type ReproductionOptions } from './options';
import type { ModelCall } from '../model';
import type { EventEnvelope, ReproductionEvent } from './events';
import type { ReproductionState, ReproductionSummary } from './state';

/** The state before the first event. */
export function emptyState(id: string): ReproductionState {
  return {
    id,
    seq: 0,
    title: '',
    createdAt: '1970-01-01T00:00:00.000Z',
    options: defaultOptions,
    phase: 'draft',
    archived: false,
    paused: false,
    report: { digest: '0'.repeat(64), name: '', readOut: null },
    symptoms: [],
    project: null,
    context: null,
    plan: null,
    planAccepted: false,
    environment: { resolution: null, terminalId: null, ready: null, failure: null },
    attempts: [],
    executions: [],
    jobs: [],
    requests: [],
    approvals: [],
    notices: [],
    steerings: [],
    overrules: [],
    calls: 0,
    conclusion: null,
    reproducer: null,
  };
}

/** A run that was to be warm may have been cold after all; older results do not tell. */
function wasCold(execution: Execution, result: ExecutionResult): boolean {
  return result.warm === undefined ? execution.cold : !result.warm;
}

/** What was chosen for other wishes is chosen anew before the next run. */
function environmentAfter(state: ReproductionState, options: ReproductionOptions): ReproductionState['environment'] {
  const wishes = (wanted: ReproductionOptions): string => {
    const { environment, python, asOf, packages = [], leaveOut = [], allowPackages, project } = wanted;
    return JSON.stringify([environment, python, asOf, packages, leaveOut, allowPackages, project]);
  };
  if (wishes(options) === wishes(state.options)) return state.environment;
  return { ...state.environment, resolution: null, ready: null, failure: null };
}

function updateAttempt(state: ReproductionState, id: string, change: Partial<Attempt>): ReproductionState {
  return {
    ...state,
    attempts: state.attempts.map((attempt) => (attempt.id === id ? { ...attempt, ...change } : attempt)),
  };
}

function updateJob(state: ReproductionState, id: string, status: Job['status']): ReproductionState {
  return { ...state, jobs: state.jobs.map((job) => (job.id === id ? { ...job, status } : job)) };
}

function updateBisection(
  state: ReproductionState,
  id: string,
  change: (before: Bisection) => Partial<Bisection>,
): ReproductionState {
  const jobs = state.jobs.map((job) =>
    job.id === id && job.bisection ? { ...job, bisection: { ...job.bisection, ...change(job.bisection) } } : job,
  );
  return { ...state, jobs };
}

/** An endpoint that did not answer is asked again once the reproduction is taken up again: the calls that told it cost nothing. */
function withoutLastFailures(calls: readonly ModelCall[]): ModelCall[] {
  let count = calls.length;
  while (count > 0 && isFreeFailure(calls[count - 1])) count -= 1;
  return calls.slice(0, count);
}

function isFreeFailure(call: ModelCall | undefined): boolean {
  return call !== undefined && call.failure !== null && call.outputTokens === 0;
}

function apply(state: ReproductionState, event: ReproductionEvent, at: string): ReproductionState {
  switch (event.type) {
    case 'reproduction/created':
      return {
        ...state,
        title: event.title,
        createdAt: at,
        options: event.options,
        report: { ...event.report, readOut: null },
      };
    case 'reproduction/phaseEntered':
      return { ...state, phase: event.phase };
    case 'reproduction/optionsChanged':
      return { ...state, options: event.options, environment: environmentAfter(state, event.options) };
    case 'steering/said':
      return { ...state, steerings: [...state.steerings, event.steering] };
    case 'steering/taken':
      return {
        ...state,
        steerings: state.steerings.map((one) => (one.id === event.steeringId ? { ...one, isTaken: true } : one)),
      };
    case 'reproduction/archived':
      return { ...state, archived: event.archived };
    case 'reproduction/paused':
      return { ...state, paused: true };
    case 'reproduction/resumed':
      return { ...state, paused: false };
    case 'reproduction/concluded':
      return { ...state, phase: 'concluded', conclusion: event.conclusion, requests: [] };
    case 'reproduction/reopened':
      return {
        ...state,
        phase: state.environment.ready ? 'attempting' : 'preparingEnvironment',
        conclusion: null,
        paused: false,
        ...(state.modelCalls ? { modelCalls: withoutLastFailures(state.modelCalls) } : {}),
        // A refusal holds until the reproduction is taken up again; then the question is asked anew.
        approvals: state.approvals.filter(({ answer }) => answer === 'approved'),
      };
    case 'notice/given':
      return { ...state, notices: [...state.notices, event.notice] };
    case 'report/read':
      return {
        ...state,
        title: event.readOut.title || state.title,
        report: { ...state.report, readOut: event.readOut },
        symptoms: event.symptoms,
      };
    case 'symptom/edited':
      return { ...state, symptoms: event.symptoms };
    case 'project/opened':
      return { ...state, project: event.project };
    case 'context/gathered':
    case 'context/edited':
      return { ...state, context: event.context };
    case 'plan/proposed':
    case 'plan/edited':
      return { ...state, plan: event.plan, planAccepted: false };
    case 'plan/accepted':
      return { ...state, planAccepted: state.plan?.digest === event.planDigest };
    case 'environment/resolved':
      return {
        ...state,
        environment: { ...state.environment, resolution: event.resolution, ready: null, failure: null },
      };
    case 'environment/preparationStarted':
      return { ...state, environment: { ...state.environment, terminalId: event.terminalId, failure: null } };
    case 'environment/ready':
      return { ...state, environment: { ...state.environment, ready: event.environment, failure: null } };
    case 'environment/failed':
      return { ...state, environment: { ...state.environment, ready: null, failure: event.reason } };
    case 'attempt/started':
      return { ...state, attempts: [...state.attempts, event.attempt] };
    case 'attempt/phaseEntered':
      return updateAttempt(state, event.attemptId, { phase: event.phase });
    case 'execution/started':
      return { ...state, executions: [...state.executions, event.execution] };
    case 'execution/finished':
      return {
        ...state,
        executions: state.executions.map((execution) =>
          execution.id === event.executionId
            ? { ...execution, result: event.result, cold: wasCold(execution, event.result) }
            : execution,
        ),
      };
    case 'verdict/reached':
      return updateAttempt(state, event.attemptId, { verdict: event.verdict });
    case 'verdict/overruled':
      return { ...state, overrules: [...state.overrules, event.overrule] };
    case 'approval/requested':
      return { ...state, requests: [...state.requests, event.request] };
    case 'approval/answered':
      return {
        ...state,
        requests: state.requests.filter((request) => request.id !== event.approval.requestId),
        approvals: [...state.approvals, event.approval],
      };
    case 'job/started':
      return { ...state, jobs: [...state.jobs, event.job] };
    case 'job/progressed':
      return updateJob(state, event.jobId, { kind: 'running', progress: event.progress, note: event.note });
    case 'job/finished':
      return updateJob(state, event.jobId, { kind: 'finished', summary: event.summary, result: event.result });
    case 'bisect/planned':
      return updateBisection(state, event.jobId, () => ({ plan: event.plan }));
    case 'bisect/probed':
      return updateBisection(state, event.jobId, ({ probes }) => ({
        probes: [...probes.filter(({ version }) => version !== event.probe.version), event.probe],
      }));
    case 'bisect/found':
      return updateBisection(state, event.jobId, () => ({ result: event.result }));
    case 'model/called':
      return { ...state, calls: state.calls + 1, modelCalls: [...(state.modelCalls ?? []), event.call] };
    case 'reproducer/written':
      return { ...state, reproducer: { attemptId: event.attemptId, folder: event.folder, files: event.files } };
    default:
      return assertNever(event);
  }
}

/**
 * Folds one envelope into the state. Pure; used by every side.
 * Errors: throws where `seq` does not follow, since a gap means that the reader has lost events and must attach anew.
 */
export function reduceReproduction(state: ReproductionState, envelope: EventEnvelope): ReproductionState {
  if (envelope.seq !== state.seq + 1) {
    throw new RangeError(`Event ${envelope.seq} does not follow ${state.seq} in reproduction ${state.id}`);
  }
  return { ...apply(state, envelope.event, envelope.at), seq: envelope.seq };
}

/** The line of the list for a state. */
export function summarize(state: ReproductionState): ReproductionSummary {
  return {
    id: state.id,
    title: state.title,
    createdAt: state.createdAt,
    phase: state.phase,
    paused: state.paused,
    outcome: state.conclusion?.outcome ?? null,
    ...(state.archived ? { archived: true } : {}),
    damaged: null,
  };
}
