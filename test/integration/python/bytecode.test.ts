import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import { compileCommand } from '../../../src/node/python/bytecode/compile-command';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import type { ReadyEnvironment } from '../../../src/protocol/environment';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, prepare, progress, request, resolved, resourcesFolder, sandbox } from './parts';

const run = promisify(execFile);
const found = findInterpreters().findLast(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));
const noSandbox = (await sandbox.describe()).level === 'limitsOnly';
const skipped = noSandbox ? ' (skipped: no sandbox)' : found === undefined ? ' (skipped: no Python)' : '';

/** A user's environment with a package of sixty modules and no bytecode, as installers leave it that do not compile. */
async function usersEnvironment(): Promise<{ readonly prefix: string; readonly packages: string }> {
  const prefix = join(await temporaryFolder(), 'theirs');
  await run(found?.python ?? '', ['-m', 'venv', '--without-pip', prefix]);
  const packages = join(prefix, 'lib', `python${found?.version ?? ''}`, 'site-packages');
  const many = join(packages, 'many');
  await mkdir(many);
  const names = Array.from({ length: 60 }, (_, index) => `part${index}.py`);
  await Promise.all(['__init__.py', ...names].map((name) => writeFile(join(many, name), 'value = 1\n')));
  return { prefix, packages };
}

async function usingIt(prefix: string) {
  const bench = createBench({ dataFolder: await temporaryFolder() });
  onTestFinished(() => bench.environments.close());
  const prepared = await prepare(bench, await resolved(bench, request([], { environment: prefix })));
  if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
  return { bench, environment: prepared.environment };
}

async function whereCached(dataFolder: string, environment: ReadyEnvironment): Promise<string> {
  const runner = createScriptRunner({
    ...{ terminals: createTerminals({ dataFolder }), sandbox, dataFolder, resourcesFolder },
    environmentBlock: process.env,
  });
  const result = await runner.run(
    {
      ...{ reproductionId: 'r', executionId: 'e-1', terminalId: 't-1', environment, arguments: [], seed: null },
      script: 'import os, many.part7 as part\nprint(part.__cached__, os.path.exists(part.__cached__))\n',
      scriptName: 'script.py',
      mode: 'plain',
      limits: { seconds: 60, memoryBytes: null, outputBytes: 1_000_000, processes: 64, diskBytes: 10_000_000 },
      ...{ project: null, data: null, sandbox: 'require', allowWeakerSandbox: false },
    },
    progress,
  );
  return result.stdout.tail.trim();
}

describe("bytecode of a user's environment", () => {
  it.skipIf(skipped !== '')(
    `goes to a folder of ours, is read by runs, and theirs stays as it was${skipped}`,
    async () => {
      const { prefix, packages } = await usersEnvironment();
      const before = await readdir(prefix, { recursive: true });
      const { bench, environment } = await usingIt(prefix);
      await bench.environments.settled();
      const cached = join(bench.dataFolder, 'cache', 'bytecode');
      const told = await whereCached(bench.dataFolder, environment);
      expect(told).toMatch(/ True$/);
      expect(told.startsWith(cached)).toBe(true);
      expect(await readdir(prefix, { recursive: true })).toEqual(before);

      // What was compiled is of the source as it was: another source is not hidden by it.
      await writeFile(join(packages, 'many', 'part7.py'), 'value = 2 # another\n');
      expect((await whereCached(bench.dataFolder, environment)).startsWith(cached)).toBe(true);
      const [name = ''] = await readdir(cached);
      expect(JSON.parse(await readFile(join(cached, name, 'done.json'), 'utf8'))).toMatchObject({ version: 1 });
    },
  );

  it.skipIf(skipped !== '')(`is not used while it is half-made, and is gone on with later${skipped}`, async () => {
    const { prefix } = await usersEnvironment();
    const { bench, environment } = await usingIt(prefix);
    await bench.environments.close();
    expect((await whereCached(bench.dataFolder, environment)).startsWith(prefix)).toBe(true);
    const second = createBench({ dataFolder: bench.dataFolder });
    onTestFinished(() => second.environments.close());
    const again = await prepare(second, await resolved(second, request([], { environment: prefix })), 'terminal-2');
    expect(again.kind).toBe('ready');
    await second.environments.settled();
    expect((await whereCached(bench.dataFolder, environment)).startsWith(bench.dataFolder)).toBe(true);
  });

  it.skipIf(skipped !== '')(`is left as it is where theirs has its own${skipped}`, async () => {
    const { prefix, packages } = await usersEnvironment();
    await run(found?.python ?? '', ['-m', 'compileall', '-q', packages]);
    const { bench } = await usingIt(prefix);
    const before = bench.started();
    await bench.environments.settled();
    expect(bench.started()).toBe(before);
    expect(await readdir(join(bench.dataFolder, 'cache')).catch(() => [])).not.toContain('bytecode');
  });
});

const pythons = findInterpreters().filter(({ version }) => !version.startsWith('2.'));

describe(`bytecode on a disk that gets full${pythons.length === 0 ? ' (skipped: no Python)' : ''}`, () => {
  it.skipIf(pythons.length === 0).each(pythons.length === 0 ? [{ version: 'none', python: '' }] : pythons)(
    'of Python $version is whole or not there: a part of it would end every later import',
    async ({ python }) => {
      const folder = await temporaryFolder();
      await writeFile(
        join(folder, 'long.py'),
        `values = [${Array.from({ length: 20_000 }, (_, n) => `'v${n}'`).join()}]\n`,
      );
      await writeFile(join(folder, 'short.py'), 'value = 1\n');
      const command = compileCommand({ interpreter: python, folders: [folder], library: false });
      // A file may be 16 blocks of 512 bytes long: of the write that goes beyond, a part is taken, as on a full disk.
      await run('sh', ['-c', 'ulimit -f 16; exec "$@"', 'sh', ...command]);
      const written = await readdir(join(folder, '__pycache__'));
      expect(written).toEqual([expect.stringMatching(/^short\.[^.]+\.pyc$/)]);
      const ran = await run(python, ['-c', 'import long; print(len(long.values))'], { cwd: folder });
      expect(ran.stdout.trim()).toBe('20000');
    },
  );
});
