import { join } from 'node:path';
import type { Machine } from '../machine';
import type { Locator } from './candidate';
import { interpreterOf } from './interpreter-of';
import { listFolder } from './list-folder';
import { isFile, isFolder } from '../../system/is-there';

/** The folder that holds pyenv's versions. */
export function pyenvVersionsFolder(machine: Pick<Machine, 'environmentBlock' | 'homeFolder' | 'platform'>): string {
  const { environmentBlock: block, homeFolder, platform } = machine;
  const root =
    block['PYENV_ROOT'] ??
    (platform === 'win32' ? join(homeFolder, '.pyenv', 'pyenv-win') : join(homeFolder, '.pyenv'));
  return join(root, 'versions');
}

/** pyenv's versions, and the virtual environments that its plugin keeps beside them. */
export const locatePyenv: Locator = async (machine) => {
  const versions = pyenvVersionsFolder(machine);
  const names = (await listFolder(versions)).filter((name) => !name.startsWith('.'));
  const found = await Promise.all(
    names.map(async (name) => {
      const prefix = join(versions, name);
      if (!(await isFolder(prefix)) || (await isFolder(join(prefix, 'conda-meta')))) return [];
      const kind = (await isFile(join(prefix, 'pyvenv.cfg'))) ? 'virtualenv' : 'pyenv';
      return [{ kind, name, prefix, interpreter: await interpreterOf(prefix, machine.platform) } as const];
    }),
  );
  return found.flat();
};

/** Interpreters that uv installed. */
export const locateUvPythons: Locator = async (machine) => {
  const { environmentBlock: block, homeFolder, platform } = machine;
  const data =
    platform === 'win32'
      ? (block['APPDATA'] ?? join(homeFolder, 'AppData', 'Roaming'))
      : (block['XDG_DATA_HOME'] ?? join(homeFolder, '.local', 'share'));
  const folder = block['UV_PYTHON_INSTALL_DIR'] ?? join(data, 'uv', 'python');
  const names = (await listFolder(folder)).filter((name) => /^cpython-\d/.test(name));
  return Promise.all(
    names.map(async (name) => {
      const prefix = join(folder, name);
      return { kind: 'uv', name, prefix, interpreter: await interpreterOf(prefix, platform) } as const;
    }),
  );
};
