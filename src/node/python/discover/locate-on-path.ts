import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { ONLY_FOLDERS_VARIABLE, type Machine } from '../machine';
import type { Candidate, Locator } from './candidate';
import { isInShimFolder, isScript } from './is-shim';
import { listFolder, realPathOf } from './list-folder';
import { isFile } from '../../system/is-there';
import { minorOfFileName } from './parse-version-files';

/** Absolute folders of a PATH-like variable. */
export function foldersOfVariable(machine: Machine, name: string): readonly string[] {
  const block = machine.environmentBlock;
  const value = block[name] ?? (machine.platform === 'win32' ? block['Path'] : undefined) ?? '';
  return value.split(delimiter).filter((folder) => isAbsolute(folder));
}

/** Interpreters in the folders of PATH. Shims are skipped, by their place and by their content. */
export const locateOnPath: Locator = (machine) => interpretersIn(foldersOfVariable(machine, 'PATH'), machine.platform);

/** Interpreters in the folders that the user named as the only ones to be searched. */
export const locateInNamedFolders: Locator = (machine) =>
  interpretersIn(foldersOfVariable(machine, ONLY_FOLDERS_VARIABLE), machine.platform);

/** Interpreters in the folders where systems keep theirs, whether or not PATH names them. */
export const locateSystem: Locator = (machine) => {
  if (machine.platform === 'win32') return windowsPythons(machine);
  const frameworks = '/Library/Frameworks/Python.framework/Versions';
  const folders = ['/usr/bin', '/usr/local/bin'];
  if (machine.platform !== 'darwin') return interpretersIn(folders, machine.platform);
  return listFolder(frameworks).then((versions) =>
    interpretersIn(
      ['/opt/homebrew/bin', ...versions.map((version) => join(frameworks, version, 'bin')), ...folders],
      machine.platform,
    ),
  );
};

/** The installer of python.org keeps versions below the user's and the system's program folders. */
async function windowsPythons(machine: Machine): Promise<readonly Candidate[]> {
  const { LOCALAPPDATA: local, ProgramFiles: programs } = machine.environmentBlock;
  const roots = [
    ...(local === undefined ? [] : [join(local, 'Programs', 'Python')]),
    ...(programs === undefined ? [] : [programs]),
  ];
  const folders = await Promise.all(
    roots.map(async (root) =>
      (await listFolder(root)).filter((name) => /^Python3\d+/.test(name)).map((name) => join(root, name)),
    ),
  );
  return interpretersIn(folders.flat(), machine.platform);
}

const names = /^python(?:3(?:\.\d+)?|2(?:\.\d+)?)?(?:\.exe)?$/;

async function interpretersIn(folders: readonly string[], platform: NodeJS.Platform): Promise<readonly Candidate[]> {
  const found = await Promise.all(
    [...new Set(folders)].filter((folder) => !isInShimFolder(folder)).map((folder) => interpretersOf(folder, platform)),
  );
  return found.flat();
}

async function interpretersOf(folder: string, platform: NodeJS.Platform): Promise<readonly Candidate[]> {
  const paths = (await listFolder(folder)).filter((name) => names.test(name)).map((name) => join(folder, name));
  const byProgram = new Map<string, string>();
  for (const path of paths) {
    const real = await realPathOf(path);
    if (!(await isFile(path)) || isInShimFolder(real) || (await isScript(path))) continue;
    // The longest name tells the release (python3.11), which `python` and `python3` do not.
    const earlier = byProgram.get(real);
    if (earlier === undefined || path.length > earlier.length) byProgram.set(real, path);
  }
  return Promise.all([...byProgram].map(([real, path]) => toCandidate(path, real, platform)));
}

/** A link in a virtual environment belongs to that environment; any other belongs to where the program really lies. */
async function toCandidate(path: string, real: string, platform: NodeJS.Platform): Promise<Candidate> {
  const folder = platform === 'win32' ? dirname(path) : dirname(dirname(path));
  if (await isFile(join(folder, 'pyvenv.cfg'))) {
    return { kind: 'venv', name: basename(folder), prefix: folder, interpreter: path };
  }
  const prefix = platform === 'win32' ? dirname(real) : dirname(dirname(real));
  const minor = minorOfFileName(basename(real));
  return { kind: 'system', name: minor === null ? basename(real) : `python${minor}`, prefix, interpreter: real };
}
