import type { HostPorts } from '../core/ports/host-ports';
import type { Progress } from '../core/ports/cancellation';
import type { Result } from '../protocol/methods';
import { badInput } from './refusals';

/** Keeps a place where environments lie, once something is found there. Errors: rejects with `badInput`. */
export async function addEnvironment(
  path: string,
  work: { readonly ports: Pick<HostPorts, 'environments' | 'settings'>; readonly progress: Progress },
): Promise<Result<'environment/add'>> {
  const { environments, settings } = work.ports;
  if (path === '') throw badInput('path', 'errors.noPath');
  const found = await environments.look(path, work.progress);
  if (found.length === 0) throw badInput('path', 'errors.noEnvironmentAt', { path });
  const { include = [], exclude = [] } = (await settings.read()).environmentPlaces ?? {};
  const isKept = include.includes(path);
  await settings.update({
    environmentPlaces: {
      include: isKept ? include : [...include, path],
      exclude: exclude.filter((one) => one !== path),
    },
  });
  await environments.list({ fresh: true }, work.progress);
  return { environments: [...found] };
}
