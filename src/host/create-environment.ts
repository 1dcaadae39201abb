import { brokenImport } from '../core/execute/broken-import';
import { nextCandidate } from '../core/execute/next-candidate';
import type { Progress } from '../core/ports/cancellation';
import { estimateMaking } from '../core/plan/estimate-making';
import { tellUnknown } from '../core/plan/tell-unknown';
import type { HostPorts } from '../core/ports/host-ports';
import { message } from '../protocol/catalogue/catalogue';
import type { EnvironmentResolution, MakingTime, ReadyEnvironment } from '../protocol/environment';
import type { Params, Result } from '../protocol/methods';

interface Making {
  readonly ports: Pick<HostPorts, 'clock' | 'environments' | 'ids'>;
  readonly progress: Progress;
}

/** Chooses for packages that the user names; makes what was chosen only when it is approved. */
export async function createEnvironment(
  wanted: Params<'environment/create'>,
  work: Making,
): Promise<Result<'environment/create'>> {
  const { packages, python, asOf, allowPackages, approved } = wanted;
  const reason = message('environment.row.given');
  const chosen = await work.ports.environments.resolve(
    {
      ...{ environment: null, python, statedPython: null, asOf, allowPackages },
      packages: packages.map(({ name, specifier }) => ({ name, specifier, step: 'given', reason })),
    },
    work.progress,
  );
  if (chosen.kind === 'failed') return { kind: 'failed', message: chosen.failure.message };
  // Asked for by name: one on disk is no answer.
  const { nearest: _, ...rest } = chosen.resolution;
  const resolution = { ...rest, existing: null };
  if (approved) return makeOrNext(resolution, allowPackages, work);
  const { environments, clock } = work.ports;
  const about = await tellUnknown(resolution.unknown, { environments, now: clock.now() }, work.progress);
  return { kind: 'chosen', resolution, about: [...about], ...(await timeOf(resolution, work)) };
}

/** Nothing where no size is known. */
async function timeOf(
  { heavy }: EnvironmentResolution,
  { ports, progress }: Making,
): Promise<{ readonly time?: MakingTime }> {
  const bytes = heavy.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes === 0) return {};
  const { environments } = await ports.environments.list({ fresh: false, measured: true }, progress);
  return { time: estimateMaking(bytes, environments) };
}

/** Makes it; where it cannot be had, the next candidate that needs no further word, as a reproduction does. What was given stays. */
async function makeOrNext(
  first: EnvironmentResolution,
  allowPackages: readonly string[],
  { ports, progress }: Making,
): Promise<Result<'environment/create'>> {
  const changes: string[] = [];
  let resolution = first;
  // A framework of it cannot be imported: better than nothing, where nothing else can be had.
  let broken: ReadyEnvironment | null = null;
  for (;;) {
    const prepared = await ports.environments.prepare(
      { resolution, terminalId: ports.ids.next('terminal'), allowPackages, allowWeakerSandbox: false },
      progress,
    );
    const failure =
      prepared.kind === 'failed'
        ? prepared.failure
        : brokenImport(prepared.environment, { modules: null, symptoms: [] });
    const next = failure === null ? null : nextCandidate(resolution, failure);
    if (failure === null || next === null || asksForMore(next.resolution, first)) {
      const environment = prepared.kind === 'ready' ? prepared.environment : broken;
      return environment === null
        ? { kind: 'failed', message: failure?.message ?? '', changes }
        : { kind: 'ready', environment, changes };
    }
    if (prepared.kind === 'ready') broken = prepared.environment;
    changes.push(message('environment.notice.next', { reason: failure.message, change: next.change }));
    resolution = next.resolution;
  }
}

/** Whether something large would be fetched that nobody was asked about. */
function asksForMore(next: EnvironmentResolution, approved: EnvironmentResolution): boolean {
  return next.heavy.some(({ name }) => !approved.heavy.some((one) => one.name === name));
}
