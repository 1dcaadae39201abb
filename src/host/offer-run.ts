import { mayBeWeaker } from '../core/execute/may-be-weaker';
import type { DigestOf } from '../core/ports/digests';
import { message } from '../protocol/catalogue/catalogue';
import { commandRegistry, type CommandName } from '../protocol/commands';
import type { Attempt } from '../protocol/attempt';
import { assertNever } from '../protocol/primitives';
import { describeScope } from './describe-scope';
import { isRunning, nextAct, questions, type NextAct } from '../protocol/reproduction/next-act';
import type { SandboxRule } from '../protocol/reproduction/options';
import type { ReproductionState } from '../protocol/reproduction/state';
import type { RunAct, RunActKind, RunOffer, RunWish } from '../protocol/run-offer';

/** What is known of the machine: whether it has a sandbox at all. */
type Machine = { readonly hasSandbox: boolean };

type SettingsWish = Extract<RunWish, { kind: 'settings' }>;

const commandOf: Partial<Readonly<Record<RunActKind, CommandName>>> = {
  start: 'start',
  continue: 'start',
  judgeAgain: 'start',
  acceptPlan: 'acceptPlan',
  runAttempt: 'runScript',
  stop: 'stop',
};

function act(kind: RunActKind, label: string, look: RunAct['look']): RunAct {
  const command = commandOf[kind];
  return { kind, label, look, key: command ? commandRegistry[command].key : null };
}

const stop = (look: RunAct['look']): RunAct => act('stop', message('app.act.stop'), look);

/** Leaves what was asked for undone. */
export const leave = (): RunAct => act('refuse', message('surface.settings.leave'), 'plain');

/** Ends the offer: the digest is of what is shown and of what is covered, so that a press means just what was seen. */
export function sealed(
  offer: Omit<RunOffer, 'digest'>,
  covers: readonly (string | null)[],
  digestOf: DigestOf,
): RunOffer {
  const { acts, words, isQuestion } = offer;
  return { ...offer, digest: digestOf(JSON.stringify([covers, acts, words, isQuestion])) };
}

/** What the Run surface offers for a reproduction as it stands. Pure. */
export function offerRun(options: {
  readonly state: ReproductionState;
  readonly attemptId: string | null;
  readonly machine: Machine;
  readonly digestOf: DigestOf;
}): RunOffer {
  const { state, machine, digestOf } = options;
  const [question] = state.phase === 'concluded' ? [] : questions(state);
  if (question) {
    const acts = [
      act('approve', message('surface.approve'), 'primary'),
      act('refuse', message('surface.refuse'), 'plain'),
      ...(isRunning(state) ? [stop('plain')] : []),
    ];
    const words = [question.question, message('surface.covers', { what: describeScope(question.scope) })];
    return sealed({ seq: state.seq, acts, words, isQuestion: true }, [question.id, question.digest], digestOf);
  }
  const next = nextAct(state);
  const wanted = wantedAttempt(state, next, options.attemptId);
  const acts = [...actsOf(next, state), ...(wanted ? [runAttempt(wanted, isMain(next))] : [])];
  const words = [
    ...wordsOf(next, state),
    ...(wanted ? [coversAttempt(wanted)] : []),
    ...(runs(acts, state) ? [confinementOf(state, machine), ...pathsOf(state)] : []),
  ];
  const covers = [state.id, next.kind, 'planDigest' in next ? next.planDigest : null, wanted?.scriptDigest ?? null];
  return sealed({ seq: state.seq, acts: acts.slice(0, 3), words, isQuestion: false }, covers, digestOf);
}

/** What the Run surface offers where settings are to ask for less. Pure. */
export function offerSettings(wish: SettingsWish, digestOf: DigestOf): RunOffer {
  const words = [
    ...(wish.autonomy === 'auto' ? [message('surface.settings.auto')] : []),
    ...(wish.sandbox === 'prefer' ? [message('surface.settings.prefer')] : []),
    ...(wish.sandbox === 'off' ? [message('surface.settings.off')] : []),
  ];
  const acts = words.length === 0 ? [] : [act('changeSettings', message('surface.settings'), 'primary'), leave()];
  return sealed({ seq: 0, acts, words, isQuestion: true }, [JSON.stringify(wish)], digestOf);
}

/** The attempt that a press of Run runs: the looked-at one, else the one that is next. */
export function wantedAttempt(state: ReproductionState, next: NextAct, attemptId: string | null): Attempt | null {
  const find = (id: string | null): Attempt | null => state.attempts.find((it) => it.id === id) ?? null;
  const looked = find(attemptId);
  // While something runs by itself, only a text that the user kept is worth a run of its own.
  if (looked && (state.phase === 'concluded' || looked.author === 'user')) return looked;
  if (next.kind === 'runAgain') return find(next.attemptId);
  return next.kind === 'openReproducer' ? find(state.conclusion?.attemptId ?? null) : null;
}

