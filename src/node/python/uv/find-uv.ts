import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { isInShimFolder, isScript } from '../discover/is-shim';
import { listFolder, realPathOf } from '../discover/list-folder';
import { isFile } from '../../system/is-there';
import { foldersOfVariable } from '../discover/locate-on-path';
import { pyenvVersionsFolder } from '../discover/locate-versions';
import { UV_MARKER } from './bootstrap-uv';
import type { Machine } from '../machine';

/** Real uv programs, the best first: our own of the pinned version, those on PATH, in the usual places, and in pyenv's versions. Shims are skipped. */
export async function findUv(machine: Machine, pinnedVersion: string): Promise<readonly string[]> {
  const { homeFolder, platform, folders } = machine;
  const name = platform === 'win32' ? 'uv.exe' : 'uv';
  const versions = pyenvVersionsFolder(machine);
  const ownFolder = join(folders.tools, `uv-${pinnedVersion}`);
  const own = (await isFile(join(ownFolder, UV_MARKER))) ? [join(ownFolder, 'bin')] : [];
  const places = [
    ...own,
    ...foldersOfVariable(machine, 'PATH'),
    join(homeFolder, '.local', 'bin'),
    join(homeFolder, '.cargo', 'bin'),
    ...[...(await listFolder(versions))].reverse().map((version) => join(versions, version, 'bin')),
  ];
  const found: string[] = [];
  for (const path of new Set(places.map((place) => join(place, name)))) {
    if (isInShimFolder(path) || !(await isFile(path))) continue;
    const real = await realPathOf(path);
    if (isInShimFolder(real) || found.includes(real) || !(await isProgram(real))) continue;
    found.push(real);
  }
  return found;
}

async function isProgram(path: string): Promise<boolean> {
  const mayRun = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return mayRun && !(await isScript(path));
}
