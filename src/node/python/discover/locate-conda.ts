import { basename, dirname, isAbsolute, join } from 'node:path';
import { readPlainFile } from '../../system/read-plain-file';
import type { Candidate, Locator } from './candidate';
import { listFolder } from './list-folder';
import { isFolder } from '../../system/is-there';

const LIST_BYTES = 1024 * 1024;
const installFolders = [
  'anaconda3',
  'miniconda3',
  'miniforge3',
  'mambaforge',
  'micromamba',
  'anaconda',
  'miniconda',
  '.mamba',
];

/** Conda's, mamba's and micromamba's environments: the list that conda keeps, and the folders of usual installs. */
export const locateConda: Locator = async (machine) => {
  const { homeFolder, environmentBlock, platform } = machine;
  const listed =
    (await readPlainFile(join(homeFolder, '.conda', 'environments.txt'), { mostBytes: LIST_BYTES, follow: true })) ??
    '';
  const fromList = listed.split(/\r?\n/).flatMap((line) => (isAbsolute(line.trim()) ? [line.trim()] : []));
  const roots = [
    ...installFolders.map((name) => join(homeFolder, name)),
    ...(platform === 'win32' ? [] : installFolders.map((name) => join('/opt', name))),
    ...(platform === 'win32' ? [] : ['/opt/conda']),
    ...[environmentBlock['MAMBA_ROOT_PREFIX'], condaRootOf(environmentBlock['CONDA_EXE'])].flatMap(
      (root) => root ?? [],
    ),
  ];
  const below = await Promise.all(
    [...roots.map((root) => join(root, 'envs')), join(homeFolder, '.conda', 'envs')].map(async (envs) =>
      (await listFolder(envs)).map((name) => join(envs, name)),
    ),
  );
  const prefixes = [...new Set([...fromList, ...roots, ...below.flat()])];
  const real = await Promise.all(prefixes.map((prefix) => isFolder(join(prefix, 'conda-meta'))));
  return prefixes.filter((_, index) => real[index]).map((prefix) => toCandidate(prefix, roots.includes(prefix)));
};

/** `CONDA_EXE` is `<root>/bin/conda` or `<root>\Scripts\conda.exe`. */
function condaRootOf(program: string | undefined): string | null {
  return program === undefined || !isAbsolute(program) ? null : dirname(dirname(program));
}

function toCandidate(prefix: string, isBase: boolean): Candidate {
  return { kind: 'conda', name: isBase ? `${basename(prefix)} (base)` : basename(prefix), prefix, interpreter: null };
}
