import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/core/ports/sandbox';
import { listProcesses } from '../../../src/node/process/list-processes';
import { parseNamespaceIds } from '../../../src/node/warm/find-process';
import { findPython } from '../process/find-python';
import { openRunner, sandboxOfThisUser, type OpenRunner, type OpenRunnerOptions } from './open-runner';

const python = findPython();
const { level, reason } = await sandboxOfThisUser().describe();
const unable = level !== 'bubblewrap' || python === null;
const why = unable ? ` (skipped: ${reason ?? 'no Python 3 here'})` : '';

let folder = '';
const open: OpenRunner[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-parents-'));
});
afterEach(async () => {
  for (const runner of open.splice(0)) await runner.close();
  await rm(folder, { recursive: true, force: true });
});

async function runnerWith(change: Partial<OpenRunnerOptions> = {}): Promise<OpenRunner> {
  const dataFolder = join(folder, 'data');
  const runner = await openRunner({ dataFolder, python: python ?? '', pythonVersion: '3.11', ...change });
  open.push(runner);
  return runner;
}

/**
 * Processes that this test's runners have started. A warm interpreter lets no other process of its user read its environment block, so they are known
 * by the sandbox around them, whose command names the test's folder.
 */
async function ofThisTest() {
  const all = await listProcesses();
  const named = await Promise.all(
    all.map(async (entry) => {
      const command = await readFile(`/proc/${entry.id}/cmdline`, 'latin1').catch(() => '');
      return { ...entry, command, isNamed: command.includes(folder) };
    }),
  );
  const byId = new Map(named.map((entry) => [entry.id, entry]));
  const isWithin = (id: number): boolean => {
    for (let at = byId.get(id); at !== undefined; at = byId.get(at.parentId)) if (at.isNamed) return true;
    return false;
  };
  return named.filter(({ id }) => isWithin(id));
}

/** Numbers of the parents' own processes, forks aside. */
async function parents(): Promise<readonly number[]> {
  return (await ofThisTest())
    .filter(({ command, name }) => command.includes('reprise_warm.py') && name !== 'bwrap' && name !== 'sh')
    .map(({ id }) => id);
}

/** The parent that there is. Without one the test ends here: number 0 would be the test's own group. */
async function firstParent(): Promise<number> {
  const [first] = await parents();
  if (first === undefined) throw new Error('no warm parent was found');
  return first;
}

/** The first processes of forks: the guards, each number 1 in a namespace inside the parent's. */
async function firstOfForks(): Promise<readonly number[]> {
  const depth = await namespaceIds('self').then(({ length }) => length);
  const found = (await ofThisTest()).map(async ({ id }) => {
    const numbers = (await namespaceIds(id)).slice(depth);
    return numbers.length === 2 && numbers[1] === 1 ? [id] : [];
  });
  return (await Promise.all(found)).flat();
}

const namespaceIds = async (id: number | 'self') =>
  parseNamespaceIds(await readFile(`/proc/${id}/status`, 'latin1').catch(() => ''));

const PRINT = 'print(1)\n';
const told = async (run: ReturnType<OpenRunner['run']>) => {
  const { warm, coldReason, end, stdout } = await run;
  return { warm, coldReason, end, out: stdout.tail };
};
const ran = { end: { kind: 'exited', code: 0 }, out: '1\n' };

describe.skipIf(unable)(`a warm parent${why}`, () => {
  test('serves runs of one environment and set of imports, and others have their own', async () => {
    const runner = await runnerWith();
    for (const seed of [1, 2, null]) expect((await runner.run({ script: PRINT, seed })).warm).toBe(true);
    const [first, ...none] = await parents();
    expect(none).toEqual([]);
    const project = { folder: join(folder, 'project'), sourceRoots: [] };
    await mkdir(project.folder);
    expect((await runner.run({ script: PRINT, project })).warm).toBe(true);
    const both = await parents();
    expect(both).toHaveLength(2);
    expect(both).toContain(first);
  });

  test('is replaced when it was killed, and nobody is told anything but the truth', async () => {
    const runner = await runnerWith();
    expect((await runner.run({ script: PRINT })).warm).toBe(true);
    const first = await firstParent();
    process.kill(first, 'SIGKILL');
    await expect.poll(parents, { timeout: 20_000 }).toEqual([]);
    const after = await told(runner.run({ script: PRINT }));
    // It may be noticed at the lending, or by the run; either way the script has run once.
    expect(after).toMatchObject(ran);
    expect(after.warm === true || after.coldReason?.includes('has ended') === true).toBe(true);
    expect((await runner.run({ script: PRINT })).warm).toBe(true);
    expect(await parents()).not.toContain(first);
  });

  test('that is killed in the middle of a run has that run done again, cold, and the result says so', async () => {
    const runner = await runnerWith();
    expect((await runner.run({ script: PRINT })).warm).toBe(true);
    const first = await firstParent();
    // Waits where it is inside a fork, whose home is a folder of its own; cold, the file is there no more than it was.
    const script = 'import os, sys, time\nprint(1, flush=True)\nif "/warm/" in os.getcwd(): time.sleep(86400)\n';
    const running = runner.run({ script });
    const log = join(folder, 'data/reproductions/r1/logs/terminal-2.log');
    await expect.poll(() => readFile(log, 'utf8').catch(() => ''), { timeout: 30_000 }).toBe('1\n');
    process.kill(first, 'SIGKILL');
    expect(await told(running)).toMatchObject({
      ...ran,
      warm: false,
      coldReason: expect.stringContaining('ended') as string,
    });
    expect(await readFile(log, 'utf8')).toMatch(/^1\n\n\[Run again, cold: .*\]\n1\n$/);
    expect(await told(runner.run({ script: PRINT }))).toMatchObject(ran);
  });

  test('is not taken for the cause where a fork is killed by itself', async () => {
    const runner = await runnerWith();
    const running = runner.run({ script: 'import time\nprint(1, flush=True)\ntime.sleep(86400)\n' });
    const log = join(folder, 'data/reproductions/r1/logs/terminal-1.log');
    await expect.poll(() => readFile(log, 'utf8').catch(() => ''), { timeout: 30_000 }).toBe('1\n');
    for (const id of await firstOfForks()) process.kill(id, 'SIGKILL');
    expect(await told(running)).toMatchObject({
      end: { kind: 'signalled', signal: 'SIGKILL' },
      warm: true,
      out: '1\n',
    });
    expect(await parents()).toHaveLength(1);
  });

  test('ends when it was idle', async () => {
    const runner = await runnerWith({ warm: { idleMs: 100 } });
    expect((await runner.run({ script: PRINT })).warm).toBe(true);
    await expect.poll(parents, { timeout: 20_000 }).toEqual([]);
    expect((await runner.run({ script: PRINT })).warm).toBe(true);
  });

  test('makes room for another where there are enough, or they hold too much', async () => {
    for (const limit of [{ mostParents: 1 }, { mostBytes: 1 }]) {
      const runner = await runnerWith({ warm: limit });
      expect((await runner.run({ script: PRINT })).warm).toBe(true);
      const [first] = await parents();
      const data = join(folder, 'some-data');
      await mkdir(data, { recursive: true });
      expect((await runner.run({ script: PRINT, data })).warm).toBe(true);
      const now = await parents();
      expect(now).toHaveLength(1);
      expect(now).not.toContain(first);
      await runner.close();
    }
  });

  test('and all others end when they are closed', async () => {
    const runner = await runnerWith();
    expect((await runner.run({ script: PRINT })).warm).toBe(true);
    expect(await parents()).toHaveLength(1);
    await runner.close();
    expect(await parents()).toEqual([]);
  });
});

