import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOutFolder, writeOutFolder } from '../../../src/cli/commands/out-folder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reprise-out-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = [
  { path: 'reproducer.py', text: 'print(1)\n' },
  { path: 'logs/run.txt', text: 'x' },
];

describe('the folder for the reproducer', () => {
  it('is written as a whole into a new place and into an empty folder', async () => {
    await mkdir(path.join(folder, 'empty'));
    for (const given of ['new/below', 'empty']) {
      const out = await checkOutFolder(folder, given);
      await writeOutFolder(out, files);
      expect(await readFile(path.join(out, 'reproducer.py'), 'utf8')).toBe('print(1)\n');
      expect((await readdir(out)).sort()).toEqual(['logs', 'reproducer.py']);
    }
    expect((await readdir(folder)).sort()).toEqual(['empty', 'new']);
  });

  it('is refused where it holds anything, is a file, or lies below one; and nothing changes', async () => {
    await mkdir(path.join(folder, 'full'));
    await writeFile(path.join(folder, 'full', 'mine.txt'), 'mine');
    for (const given of ['full', 'full/mine.txt', 'full/mine.txt/below']) {
      await expect(checkOutFolder(folder, given)).rejects.toMatchObject({ code: 'badInput' });
    }
    // Filled between the check and the writing.
    await expect(writeOutFolder(path.join(folder, 'full'), files)).rejects.toMatchObject({ code: 'unwritable' });
    expect(await readdir(folder)).toEqual(['full']);
    expect(await readdir(path.join(folder, 'full'))).toEqual(['mine.txt']);
  });

  it.skipIf(process.platform !== 'linux')(
    'is refused where nothing can be written (on Linux: below /proc)',
    async () => {
      await expect(checkOutFolder(folder, '/proc/reprise/out')).rejects.toMatchObject({ code: 'unwritable' });
    },
  );

  it('takes no file that leads out of it', async () => {
    await expect(writeOutFolder(path.join(folder, 'out'), [{ path: '../evil.txt', text: '' }])).rejects.toThrow(
      TypeError,
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
