import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLimitGroups } from '../../../src/node/process/groups/create-limit-groups';
import type { LimitGroups } from '../../../src/node/process/groups/limit-group';
import { openControlGroup } from '../../../src/node/process/groups/open-control-group';
import { openScope } from '../../../src/node/process/groups/open-scope';
import { locateGroup } from '../../../src/node/process/groups/own-place';
import { findPython } from '../process/find-python';
import { openRunner, sandboxOfThisUser, type OpenRunner } from './open-runner';

const python = findPython();
const { level, reason } = await sandboxOfThisUser().describe();
const unable = level !== 'bubblewrap' || python === null;
const why = unable ? ` (skipped: ${reason ?? 'no Python 3 here'})` : '';

const counts = await mkdtemp(join(tmpdir(), 'reprise-counts-'));
afterAll(() => rm(counts, { recursive: true, force: true }));
const real = createLimitGroups({
  platform: process.platform,
  folders: { processes: '/proc', groups: '/sys/fs/cgroup', run: '/run', counts },
  environmentBlock: process.env,
  processId: process.pid,
  userId: process.getuid?.() ?? null,
});
const here = await real.open({ memoryBytes: 1_000_000_000, processes: 100 }, 'anew');
const noGroup = typeof here === 'string' ? here : null;
if (typeof here !== 'string') await here.close();

let folder = '';
const open: OpenRunner[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-held-'));
});
afterEach(async () => {
  for (const runner of open.splice(0)) await runner.close();
  await rm(folder, { recursive: true, force: true });
});

async function runnerWith(groups: LimitGroups): Promise<OpenRunner> {
  const dataFolder = join(folder, 'data');
  const runner = await openRunner({ dataFolder, python: python ?? '', pythonVersion: '3.11', groups });
  open.push(runner);
  return runner;
}
const LIMITS = { seconds: 60, memoryBytes: 400_000_000, outputBytes: 1_000_000, processes: 20, diskBytes: 10_000_000 };

describe.skipIf(unable)(`a run in a group that plain files stand for${why}`, () => {
  /** As the kernel fills its files; it holds nobody, which the real one below does. */
  const standIn = (events: Readonly<Record<string, string>>): LimitGroups => ({
    open: async (limits) => {
      const top = join(folder, 'groups');
      await mkdir(top, { recursive: true });
      const group = await openControlGroup(top, limits);
      const [name = ''] = await readdir(top);
      for (const [file, text] of Object.entries(events)) await writeFile(join(top, name, file), text);
      return group;
    },
  });
  const filed = async (file: string): Promise<string> => {
    const [name = ''] = await readdir(join(folder, 'groups'));
    return readFile(join(folder, 'groups', name, file), 'utf8');
  };

  test.each([
    ['cold', true],
    ['warm', false],
  ])('is begun in it before its first statement, and says so: %s', async (_way, cold) => {
    const runner = await runnerWith(standIn({}));
    const result = await runner.run({ script: 'print(1)\n', limits: LIMITS, cold });
    expect(result).toMatchObject({
      end: { kind: 'exited', code: 0 },
      warm: !cold,
      limits: { by: 'cgroup', reason: null },
    });
    expect(await filed('cgroup.procs')).toMatch(cold ? /^0\n$/ : /^\d+$/);
    expect(await filed('memory.max')).toBe('400000000');
    expect(await filed('cgroup.kill')).toBe('1');
  });

  test.each([
    ['memory, cold', true, 'memory.events', 'oom_kill 1\n', 'memoryLimit'],
    ['memory, warm', false, 'memory.events', 'oom_kill 1\n', 'memoryLimit'],
    ['processes, cold', true, 'pids.events', 'max 1\n', 'processLimit'],
  ])('is told as ended by its limit where the kernel kept it: %s', async (_what, cold, file, text, kind) => {
    const runner = await runnerWith(standIn({ [file]: text }));
    const script = 'import os, time\nos.kill(os.getpid(), 9)\n';
    const { end, warm } = await runner.run({ script, limits: LIMITS, cold });
    expect([end.kind, warm]).toEqual([kind, !cold]);
  });

  test('that cannot be joined does not run at all', async () => {
    const gone: LimitGroups = {
      open: async (limits) => {
        const top = join(folder, 'groups');
        await mkdir(top, { recursive: true });
        const group = await openControlGroup(top, limits);
        await rm(top, { recursive: true });
        return group;
      },
    };
    const result = await (await runnerWith(gone)).run({ script: 'print(1)\n', limits: LIMITS, cold: true });
    expect(result).toMatchObject({ end: { kind: 'couldNotStart' }, stdout: { bytes: 0 } });
  });

  test('that a fork cannot be taken into leaves the looks, and the result says so', async () => {
    const deaf: LimitGroups = {
      open: async (limits, start) => {
        const group = await standIn({}).open(limits, start);
        return typeof group === 'string' ? group : { ...group, take: async () => false };
      },
    };
    const result = await (await runnerWith(deaf)).run({ script: 'print(1)\n', limits: LIMITS });
    expect(result).toMatchObject({ warm: true, limits: { by: 'polling', reason: expect.any(String) as string } });
  });
});

