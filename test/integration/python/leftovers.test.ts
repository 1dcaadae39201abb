import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanHalfMade } from '../../../src/node/python/prepare/clean-half-made';
import { pythonFolders, type PythonFolders } from '../../../src/node/python/python-folders';
import { workName } from '../../../src/node/system/work-name';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench } from './parts';

const program = fileURLToPath(new URL('./leave-over.ts', import.meta.url));
const { signal } = new AbortController();

/** Starts the program that ends itself, and waits until it is gone. */
async function leave(what: 'lock' | 'held' | 'write', file: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, what, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
}

async function newFolders(): Promise<PythonFolders & { readonly dataFolder: string }> {
  const dataFolder = await temporaryFolder();
  const folders = pythonFolders(dataFolder);
  const { building, environments, tools, resolutions, uvCache, derived } = folders;
  for (const folder of [building, environments, tools, resolutions, uvCache, ...derived]) {
    await mkdir(folder, { recursive: true });
  }
  return { ...folders, dataFolder };
}

describe('what a kill leaves behind', () => {
  it.each(['environments', 'derived'] as const)('of a lock among %s is cleared by the next making', async (where) => {
    const folders = await newFolders();
    const [folder = ''] = [folders[where]].flat();
    await leave('lock', join(folder, '.0123456789abcdef-py311.lock'));
    await leave('held', join(folder, '.fedcba9876543210-py311.lock'));
    const left = await readdir(folder);
    expect(left).toHaveLength(2);
    expect(left.some((name) => /\.lock\.\d+-\d+-[0-9a-f]{12}$/.test(name))).toBe(true);
    await cleanHalfMade(folders, signal);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is cleared behind the next start of the program, before anything is made', async () => {
    const folders = await newFolders();
    const { environments, building, listFile, dataFolder } = folders;
    await leave('held', join(environments, '.0123456789abcdef-py311.lock'));
    await leave('write', listFile);
    await mkdir(join(environments, `${'4'.repeat(16)}-conda`, 'venv', 'lib'), { recursive: true });
    const [left = ''] = (await readdir(dirname(listFile))).filter((name) => name.includes('environments.json'));
    expect(left).toMatch(/\.tmp$/);
    // A half-made environment, by the name that a killed program gives its work.
    await mkdir(join(building, left.replace(/^\.environments\.json\.|\.tmp$/g, ''), 'venv'), { recursive: true });
    const bench = createBench({ dataFolder });
    onTestFinished(() => bench.environments.close());
    bench.environments.clearLeft();
    await bench.environments.settled();
    expect(await readdir(environments)).toEqual([]);
    expect(await readdir(building)).toEqual([]);
    expect((await readdir(dirname(listFile))).filter((name) => name.includes('environments.json'))).toEqual([]);
  });

  it('of a file that was being replaced is cleared, and the old text stays', async () => {
    const folders = await newFolders();
    const environment = join(folders.environments, '0123456789abcdef-py311');
    await mkdir(environment);
    for (const file of [folders.listFile, join(folders.resolutions, 'a.json'), join(environment, 'bytecode.json')]) {
      await writeFile(file, 'old');
      const before = await readdir(dirname(file));
      await leave('write', file);
      expect(await readdir(dirname(file))).toHaveLength(before.length + 1);
      await cleanHalfMade(folders, signal);
      expect(await readdir(dirname(file))).toEqual(before);
    }
  });

  it('of an environment that is made where it stays is cleared, unless somebody works on it or it is whole', async () => {
    const folders = await newFolders();
    const place = (name: string) => join(folders.environments, name);
    for (const digit of ['1', '2', '3']) await mkdir(place(`${digit.repeat(16)}-conda`));
    await writeFile(place(`.${'2'.repeat(16)}-conda.lock`), `${process.pid} here`);
    const lockDigest = 'a'.repeat(64);
    const marker = {
      version: 1,
      lockDigest,
      interpreter: 'x',
      pythonVersion: '3.7',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    await writeFile(join(place(`${'3'.repeat(16)}-conda`), 'reprise.json'), JSON.stringify(marker));
    await cleanHalfMade(folders, signal);
    expect(await readdir(folders.environments)).toEqual([
      ...[`.${'2'.repeat(16)}-conda.lock`, `${'2'.repeat(16)}-conda`, `${'3'.repeat(16)}-conda`],
    ]);
  });

  it('of the installer in its cache is cleared once it is old', async () => {
    const folders = await newFolders();
    await mkdir(join(folders.uvCache, '.tmpOld'));
    await mkdir(join(folders.uvCache, '.tmpNew'));
    await mkdir(join(folders.uvCache, 'wheels-v5'));
    const before = new Date(Date.now() - 7 * 3600 * 1000);
    for (const name of ['.tmpOld', 'wheels-v5']) await utimes(join(folders.uvCache, name), before, before);
    await cleanHalfMade(folders, signal);
    expect(await readdir(folders.uvCache)).toEqual(['.tmpNew', 'wheels-v5']);
  });

  it('is not taken for left while its program lives', async () => {
    const folders = await newFolders();
    const name = `.new-${workName()}`;
    await mkdir(join(folders.environments, name));
    await mkdir(join(folders.building, workName()));
    await writeFile(join(folders.environments, '.0123456789abcdef-py311.lock'), `${process.pid} here`);
    await cleanHalfMade(folders, signal);
    expect(await readdir(folders.environments)).toEqual(['.0123456789abcdef-py311.lock', name]);
    expect(await readdir(folders.building)).toHaveLength(1);
  });
});
