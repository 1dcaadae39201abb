import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pythonFolders } from '../../../src/node/python/python-folders';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, prepare, request, resolved, sandbox } from './parts';

const run = promisify(execFile);
const interpreters = findInterpreters();
const noSandbox = (await sandbox.describe()).level === 'limitsOnly';
const has2 = interpreters.some(({ version }) => version === '2.7');
const hasTool = interpreters.some(({ version }) => /^3\.(?:[89]|1[012])$/.test(version));
const lacks = noSandbox ? 'no sandbox' : has2 && hasTool ? null : 'no Python 2.7 with a Python 3.8 to 3.12 beside it';
const why = (text: string) => (lacks === null ? text : `${text} (skipped: ${lacks})`);

describe('an environment of Python 2.7', () => {
  it.skipIf(lacks !== null)(
    why('is made where the report states it, with ready-made packages, and found again'),
    async () => {
      const bench = createBench({ dataFolder: await temporaryFolder() });
      onTestFinished(() => bench.environments.close());
      const resolution = await resolved(bench, request(['numpy==1.16.6', 'six'], { statedPython: '2.7' }));
      expect(resolution.python.version).toMatch(/^2\.7\./);
      const made = await prepare(bench, resolution);
      if (made.kind === 'failed') throw new Error(made.failure.message);
      const { environment } = made;
      expect(environment).toMatchObject({ kind: 'reprise', reused: false, differences: [] });
      expect(environment.lock).toMatch(/^numpy==1\.16\.6\n/);
      const ask =
        'import sys, numpy, six; sys.stdout.write("%s %s %s" % (sys.version_info[0], numpy.__version__, numpy.ones(3).sum()))';
      expect((await run(environment.interpreter, ['-c', ask])).stdout).toBe('2 1.16.6 3.0');
      expect(await bench.shown('terminal-1')).toContain('virtualenv');

      await bench.environments.settled();
      const before = bench.started();
      expect(await prepare(bench, resolution, 'terminal-2')).toMatchObject({
        kind: 'ready',
        environment: { reused: true },
      });
      await bench.environments.settled();
      expect(bench.started()).toBe(before);

      // The rest belongs to the long volumes.
      if (process.env['REPRISE_SLOW'] !== '1') return;
      // The lock is known: the same packages again, whatever is newest by now.
      await rm(dirname(environment.prefix), { recursive: true });
      expect(await prepare(bench, resolution, 'terminal-3')).toMatchObject({
        kind: 'ready',
        environment: { reused: false, lock: environment.lock },
      });

      const later = request(['numpy==1.26.4'], {
        python: interpreters.find(({ version }) => version === '2.7')?.python ?? null,
      });
      const unmet = await resolved(bench, later);
      const rows = unmet.rows.map((row) => ({ ...row, specifier: '==1.26.4' }));
      expect(await prepare(bench, { ...unmet, rows }, 'terminal-4')).toMatchObject({
        kind: 'failed',
        failure: { kind: 'noVersion', blamed: ['numpy'] },
      });
      expect(await readdir(pythonFolders(bench.dataFolder).building)).toEqual([]);
    },
  );
});
