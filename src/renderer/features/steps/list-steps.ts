import type { Attempt } from '../../../protocol/attempt';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { exceptionOf } from '../verdict/choose-verdict';
import { describeOutcome, type Tone } from '../../app/describe-state';
import { formatDuration } from '../../app/format';
import { isRunning } from '../../../protocol/reproduction/next-act';
import type { IconName } from '../../components/icon';
import type { DocumentName } from '../../store/app-state';

/** One line of the steps. */
export interface StepLine {
  readonly id: string;
  readonly document: DocumentName;
  readonly attemptId: string | null;
  readonly depth: number;
  readonly icon: IconName | null;
  readonly tone: Tone;
  /** What the icon says, in a word. */
  readonly status: string;
  readonly label: string;
  readonly detail: string;
  /** More than fits. */
  readonly hint: string;
}

type Progress = 'done' | 'now' | 'asks' | 'failed' | 'later';

const looks: Readonly<Record<Progress, { readonly icon: IconName; readonly tone: Tone }>> = {
  done: { icon: 'check', tone: 'good' },
  now: { icon: 'running', tone: 'live' },
  asks: { icon: 'question', tone: 'warn' },
  failed: { icon: 'cross', tone: 'bad' },
  later: { icon: 'circle', tone: 'still' },
};

/** The steps of a reproduction with their counts, attempts as a tree in order of work. */
export function listSteps(state: ReproductionState): StepLine[] {
  const step = (document: DocumentName, progress: Progress, detail: string): StepLine => ({
    id: document,
    document,
    attemptId: null,
    depth: 0,
    ...looks[progress],
    status: message(`app.step.status.${progress}`),
    label: message(`app.step.${document}`),
    detail,
    hint: '',
  });
  return [
    step('report', state.report.readOut ? 'done' : when(state, ['reading']), reportDetail(state)),
    step('context', state.context ? 'done' : when(state, ['gatheringContext']), contextDetail(state)),
    step('plan', planProgress(state), planDetail(state)),
    step('environment', environmentProgress(state), environmentDetail(state)),
    step('script', attemptsProgress(state), state.attempts.length > 0 ? String(state.attempts.length) : ''),
    ...attemptLines(state),
    step('verdict', state.conclusion ? 'done' : 'later', verdictDetail(state)),
    step('reproducer', state.reproducer ? 'done' : 'later', reproducerDetail(state)),
  ];
}

function when(state: ReproductionState, phases: readonly ReproductionState['phase'][]): Progress {
  return phases.includes(state.phase) && isRunning(state) ? 'now' : 'later';
}

function reportDetail(state: ReproductionState): string {
  const information = state.report.readOut?.information;
  if (!information) return '';
  const present = information.filter((item) => item.present).length;
  return message('app.step.report.detail', { present, of: information.length });
}

function contextDetail(state: ReproductionState): string {
  if (!state.context) return '';
  const count = state.context.chunks.length;
  return state.options.project === null
    ? message('app.step.context.none')
    : message('app.step.context.detail', { count });
}

function planProgress(state: ReproductionState): Progress {
  if (!state.plan) return when(state, ['planning']);
  return state.planAccepted ? 'done' : 'asks';
}

function planDetail(state: ReproductionState): string {
  return state.plan ? message('app.step.plan.detail', { count: state.plan.steps.length }) : '';
}

function environmentProgress(state: ReproductionState): Progress {
  if (state.environment.ready) return 'done';
  if (state.environment.failure) return 'failed';
  return when(state, ['preparingEnvironment']);
}

function environmentDetail(state: ReproductionState): string {
  const { ready, resolution } = state.environment;
  const python = ready?.pythonVersion ?? resolution?.python.version;
  return python ? message('app.environment.python', { version: python }) : '';
}

function attemptsProgress(state: ReproductionState): Progress {
  if (state.phase === 'concluded') return state.attempts.length > 0 ? 'done' : 'later';
  return when(state, ['attempting']);
}

function verdictDetail(state: ReproductionState): string {
  if (!state.conclusion) return '';
  const repeats = state.conclusion.verdict?.repeats ?? [];
  if (repeats.length === 0) return describeOutcome(state.conclusion.outcome).text;
  return message('app.step.verdict.detail', {
    shown: repeats.filter((repeat) => repeat.shown).length,
    of: repeats.length,
  });
}

function reproducerDetail(state: ReproductionState): string {
  return state.reproducer ? message('app.step.reproducer.detail', { count: state.reproducer.files.length }) : '';
}

/** Children below their parents, each generation in the order it was made; a line of single children stays flat. */
function attemptLines(state: ReproductionState): StepLine[] {
  const children = new Map<string | null, Attempt[]>();
  const known = new Set(state.attempts.map((attempt) => attempt.id));
  for (const attempt of state.attempts) {
    const parent = attempt.parentId !== null && known.has(attempt.parentId) ? attempt.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), attempt]);
  }
  const lines: StepLine[] = [];
  const visit = (parent: string | null, depth: number): void => {
    const own = children.get(parent) ?? [];
    for (const [at, attempt] of own.entries()) {
      // The last child goes on in its parent's column; earlier ones are side branches.
      const column = at < own.length - 1 ? depth + 1 : depth;
      lines.push(attemptLine(state, attempt, Math.min(column, 4)));
      visit(attempt.id, column);
    }
  };
  visit(null, 1);
  return lines;
}

function attemptLine(state: ReproductionState, attempt: Attempt, depth: number): StepLine {
  const last = state.executions.findLast((execution) => execution.attemptId === attempt.id);
  const took = last?.result ? ` ${formatDuration(last.result.durationMs)}` : '';
  return {
    id: attempt.id,
    document: 'script',
    attemptId: attempt.id,
    depth,
    icon: null,
    tone: attemptTone(state, attempt),
    status: took,
    label: message('app.step.attempt', { number: String(attempt.number), edit: editWords(attempt) }),
    detail: attemptDetail(state, attempt),
    hint: attempt.phase.kind === 'finished' ? attempt.phase.summary : '',
  };
}

function attemptTone(state: ReproductionState, attempt: Attempt): Tone {
  if (attempt.verdict?.outcome === 'reproduced') return 'good';
  return attempt.phase.kind === 'finished' || state.paused ? 'still' : 'live';
}

/** What an attempt showed, in a word or two: the exception's type says more in a narrow column than a sentence. */
function attemptDetail(state: ReproductionState, attempt: Attempt): string {
  const { phase, verdict } = attempt;
  if (phase.kind === 'awaitingApproval') {
    const open = state.requests.some((request) => request.id === phase.requestId);
    return message(open ? 'app.attempt.awaitingApproval' : 'app.attempt.waits');
  }
  if (phase.kind !== 'finished') return message(state.paused ? 'app.attempt.stopped' : `app.attempt.${phase.kind}`);
  if (verdict?.outcome === 'reproduced') return message('app.attempt.match');
  const last = state.executions.findLast((execution) => execution.attemptId === attempt.id && execution.result);
  return (last && exceptionOf(last)?.chain[0]?.type) ?? phase.summary;
}

/** How an attempt came to be, in two or three words. */
export function editWords(attempt: Attempt): string {
  return attempt.edit.kind === 'editAction'
    ? message(`app.action.${attempt.edit.action}.short`)
    : message(`app.edit.${attempt.edit.kind}.short`);
}
