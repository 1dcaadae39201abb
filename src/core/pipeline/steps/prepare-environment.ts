import type { ApprovalScope } from '../../../protocol/approval';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution, LeftOutLine, ReadyEnvironment } from '../../../protocol/environment';
import type { ReproductionOptions } from '../../../protocol/reproduction/options';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { latestAnswer, requestFor } from '../../execute/approvals';
import { brokenImport } from '../../execute/broken-import';
import { digestOfScope } from '../../execute/canonical-scope';
import { mayBeWeaker } from '../../execute/may-be-weaker';
import { environmentRequest } from '../../plan/environment-request';
import { tellUnknown } from '../../plan/tell-unknown';
import { normaliseName } from '../../../protocol/requirement';
import { formatBytes } from '../../../protocol/format-bytes';
import type { PreparationFailure, Resolution } from '../../ports/environments';
import { askForWeakerSandbox } from '../confinement';
import { importedRoots, wantedPackages, type Wanting } from '../wanted-packages';
import { enterPhase, required, type Work } from '../work';
import { conclude } from './conclude';
import { missingEnvironment } from './missing';
import { tellMemoryAhead } from './tell-memory';
import { takeAnother } from './other-environment';

async function failed(work: Work, failure: PreparationFailure): Promise<void> {
  await work.session.emit({ type: 'environment/failed', reason: failure.message });
  await conclude(work, missingEnvironment(failure));
}

/** Chooses the interpreter and the packages, with a reason a row. Fetches nothing. */
export async function resolveEnvironment(work: Work): Promise<void> {
  await enterPhase(work, 'preparingEnvironment');
  const resolved = await resolution(work, work.session.state().environment.resolution?.aim ?? 'report');
  if (resolved.kind === 'failed') return failed(work, resolved.failure);
  await work.session.emit({ type: 'environment/resolved', resolution: resolved.resolution });
  await showLeftOut(work, resolved.resolution.leftOut ?? []);
}

const MOST_SHOWN = 8;

/** A line that is not followed is told, so that a missing package is no riddle. */
async function showLeftOut(work: Work, leftOut: readonly LeftOutLine[]): Promise<void> {
  if (leftOut.length === 0) return;
  const lines = leftOut.slice(0, MOST_SHOWN).map(({ file, text }) => `${file}: ${text}`);
  const text = message('environment.notice.leftOut', { count: leftOut.length, lines: lines.join('; ') });
  await work.session.emit({ type: 'notice/given', notice: { level: 'note', text, at: work.ports.clock.now() } });
}

/** Chooses today's releases, where they are had without a question. False: they are not, and nothing has changed. */
export async function resolveCurrent(work: Work): Promise<boolean> {
  const resolved = await resolution(work, 'current');
  if (resolved.kind === 'failed') return false;
  const { existing, heavy, unknown, ...rest } = resolved.resolution;
  const { allowPackages } = work.session.state().options;
  const isAsked = [...heavy.map(({ name }) => name), ...unknown].some((name) => !allowPackages.includes(name));
  if (!existing && isAsked) return false;
  if (existing?.id === work.session.state().environment.ready?.id) return false;
  await enterPhase(work, 'preparingEnvironment');
  await work.session.emit({ type: 'environment/resolved', resolution: { ...rest, existing, heavy, unknown } });
  return true;
}

type Choosing = Wanting & Pick<Work, 'progress'>;

/** Chooses by other options than those of the state, for a person to see before a run. Fetches nothing and keeps nothing. */
export async function resolveAhead(work: Choosing, options: ReproductionOptions): Promise<Resolution> {
  const resolved = await resolution(work, 'report', options);
  if (resolved.kind === 'failed') return resolved;
  return { kind: 'resolved', resolution: { ...resolved.resolution, ahead: true } };
}

/** Whether a script that was changed since wants a package that no row brings. */
async function lacksPackages(work: Work, { ahead, rows }: EnvironmentResolution): Promise<boolean> {
  if (ahead !== true) return false;
  const { leaveOut = [] } = work.session.state().options;
  const had = new Set([...leaveOut, ...rows.flatMap(({ name, insteadOf }) => [name, insteadOf?.name ?? name])]);
  return (await wantedPackages(work)).some(({ name }) => !had.has(normaliseName(name)));
}

