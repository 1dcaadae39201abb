import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pythonFolders } from '../../../src/node/python/python-folders';
import { findInterpreters } from '../../helpers/interpreters';
import { startLocalIndex } from '../../helpers/local-index';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, lackingForInstalls, prepare, request, resolved } from './parts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('./prepare-apart.ts', import.meta.url));
const usable = findInterpreters().filter(({ version }) => /^3\.(?:[89]|1\d)$/.test(version));
const lacks = await lackingForInstalls(usable);
const why = (text: string) => (lacks === null ? text : `${text} (skipped: ${lacks})`);

describe('two programs that make the same environment, of which one is killed', () => {
  // Before anything is installed, and when all is, and nothing of it has its name yet.
  it.skipIf(lacks !== null).each(['Installing', 'Importing once'])(
    why('leave a whole one to the other: at "%s"'),
    { timeout: 120_000 },
    async (note) => {
      const names = ['numpy', 'six'];
      const index = await startLocalIndex({ wheels: names.map((name) => ({ name, version: '1.0' })) });
      const dataFolder = await temporaryFolder();
      const block = { ...process.env, REPRISE_PYTHON_FOLDERS: dirname(usable.at(-1)?.python ?? '') };
      const child = spawn(process.execPath, ['--import', 'tsx', program, dataFolder, `+${note}`, index.url, ...names], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: block,
      });
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      const ended = once(child, 'exit');
      let said = '';
      child.stdout.on('data', (bytes: Buffer) => {
        said += bytes.toString('utf8');
      });
      await expect.poll(() => said, { timeout: 60_000 }).toContain(note);

      const bench = createBench({ dataFolder, block, index: index.url });
      onTestFinished(() => bench.environments.close());
      const resolution = await resolved(bench, request(names));
      let waited = false;
      const report = (text: string) => {
        if (!text.startsWith('Waiting')) return;
        waited = true;
        child.kill('SIGKILL');
      };
      const prepared = await bench.environments.prepare(
        { resolution, terminalId: 'terminal-1', allowWeakerSandbox: false },
        { signal: new AbortController().signal, report },
      );
      expect(waited).toBe(true);
      expect((await ended)[1]).toBe('SIGKILL');
      if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
      await bench.environments.settled();
      const { environment } = prepared;
      expect(environment).toMatchObject({ reused: false, lock: 'numpy==1.0\nsix==1.0\n' });
      const { stdout } = await run(environment.interpreter, ['-c', 'import numpy, six; print(numpy.__version__)']);
      expect(stdout.trim()).toBe('1.0');
      const { building, environments } = pythonFolders(dataFolder);
      expect((await readdir(environments)).filter((name) => !name.startsWith('.'))).toEqual([environment.id]);

      // What the killed one left goes with the next preparation; nothing of it was ever used.
      expect(await prepare(bench, await resolved(bench, request(['six'])), 'terminal-2')).toMatchObject({
        kind: 'ready',
      });
      await bench.environments.settled();
      expect(await readdir(building)).toEqual([]);
    },
  );
});