describe.skipIf(unable)(`a run falls back to cold by itself, and says so${why}`, () => {
  test('where memory is short', async () => {
    const runner = await runnerWith({ warm: { leastFree: Number.MAX_SAFE_INTEGER } });
    const result = await told(runner.run({ script: PRINT }));
    expect(result).toMatchObject({ ...ran, warm: false, coldReason: expect.stringContaining('memory') as string });
  });

  test('where the script does not parse', async () => {
    const result = await told((await runnerWith()).run({ script: 'print(1\n' }));
    expect(result).toMatchObject({ warm: false, coldReason: expect.stringContaining('cannot be parsed') as string });
  });

  test('where the interpreter is too old', async () => {
    const result = await told((await runnerWith({ pythonVersion: '2.7.18' })).run({ script: PRINT }));
    expect(result).toMatchObject({ ...ran, warm: false, coldReason: expect.stringContaining('older') as string });
  });

  test('where there is no sandbox', async () => {
    const runner = await runnerWith();
    const result = await told(runner.run({ script: PRINT, sandbox: 'off', allowWeakerSandbox: true }));
    expect(result).toMatchObject({ ...ran, warm: false, coldReason: expect.stringContaining('sandbox') as string });
  });

  test('where a module of the project would have come first', async () => {
    const root = join(folder, 'project');
    await mkdir(root);
    await writeFile(join(root, 'json.py'), 'mine = True\n');
    const project = { folder: root, sourceRoots: [root] };
    const script = 'import json\nprint(1 if hasattr(json, "mine") else 0)\n';
    const result = await told((await runnerWith()).run({ script, project }));
    expect(result).toMatchObject({ ...ran, warm: false, coldReason: expect.stringContaining('json') as string });
  });

  test('but not where a framework is missing, which is the script’s own to meet', async () => {
    const result = await told((await runnerWith()).run({ script: 'import tensorflow_addons\nprint(1)\n' }));
    expect(result).toMatchObject({ warm: true, end: { kind: 'exited', code: 1 }, out: '' });
  });

  test('where the system refuses namespaces inside the sandbox, once and for all', async () => {
    const real = sandboxOfThisUser();
    let started = 0;
    const refusing: Sandbox = {
      ...real,
      confine: ({ wholeProc, ...confinement }) => {
        if (wholeProc !== undefined) started += 1;
        // Without it the parent is held like any script, whose system calls make no namespaces.
        return real.confine(confinement);
      },
    };
    const runner = await runnerWith({ sandbox: refusing });
    for (const expected of ['namespaces', 'namespaces']) {
      const result = await told(runner.run({ script: PRINT }));
      expect(result).toMatchObject({ ...ran, warm: false, coldReason: expect.stringContaining(expected) as string });
    }
    expect(started).toBe(1);
    await expect.poll(parents, { timeout: 20_000 }).toEqual([]);
  });

  test('where the parent cannot be made ready', async () => {
    const real = sandboxOfThisUser();
    const broken: Sandbox = {
      ...real,
      confine: (confinement) =>
        real.confine(
          confinement.wholeProc === undefined ? confinement : { ...confinement, command: ['/bin/sh', '-c', 'exit 3'] },
        ),
    };
    const result = await told((await runnerWith({ sandbox: broken })).run({ script: PRINT }));
    expect(result).toMatchObject({
      ...ran,
      warm: false,
      coldReason: expect.stringContaining('Started cold') as string,
    });
  });
});
