import { join } from 'node:path';
import type { EnvironmentKind } from '../../../protocol/environment';
import type { Machine } from '../machine';
import type { Candidate, Locator } from './candidate';
import { listFolder } from './list-folder';
import { isFile, isFolder } from '../../system/is-there';

/** Folders in which tools keep virtual environments, a kind each. */
export const locateVirtualEnvironments: Locator = async (machine) => {
  const found = await Promise.all(placesOf(machine).map(({ kind, folder }) => environmentsIn(folder, kind, 1)));
  return found.flat();
};

interface Place {
  readonly kind: EnvironmentKind;
  readonly folder: string;
}

function placesOf(machine: Machine): readonly Place[] {
  const { homeFolder, environmentBlock: block, platform } = machine;
  const caches = [
    block['XDG_CACHE_HOME'] ?? join(homeFolder, '.cache'),
    ...(platform === 'darwin' ? [join(homeFolder, 'Library', 'Caches')] : []),
    ...(platform === 'win32' && block['LOCALAPPDATA'] !== undefined ? [block['LOCALAPPDATA']] : []),
  ];
  const stores = [
    block['XDG_DATA_HOME'] ?? join(homeFolder, '.local', 'share'),
    ...(platform === 'darwin' ? [join(homeFolder, 'Library', 'Application Support')] : []),
  ];
  const named = (kind: EnvironmentKind, folder: string | undefined): Place[] =>
    folder === undefined || folder === '' ? [] : [{ kind, folder }];
  return [
    ...named('poetry', block['POETRY_VIRTUALENVS_PATH']),
    ...caches.map((cache): Place => ({ kind: 'poetry', folder: join(cache, 'pypoetry', 'virtualenvs') })),
    ...stores.map((store): Place => ({ kind: 'hatch', folder: join(store, 'hatch', 'env', 'virtual') })),
    ...caches.map((cache): Place => ({ kind: 'pixi', folder: join(cache, 'rattler', 'envs') })),
    ...named('virtualenv', block['WORKON_HOME']),
    { kind: 'virtualenv', folder: join(homeFolder, '.virtualenvs') },
    ...stores.map((store): Place => ({ kind: 'pipenv', folder: join(store, 'virtualenvs') })),
    { kind: 'venv', folder: join(homeFolder, '.venvs') },
    { kind: 'venv', folder: join(homeFolder, 'venvs') },
    { kind: 'venv', folder: join(homeFolder, 'envs') },
  ];
}

/** hatch keeps an environment two folders further down than the others: project, digest, name. */
async function environmentsIn(folder: string, kind: EnvironmentKind, depth: number): Promise<readonly Candidate[]> {
  const names = await listFolder(folder);
  const found = await Promise.all(
    names.map(async (name): Promise<readonly Candidate[]> => {
      const prefix = join(folder, name);
      if (await looksVirtual(prefix)) return [{ kind: await refine(prefix, kind), name, prefix, interpreter: null }];
      return kind === 'hatch' && depth < 3 ? environmentsIn(prefix, kind, depth + 1) : [];
    }),
  );
  return found.flat();
}

async function looksVirtual(prefix: string): Promise<boolean> {
  // Environments of virtualenv before version 20 have no pyvenv.cfg.
  return (await isFile(join(prefix, 'pyvenv.cfg'))) || (await isFile(join(prefix, 'bin', 'activate_this.py')));
}

/** pipenv's are told from virtualenvwrapper's by the file that names their project. */
async function refine(prefix: string, kind: EnvironmentKind): Promise<EnvironmentKind> {
  if (kind !== 'virtualenv' && kind !== 'pipenv') return kind;
  return (await isFile(join(prefix, '.project'))) || (await isFolder(join(prefix, '.pipenv'))) ? 'pipenv' : kind;
}
