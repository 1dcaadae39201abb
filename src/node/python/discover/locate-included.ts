import { basename, isAbsolute, join } from 'node:path';
import type { EnvironmentSummary } from '../../../protocol/environment';
import { prefixOfInterpreter } from '../resolve/find-existing';
import type { Candidate, Locator } from './candidate';
import { listFolder, realPathOf } from './list-folder';
import { isFile, isFolder } from '../../system/is-there';

/** Most folders below one that the user added: it is a folder of environments, not a disk. */
const MOST_BELOW = 500;

/** Where else the user has Reprise look, and what is left out. Absolute paths. */
export interface EnvironmentPlaces {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** What lies at the places that the user added: an environment, an interpreter, or a folder of environments. */
export function locateIncluded(include: readonly string[]): Locator {
  return async (machine) => (await Promise.all(include.map((path) => candidatesAt(path, machine.platform)))).flat();
}

/** Empty: neither an environment nor a folder of some. */
export async function candidatesAt(path: string, platform: NodeJS.Platform): Promise<readonly Candidate[]> {
  if (!isAbsolute(path)) return [];
  if (await isFile(path)) {
    const prefix = await prefixOfInterpreter(path, platform);
    return [{ ...(await candidate(prefix)), interpreter: path }];
  }
  if (!(await isFolder(path))) return [];
  if (await looksLikeOne(path)) return [await candidate(path)];
  const below = (await listFolder(path)).slice(0, MOST_BELOW).map((name) => join(path, name));
  const found = await Promise.all(below.map(async (one) => ((await looksLikeOne(one)) ? [await candidate(one)] : [])));
  return found.flat();
}

async function candidate(prefix: string): Promise<Candidate> {
  const kind = (await isFolder(join(prefix, 'conda-meta')))
    ? 'conda'
    : (await isFile(join(prefix, 'pyvenv.cfg'))) || (await isFile(join(prefix, 'bin', 'activate_this.py')))
      ? 'venv'
      : 'system';
  return { kind, name: basename(prefix), prefix, interpreter: null };
}

async function looksLikeOne(folder: string): Promise<boolean> {
  const signs = ['pyvenv.cfg', 'bin/python', 'bin/python3', 'bin/python2', 'python.exe', 'Scripts/python.exe'];
  for (const sign of signs) if (await isFile(join(folder, sign))) return true;
  return isFolder(join(folder, 'conda-meta'));
}

/** Those that lie at none of the excluded paths, nor below one. What Reprise made itself is always shown. */
export async function withoutExcluded(
  found: readonly EnvironmentSummary[],
  exclude: readonly string[],
): Promise<EnvironmentSummary[]> {
  if (exclude.length === 0) return [...found];
  const real = [...exclude, ...(await Promise.all(exclude.map((path) => realPathOf(path))))];
  const isBelow = (path: string): boolean =>
    real.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`));
  return found.filter(({ ours, prefix, interpreter }) => ours || !(isBelow(prefix) || isBelow(interpreter)));
}
