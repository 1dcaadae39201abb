import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { condaCommand, condaSpecs } from '../../../../src/node/python/conda/conda-command';
import { findCondaTool } from '../../../../src/node/python/conda/find-conda-tool';
import { pythonFolders } from '../../../../src/node/python/python-folders';
import type { ResolutionRow } from '../../../../src/protocol/environment';
import { temporaryFolder } from '../../../helpers/temporary-folder';

const row = (name: string, specifier = ''): ResolutionRow => ({ name, specifier, step: 'stated', reason: '' });
const knowledge = {
  releaseDatesOf: (name: string) =>
    new Map(name === 'numpy' ? [['1.16.0', '2019-01-14'] as const, ['1.17.0', '2019-07-26'] as const] : []),
};

describe('condaSpecs', () => {
  it('asks for the interpreter and the packages by conda’s names', () => {
    const rows = [row('torch', '==1.5.0'), row('numpy', '>=1.16,<2'), row('six')];
    expect(condaSpecs({ rows, asOf: null }, { python: '3.7', knowledge })).toEqual([
      ...['python=3.7', 'pytorch==1.5.0', 'numpy>=1.16,<2', 'six'],
    ]);
  });

  it('names the release of the day, as channels know no days', () => {
    const specs = condaSpecs({ rows: [row('numpy'), row('six')], asOf: '2019-02-01' }, { python: '3.7', knowledge });
    expect(specs).toEqual(['python=3.7', 'numpy==1.16.0', 'six']);
  });
});

describe('condaCommand', () => {
  it('lets no channel in but ours', () => {
    const options = { prefix: '/env', channels: ['https://a.example/c', '/channel'], specs: ['python=3.7'] };
    const channels = ['--override-channels', '--channel', 'https://a.example/c', '--channel', '/channel'];
    expect(condaCommand({ program: 'micromamba', path: '/bin/micromamba' }, options)).toEqual([
      ...['/bin/micromamba', 'create', '--yes', '--prefix', '/env', '--no-rc', ...channels, 'python=3.7'],
    ]);
    expect(condaCommand({ program: 'conda', path: '/c' }, options)).not.toContain('--no-rc');
  });
});

describe('findCondaTool', () => {
  it('finds one by its variable, on PATH or in a usual place, the fastest first, and starts nothing', async () => {
    const homeFolder = await temporaryFolder();
    const machine = (block: Record<string, string>) => ({
      ...{ platform: 'linux' as const, environmentBlock: block, homeFolder, folders: pythonFolders(homeFolder) },
    });
    const put = async (folder: string, program: string) => {
      await mkdir(join(homeFolder, folder), { recursive: true });
      await writeFile(join(homeFolder, folder, program), '#!/bin/false\n', { mode: 0o755 });
      return join(homeFolder, folder, program);
    };
    const conda = await put('miniconda3/bin', 'conda');
    const found = await findCondaTool(machine({ PATH: '' }));
    expect(found).toEqual({ program: 'conda', path: conda });
    const mamba = await put('elsewhere', 'mamba');
    expect(await findCondaTool(machine({ PATH: join(homeFolder, 'elsewhere') }))).toEqual({
      program: 'mamba',
      path: mamba,
    });
    const micromamba = await put('own', 'micromamba');
    expect((await findCondaTool(machine({ PATH: '', MAMBA_EXE: micromamba })))?.path).toBe(micromamba);
  });
});
