import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../../src/node/execution/remove-folder';

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'reprise-remove-'));
  await mkdir(join(parent, 'run'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

describe('removeFolder', () => {
  it('removes folders nested deeper than a path may be long, with what lies in them', async () => {
    const nest = `
      const { mkdirSync, writeFileSync, chmodSync } = require('fs');
      for (let level = 0; level < 60; level += 1) {
        mkdirSync('d'.repeat(200));
        mkdirSync('e');
        writeFileSync('f', 'x');
        process.chdir('d'.repeat(200));
      }
      mkdirSync('locked');
      writeFileSync('locked/f', 'x');
      chmodSync('locked', 0);`;
    await promisify(execFile)(process.execPath, ['-e', nest], { cwd: join(parent, 'run') });
    expect(await removeFolder(join(parent, 'run'))).toBe(true);
    expect(await readdir(parent)).toEqual([]);
  });

  it('removes links without following them', async () => {
    await mkdir(join(parent, 'kept'));
    await writeFile(join(parent, 'kept', 'file'), 'mine');
    await symlink(join(parent, 'kept'), join(parent, 'run', 'link'));
    expect(await removeFolder(join(parent, 'run'))).toBe(true);
    expect(await readFile(join(parent, 'kept', 'file'), 'utf8')).toBe('mine');
  });
});
