import path from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import type { Settings } from '../../protocol/settings';
import type { Surroundings } from '../surroundings';
import { badInput } from '../input/refusal';
import { oneLine } from '../render/palette';
import { linesOfEnvironments } from './environments';
import { show, type ListOptions } from './list';

type Places = NonNullable<Settings['environmentPlaces']>;

/** `reprise environments add PATH`: an environment, its interpreter, or a folder of environments. */
export async function addEnvironment(surroundings: Surroundings, given: string, typed: ListOptions): Promise<number> {
  return show(surroundings, typed, async (client) => {
    const result = await client.call('environment/add', { path: path.resolve(surroundings.workingFolder, given) });
    return { result, lines: linesOfEnvironments(result.environments) };
  });
}

/** `reprise environments exclude PATH`: what lies there or below is neither listed nor chosen. */
export async function excludeEnvironment(
  surroundings: Surroundings,
  given: string,
  typed: ListOptions,
): Promise<number> {
  return change(surroundings, given, typed, ({ include, exclude }, full) => ({
    include: include.filter((one) => one !== full),
    exclude: [...exclude.filter((one) => one !== full), full],
  }));
}

/** `reprise environments forget PATH`: neither added nor left out any more. */
export async function forgetEnvironment(
  surroundings: Surroundings,
  given: string,
  typed: ListOptions,
): Promise<number> {
  return change(surroundings, given, typed, ({ include, exclude }, full) => {
    if (![...include, ...exclude].includes(full)) {
      throw badInput('path', 'cli.environments.notKept', { path: oneLine(full, 200) });
    }
    return { include: include.filter((one) => one !== full), exclude: exclude.filter((one) => one !== full) };
  });
}

async function change(
  surroundings: Surroundings,
  given: string,
  typed: ListOptions,
  next: (places: Places, full: string) => Places,
): Promise<number> {
  return show(surroundings, typed, async (client) => {
    const full = path.resolve(surroundings.workingFolder, given);
    const { environmentPlaces = { include: [], exclude: [] } } = await client.call('settings/read', {});
    const settings = await client.call('settings/update', { environmentPlaces: next(environmentPlaces, full) });
    const places = settings.environmentPlaces ?? { include: [], exclude: [] };
    await client.call('environment/list', { fresh: true });
    return {
      result: places,
      lines: [
        ...places.include.map((one) => message('cli.environments.included', { path: one })),
        ...places.exclude.map((one) => message('cli.environments.excluded', { path: one })),
        ...(places.include.length + places.exclude.length === 0 ? [message('cli.environments.noPlaces')] : []),
      ],
    };
  });
}