describe.skipIf(unable)(`a run in a scope that a stand-in of systemd-run gives${why}`, () => {
  /** Does as the real one says of itself: takes its options, and becomes the program. */
  const PROGRAM = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n';
  async function scopes(events: Readonly<Record<string, string>>, text = PROGRAM): Promise<LimitGroups> {
    const program = join(folder, 'systemd-run');
    await writeFile(program, text, { mode: 0o755 });
    const path = /^0::(.*)$/m.exec(await readFile('/proc/self/cgroup', 'utf8').catch(() => ''))?.[1] ?? '';
    const groupsFolder = join(folder, 'groups');
    await mkdir(join(groupsFolder, path), { recursive: true });
    for (const [file, text] of Object.entries(events)) await writeFile(join(groupsFolder, path, file), text);
    const maker = { program, runtimeFolder: join(folder, 'run'), groupsFolder, countsFolder: join(folder, 'counts') };
    return { open: (limits) => openScope(maker, limits) };
  }

  test('hands its streams, its record, its exit code and its death by a signal through', async () => {
    const runner = await runnerWith(await scopes({ 'memory.events': 'oom_kill 0\n', 'pids.events': 'max 0\n' }));
    const run = (script: string) => runner.run({ script, limits: LIMITS, cold: true });
    const ended = await run('import sys\nprint(1)\nsys.exit(7)\n');
    expect(ended).toMatchObject({
      end: { kind: 'exited', code: 7 },
      stdout: { tail: '1\n' },
      limits: { by: 'scope', reason: null },
    });
    expect(ended.record?.lines.at(-1)).toMatchObject({ type: 'finished', exitCode: 7 });
    expect((await run('import os\nos.kill(os.getpid(), 11)\n')).end).toEqual({ kind: 'signalled', signal: 'SIGSEGV' });
    expect((await run('import os\nprint(sorted(os.environ))\n')).stdout.tail).not.toContain('XDG');
  });

  test('that cannot be had is run without, and the result says so', async () => {
    const groups = await scopes({});
    const refusal = 'Failed to connect to bus: No such file or directory';
    await writeFile(join(folder, 'systemd-run'), `#!/bin/sh\necho "${refusal}" >&2\nexit 1\n`);
    const result = await (await runnerWith(groups)).run({ script: 'print(1)\n', limits: LIMITS, cold: true });
    expect(result).toMatchObject({
      end: { kind: 'exited', code: 0 },
      stdout: { tail: '1\n' },
      stderr: { tail: '' },
      limits: { by: 'polling', reason: expect.stringContaining(refusal) as string },
    });
  });

  test('is told as ended by its limit where the kernel kept it', async () => {
    const runner = await runnerWith(await scopes({ 'memory.events': 'oom_kill 1\n' }));
    const { end } = await runner.run({ script: 'import os\nos.kill(os.getpid(), 9)\n', limits: LIMITS, cold: true });
    expect(end).toEqual({ kind: 'memoryLimit', bytes: LIMITS.memoryBytes });
  });

  test('is told as ended by its limit where systemd, having seen the kill, stops what is left of the scope', async () => {
    // The sixth word behind the options is where the scope leaves its notes, which begin with its first statement.
    const watch = '(while [ ! -e "$6/begun" ]; do sleep 0.02; done; kill -TERM $$) &\nexec "$@"\n';
    const program = PROGRAM.replace('exec "$@"\n', watch);
    const runner = await runnerWith(await scopes({ 'memory.events': 'oom_kill 1\n' }, program));
    const script = 'import os, time\ntime.sleep(2)\nos.kill(os.getpid(), 9)\n';
    const { end } = await runner.run({ script, limits: LIMITS, cold: true });
    expect(end).toEqual({ kind: 'memoryLimit', bytes: LIMITS.memoryBytes });
  });
});

