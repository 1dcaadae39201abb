import type { Progress } from '../core/ports/cancellation';
import type { HostPorts } from '../core/ports/host-ports';
import { message } from '../protocol/catalogue/catalogue';
import type { Params, Result } from '../protocol/methods';

/** Chooses for packages that the user names; makes what was chosen only when it is approved. */
export async function createEnvironment(
  wanted: Params<'environment/create'>,
  work: { readonly ports: Pick<HostPorts, 'environments' | 'ids'>; readonly progress: Progress },
): Promise<Result<'environment/create'>> {
  const { environments, ids } = work.ports;
  const { packages, python, asOf, allowPackages, approved } = wanted;
  const reason = message('environment.row.given');
  const chosen = await environments.resolve(
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
  if (!approved) return { kind: 'chosen', resolution };
  const prepared = await environments.prepare(
    { resolution, terminalId: ids.next('terminal'), allowPackages, allowWeakerSandbox: false },
    work.progress,
  );
  return prepared.kind === 'failed'
    ? { kind: 'failed', message: prepared.failure.message }
    : { kind: 'ready', environment: prepared.environment };
}
