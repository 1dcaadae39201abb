import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, fencedBlocks } from '../../unit/docs/documents';
import { splitWords } from '../../unit/docs/split-words';
import { createMachine, requireBuild, root, runReprise, type Machine } from './reprise';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasSandbox = process.platform === 'darwin' || spawnSync('bwrap', ['--version']).status === 0;
const canRun = hasPython && hasSandbox;
const where = canRun ? '' : ' (skipped: needs python3 and bubblewrap on PATH)';

/** Lines of blocks that are marked to be run, in the order in which a reader meets them. */
const lines = documents()
  .filter(({ path: name }) => name !== 'CHANGELOG.md')
  .flatMap(({ text }) => fencedBlocks(text))
  .filter(({ words }) => words.join(' ') === 'sh run')
  .flatMap(({ body }) => body.split('\n').filter((line) => line !== ''));

let machine: Machine;
let folder: string;
beforeAll(async () => {
  requireBuild();
  machine = await createMachine();
  folder = path.join(machine.home, 'reader');
  await mkdir(folder);
  await symlink(path.join(root, 'examples'), path.join(folder, 'examples'));
});
afterAll(() => machine.remove());

describe.skipIf(!canRun)(`what documents tell a newcomer to type${where}`, () => {
  it('works as written, line after line', async () => {
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      const [words = [], ...others] = splitWords(line);
      expect([words[0], others]).toEqual(['reprise', []]);
      const { code, output, errors } = await runReprise(machine, words.slice(1), { workingFolder: folder });
      expect([line, code, errors]).toEqual([line, 0, '']);
      expect(output).not.toBe('');
    }
    expect(existsSync(path.join(folder, 'reproducer', 'reproducer.py'))).toBe(true);
    expect(existsSync(path.join(folder, 'reproducer.zip'))).toBe(true);
  });
});