/** Where a tree of version 2 is mounted that we may make groups at the top of, with whatever controllers; null: there is none. */
async function findTree(): Promise<string | null> {
  const place = locateGroup('0::/\n', await readFile('/proc/self/mountinfo', 'utf8').catch(() => ''));
  if (place === null) return null;
  const trial = join(place, `reprise-trial-${process.pid}`);
  return mkdir(trial).then(
    () => rmdir(trial).then(() => place),
    () => null,
  );
}
const tree = await findTree();

describe.skipIf(unable || tree === null)(
  `a run in a real group without a limit${tree === null ? ' (skipped: no tree of control groups can be written here)' : why}`,
  () => {
    test.each([
      ['cold', true],
      ['warm', false],
    ])('is in it with all its processes, and leaves nothing of it: %s', async (_way, cold) => {
      const made: string[] = [];
      const groups: LimitGroups = {
        open: async () => {
          const group = await openControlGroup(tree ?? '', { memoryBytes: null, processes: null });
          const line = group.begin({ program: '', arguments: [], environment: {} });
          made.push(dirname(line.arguments[2] ?? ''));
          return group;
        },
      };
      const runner = await runnerWith(groups);
      const controller = new AbortController();
      const script = 'import os, time\nos.fork()\nwhile True: time.sleep(1)\n';
      const running = runner.run({ script, limits: LIMITS, cold }, controller.signal);
      const members = async (): Promise<number> => {
        const text = await readFile(join(made[0] ?? '', 'cgroup.procs'), 'utf8').catch(() => '');
        return text.split('\n').length - 1;
      };
      // The script and its fork, and whatever first processes of namespaces are around them.
      await expect.poll(members, { timeout: 30_000 }).toBeGreaterThanOrEqual(cold ? 4 : 3);
      controller.abort();
      expect(await running).toMatchObject({ end: { kind: 'stopped' }, limits: { by: 'cgroup' }, warm: !cold });
      await expect(readdir(made[0] ?? '')).rejects.toThrow('ENOENT');
    });
  },
);

describe.skipIf(unable)(`a run on this machine${why}`, () => {
  if (noGroup !== null) {
    test('is looked at, where the kernel keeps no limits for us, and says why', async () => {
      const runner = await runnerWith(real);
      const { end, limits } = await runner.run({ script: 'pass\n', limits: LIMITS, cold: true });
      expect(end).toEqual({ kind: 'exited', code: 0 });
      expect(limits).toMatchObject({ by: 'polling', reason: noGroup });
    });
    return;
  }

  test('is ended by the kernel at its limit on memory, which is told by its name', async () => {
    const runner = await runnerWith(real);
    const script = 'held = []\nwhile True: held.append(bytearray(b"x") * 50_000_000)\n';
    const { end, limits } = await runner.run({ script, limits: LIMITS, cold: true });
    expect(end).toEqual({ kind: 'memoryLimit', bytes: LIMITS.memoryBytes });
    expect(limits?.by).not.toBe('polling');
  });

  test('is kept at its limit on processes, which is told by its name', async () => {
    const runner = await runnerWith(real);
    const script = 'import os, time\nwhile True:\n  if os.fork() == 0: time.sleep(86400)\n';
    const { end } = await runner.run({ script, limits: { ...LIMITS, processes: 5 }, cold: true });
    expect(end).toEqual({ kind: 'processLimit', processes: 5 });
  });
});