async function resolution(
  work: Choosing,
  aim: 'report' | 'current',
  options = work.session.state().options,
): Promise<Resolution> {
  const { session, ports, progress } = work;
  const { id, report } = session.state();
  const request = environmentRequest({
    readOut: required(report.readOut, 'report'),
    source: await ports.store.readReport(id),
    packages: await wantedPackages(work),
    options: { ...options, project: session.state().project?.folder ?? null },
  });
  return ports.environments.resolve(aim === 'report' ? request : { ...request, aim }, progress);
}

interface Question {
  readonly scope: ApprovalScope;
  readonly text: string;
}

/** What is asked before anything is fetched. A name that the user allowed by hand is not asked about again. */
function packageQuestions(resolution: EnvironmentResolution, allowed: readonly string[]): readonly Question[] {
  if (resolution.existing) return [];
  const heavy = resolution.heavy.filter(({ name }) => !allowed.includes(name));
  const unknown = resolution.unknown.filter((name) => !allowed.includes(name));
  const questions: Question[] = [];
  if (heavy.length > 0) {
    const names = heavy.map(({ name }) => name);
    const bytes = heavy.reduce((sum, item) => sum + item.bytes, 0);
    const text = message('approval.heavy', { names: names.join(', '), size: formatBytes(bytes) });
    questions.push({ scope: { kind: 'packages', names, bytes, why: 'heavy' }, text });
  }
  if (unknown.length > 0) {
    const text = message('approval.unknown', { names: unknown.join(', ') });
    questions.push({ scope: { kind: 'packages', names: unknown, bytes: null, why: 'unknown' }, text });
  }
  return questions;
}

/** Asks the first question about packages that has no answer. True: a question is open now. */
async function askForPackages(work: Work, state: ReproductionState): Promise<boolean> {
  const { digestOf } = work.ports;
  const resolution = required(state.environment.resolution, 'environment');
  for (const { scope, text } of packageQuestions(resolution, state.options.allowPackages)) {
    if (latestAnswer(state, digestOfScope(scope, digestOf))?.answer === 'approved') continue;
    const told = scope.kind === 'packages' && scope.why === 'unknown' ? await aboutNames(work, scope.names) : [];
    const question = [text, ...told].join(' ');
    await work.session.emit({ type: 'approval/requested', request: requestFor(scope, question, work.ports) });
    return true;
  }
  return false;
}

function aboutNames({ ports, progress }: Work, names: readonly string[]): Promise<readonly string[]> {
  return tellUnknown(names, { environments: ports.environments, now: ports.clock.now() }, progress);
}

/** Whether the next candidate is taken in the place of one whose framework cannot be imported. Where there is none, it has to do. */
async function isExchanged(work: Work, environment: ReadyEnvironment): Promise<boolean> {
  if (environment.unimportable === undefined) return false;
  const { symptoms } = work.session.state();
  const failure = brokenImport(environment, { modules: await importedRoots(work), symptoms });
  return failure !== null && takeAnother(work, failure);
}

/** Makes the chosen environment, after asking for what needs a person's word. */
export async function prepareEnvironment(work: Work): Promise<void> {
  const { session, ports, progress } = work;
  await enterPhase(work, 'preparingEnvironment');
  const state = session.state();
  const resolution = required(state.environment.resolution, 'environment');
  if (await lacksPackages(work, resolution)) return resolveEnvironment(work);
  if (await askForPackages(work, state)) return;
  if (await askForWeakerSandbox(work, null)) return;
  const terminalId = ports.ids.next('terminal');
  await session.emit({ type: 'environment/preparationStarted', terminalId });
  const prepared = await ports.environments.prepare(
    {
      resolution,
      terminalId,
      reproductionId: state.id,
      // Every unknown name was asked about above, so those that are left are approved.
      allowPackages: [...state.options.allowPackages, ...resolution.unknown],
      allowWeakerSandbox: mayBeWeaker(state, null),
    },
    progress,
  );
  progress.signal.throwIfAborted();
  if (prepared.kind === 'failed') {
    if (!(await takeAnother(work, prepared.failure))) await failed(work, prepared.failure);
    return;
  }
  const { environment } = prepared;
  if (await isExchanged(work, environment)) return;
  await session.emit({ type: 'environment/ready', environment });
  await tellMemoryAhead(work);
}
