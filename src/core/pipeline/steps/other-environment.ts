import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution } from '../../../protocol/environment';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { libraryAtImport, type LibraryFault } from '../../actions/library-at-import';
import { lastMatch } from '../../execute/last-match';
import { nextCandidate } from '../../execute/next-candidate';
import { ofAnyDay } from '../../execute/of-any-day';
import { standsIn } from '../../execute/stands-in';
import type { PreparationFailure } from '../../ports/environments';
import { bestAttempt } from '../next-step';
import { required, type Work } from '../work';

/** Takes the environment on disk that comes nearest, in place of one that may not or cannot be made. */
export async function takeNearest(work: Work, why: string): Promise<void> {
  const resolution = required(work.session.state().environment.resolution, 'environment');
  const { nearest } = resolution;
  if (nearest === undefined) return;
  await say(work, message('environment.notice.nearest', { reason: why, name: nearest.name }));
  await work.session.emit({ type: 'environment/resolved', resolution: standsIn(resolution, nearest) });
}

const byDay: readonly PreparationFailure['kind'][] = [
  'noVersion',
  'yanked',
  'unreadable',
  'noWheel',
  'sourceOnly',
  'conflict',
];

/** Takes the next candidate after an environment that cannot be made, and says why. False: there is none, and the failure stands. */
export async function takeAnother(work: Work, failure: PreparationFailure): Promise<boolean> {
  const state = work.session.state();
  const { resolution } = state.environment;
  if (!resolution || resolution.existing) return false;
  const isDayOurs = resolution.asOf !== null && state.options.asOf === null && !state.report.readOut?.date;
  if (isDayOurs && byDay.includes(failure.kind)) {
    await forgetDay(work, failure.message);
    return true;
  }
  const next = nextCandidate(resolution, failure);
  if (next !== null) {
    await say(work, message('environment.notice.next', { reason: failure.message, change: next.change }));
    await work.session.emit({ type: 'environment/resolved', resolution: next.resolution });
    return true;
  }
  if (!resolution.nearest) return false;
  await takeNearest(work, failure.message);
  return true;
}

/** The same versions, with the packages beside them of any day. */
async function forgetDay(work: Work, why: string): Promise<void> {
  const resolution = required(work.session.state().environment.resolution, 'environment');
  await say(work, message('environment.notice.noDay', { reason: why, date: resolution.asOf ?? '' }));
  await work.session.emit({ type: 'environment/resolved', resolution: ofAnyDay(resolution) });
}

/** Whether the versions rest on a day or an era alone, so that another guess is worth a try. */
function restsOnTime({ rows, aim }: EnvironmentResolution): boolean {
  const stated = rows.some(({ step }) => step === 'stated' || step === 'given' || step === 'files');
  return aim !== 'current' && !stated && rows.some(({ step }) => step === 'date' || step === 'era');
}

/** Whether today's releases are to be tried after those of the report's time. */
export function mayTryCurrent(state: ReproductionState): boolean {
  const { resolution } = state.environment;
  return state.options.environment === null && resolution !== null && restsOnTime(resolution);
}

/** The attempt that came nearest, for a run in the second environment; null: it ran there. */
export function attemptToRepeat(state: ReproductionState): ReproductionState['attempts'][number] | null {
  if (state.environment.resolution?.aim !== 'current') return null;
  const isRepeat = ({ edit }: ReproductionState['attempts'][number]): boolean =>
    edit.kind === 'editAction' && edit.action === 'version-migration';
  return state.attempts.some(isRepeat) ? null : bestAttempt(state);
}

/** What is told of a package that failed as it was imported, as of one that was found so before any run. */
export function asFailure({ distribution, type, message: text }: LibraryFault): PreparationFailure {
  const [line = ''] = text.trim().split('\n');
  const words = message('environment.failure.notImported', { name: distribution, type, text: line.slice(0, 300) });
  return { kind: 'notImported', message: words, blamed: [distribution] };
}

/**
 * The attempt that ran last, where a package failed in it as it was imported. An attempt that waits for the environment to be
 * made anew has not run.
 */
export function brokenByLibrary(
  state: ReproductionState,
): { readonly attempt: ReproductionState['attempts'][number]; readonly fault: LibraryFault } | null {
  const execution = lastMatch(state.executions, ({ purpose, result }) => purpose === 'search' && result !== null);
  const attempt = state.attempts.find(({ id }) => id === execution?.attemptId);
  const isLatest = attempt !== undefined && attempt.edit.kind !== 'control' && attempt.author !== 'user';
  const fault = execution && isLatest ? libraryAtImport(execution, state.symptoms) : null;
  return attempt && fault ? { attempt, fault } : null;
}

async function say(work: Work, text: string): Promise<void> {
  await work.session.emit({ type: 'notice/given', notice: { level: 'note', text, at: work.ports.clock.now() } });
}
