import { dirname, join } from 'node:path';
import type { CondaTool } from '../../../protocol/environment';
import { isInShimFolder } from '../discover/is-shim';
import { isFile } from '../../system/is-there';
import { foldersOfVariable } from '../discover/locate-on-path';
import type { Machine } from '../machine';

/** The fastest first: all three make the same environments. */
const programs = ['micromamba', 'mamba', 'conda'] as const;
const installs = ['miniforge3', 'mambaforge', 'miniconda3', 'anaconda3', 'micromamba', 'miniconda', 'anaconda'];

/** A program of the conda family on this machine, by files alone: named by its own variables, on PATH, or in a usual place. */
export async function findCondaTool(machine: Machine): Promise<CondaTool | null> {
  const { environmentBlock, homeFolder, platform } = machine;
  const roots = [
    ...installs.map((name) => join(homeFolder, name)),
    ...installs.map((name) => join('/opt', name)),
    '/opt/conda',
  ];
  const places = [
    ...[environmentBlock['MAMBA_EXE'], environmentBlock['CONDA_EXE']].flatMap((path) => (path ? [dirname(path)] : [])),
    ...foldersOfVariable(machine, 'PATH'),
    join(homeFolder, '.local', 'bin'),
    ...roots.flatMap((root) => [join(root, 'bin'), join(root, 'condabin')]),
  ];
  for (const program of programs) {
    for (const place of new Set(places)) {
      const path = join(place, platform === 'win32' ? `${program}.exe` : program);
      if (!isInShimFolder(path) && (await isFile(path))) return { program, path };
    }
  }
  return null;
}