/** Whether running an attempt is what comes next. */
function isMain(next: NextAct): boolean {
  return next.kind === 'runAgain';
}

function runAttempt(attempt: Attempt, main: boolean): RunAct {
  const label = message('surface.runAttempt', { number: String(attempt.number) });
  return act('runAttempt', label, main ? 'primary' : 'plain');
}

function actsOf(next: NextAct, state: ReproductionState): readonly RunAct[] {
  switch (next.kind) {
    case 'start':
      return [act('start', message('app.act.start'), 'primary')];
    case 'continue':
      return [act('continue', message('app.act.continue'), 'primary')];
    case 'judgeAgain':
      return [act('judgeAgain', message('app.act.judgeAgain'), 'primary')];
    case 'acceptPlan':
      return [
        act('acceptPlan', message('app.act.acceptPlan'), 'primary'),
        ...(isRunning(state) ? [stop('plain')] : []),
      ];
    case 'stop':
      return [stop('stop')];
    case 'create':
    case 'review':
    case 'runAgain':
    case 'openReproducer':
      return [];
    default:
      return assertNever(next);
  }
}

function wordsOf(next: NextAct, state: ReproductionState): readonly string[] {
  switch (next.kind) {
    case 'start':
      return state.options.autonomy === 'auto'
        ? [message('surface.start.auto')]
        : [message('surface.start.guide'), message('surface.start.guide.nothing')];
    case 'continue':
      return [message(mayRunUnasked(state) ? 'surface.continue' : 'surface.continue.unapproved')];
    case 'judgeAgain': {
      const judged = state.attempts.find(({ id }) => id === state.conclusion?.attemptId) ?? state.attempts.at(-1);
      return [message('surface.judgeAgain', { number: String(judged?.number ?? 1) })];
    }
    case 'acceptPlan': {
      const shown = state.attempts.find((attempt) => attempt.edit.kind === 'asReported');
      return shown
        ? [message('surface.acceptPlan', { digest: short(shown.scriptDigest) })]
        : [message('surface.acceptPlan.noScript')];
    }
    case 'stop':
      return [message(mayRunUnasked(state) ? 'surface.stop' : 'surface.stop.before')];
    case 'create':
    case 'review':
    case 'runAgain':
    case 'openReproducer':
      return [];
    default:
      return assertNever(next);
  }
}

function coversAttempt(attempt: Attempt): string {
  return message('surface.runAttempt.covers', {
    number: String(attempt.number),
    author: message(`surface.author.${attempt.author}`),
    digest: short(attempt.scriptDigest),
  });
}

/** Enough of a digest to tell two scripts of one reproduction apart by eye; the whole is what is compared. */
export function short(digest: string): string {
  return digest.slice(0, 8);
}

/** Whether a press of these acts lets something run. */
function runs(acts: readonly RunAct[], state: ReproductionState): boolean {
  return (
    acts.some(({ kind }) => kind === 'runAttempt' || kind === 'acceptPlan' || kind === 'judgeAgain') ||
    mayRunUnasked(state)
  );
}

/** Whether going on could run something without a further question: in auto, or once something was approved. */
export function mayRunUnasked({ options, planAccepted, approvals }: ReproductionState): boolean {
  const approved = approvals.some(({ answer }) => answer === 'approved');
  return options.autonomy === 'auto' || options.given !== undefined || planAccepted || approved;
}

export function confinementOf(state: ReproductionState, { hasSandbox }: Machine): string {
  const rule: SandboxRule = state.options.sandbox;
  const weaker = rule === 'off' || (!hasSandbox && (rule === 'prefer' || mayBeWeaker(state, null)));
  return message(weaker ? 'surface.unconfined' : 'surface.confined');
}

/** Paths, versions and cards that were given with the report or chosen since: a person should see them before a yes. */
export function pathsOf({ options }: ReproductionState): readonly string[] {
  const paths = [options.project, options.environment, options.python, options.data].filter((path) => path !== null);
  const packages = (options.packages ?? []).map(({ name, specifier }) => `${name}${specifier}`);
  const leftOut = (options.leaveOut ?? []).map((name) => message('surface.without', { name }));
  const given = [...paths, ...packages, ...leftOut];
  return [
    ...(given.length === 0 ? [] : [message('surface.paths', { paths: given.join(', ') })]),
    ...(options.devices ? [devicesOf(options.devices)] : []),
  ];
}

function devicesOf(devices: readonly string[]): string {
  return devices.length === 0
    ? message('surface.devices.none')
    : message('surface.devices', { devices: devices.join(', ') });
}
