import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLimitGroups } from '../../../../src/node/process/groups/create-limit-groups';
import { judgeEvents, mostTasks } from '../../../../src/node/process/groups/limit-group';
import { locateGroup, preparePlace } from '../../../../src/node/process/groups/own-place';

const MOUNTS = [
  '22 1 0:20 / /proc rw - proc proc rw',
  '30 1 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate',
].join('\n');

describe('the group that we are in', () => {
  test('is found below where control groups of version 2 are mounted', () => {
    const user = '0::/user.slice/app.slice/reprise.scope\n';
    expect(locateGroup(user, MOUNTS)).toBe('/sys/fs/cgroup/user.slice/app.slice/reprise.scope');
    expect(locateGroup('0::/\n', MOUNTS)).toBe('/sys/fs/cgroup');
    expect(locateGroup(`4:memory:/a\n${user}`, MOUNTS)).toContain('reprise.scope');
  });

  test('is found where a part of the tree alone is mounted, and its place has a blank', () => {
    const part = '30 1 0:26 /docker/a /my\\040groups rw - cgroup2 none rw';
    expect(locateGroup('0::/docker/a/b\n', part)).toBe('/my groups/b');
    expect(locateGroup('0::/other\n', part)).toBeNull();
  });

  test('is none on a system of version 1, without a mount, or outside of what we see', () => {
    expect(locateGroup('4:memory:/a\n', MOUNTS)).toBeNull();
    expect(locateGroup('0::/a\n', '30 1 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory')).toBeNull();
    expect(locateGroup('0::/../a\n', MOUNTS)).toBeNull();
  });
});

describe('what the kernel counted', () => {
  const limits = { memoryBytes: 100, processes: 5 };
  test('names the limit that it kept, memory before processes', () => {
    const memory = 'low 0\nhigh 0\nmax 12\noom 1\noom_kill 1\noom_group_kill 1\n';
    expect(judgeEvents(limits, { memory, tasks: 'max 3\n' })).toEqual({ kind: 'memoryLimit', bytes: 100 });
    expect(judgeEvents(limits, { memory: 'max 12\noom_kill 0\n', tasks: 'max 3\n' })).toEqual({
      kind: 'processLimit',
      processes: 5,
    });
  });

  test('is nothing where it only took back what could be had again, where a file is gone, or where there was no limit', () => {
    expect(judgeEvents(limits, { memory: 'max 900\noom 0\noom_kill 0\n', tasks: 'max 0\n' })).toBeNull();
    expect(judgeEvents(limits, { memory: '', tasks: '' })).toBeNull();
    const none = { memoryBytes: null, processes: null };
    expect(judgeEvents(none, { memory: 'oom_kill 1\n', tasks: 'max 1\n' })).toBeNull();
  });
});

/** Plain files as the system lays them out: what it tells of processes, and one control group. */
describe('a tree of control groups', () => {
  const [OWN, CHILD] = [70, 71];
  let root = '';
  let group = '';
  const at = (name: string): string => join(root, name);
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'reprise-groups-'));
    group = at('groups/app.slice/own.scope');
    await mkdir(group, { recursive: true });
    await mkdir(at('proc/self'), { recursive: true });
    await writeFile(at('proc/self/cgroup'), '0::/app.slice/own.scope\n');
    await writeFile(at('proc/self/mountinfo'), `30 1 0:26 / ${at('groups')} rw - cgroup2 cgroup2 rw\n`);
    for (const [id, parent] of [
      [1, 0],
      [50, 1],
      [OWN, 50],
      [CHILD, OWN],
    ] as const) {
      await mkdir(at(`proc/${id}`));
      const rest = Array.from({ length: 40 }, () => '1').join(' ');
      await writeFile(at(`proc/${id}/stat`), `${id} (a name) S ${parent} ${id} ${id} ${rest}`);
    }
    await writeFile(join(group, 'cgroup.controllers'), 'cpu memory pids\n');
    await writeFile(join(group, 'cgroup.subtree_control'), '');
    await writeFile(join(group, 'cgroup.type'), 'domain\n');
    await writeFile(join(group, 'cgroup.procs'), `${OWN}\n${CHILD}\n`);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const prepare = (isDelegated = true) =>
    preparePlace({ procFolder: at('proc'), id: OWN, isDelegated: async () => isDelegated });
  const aside = async (): Promise<readonly string[]> =>
    (await readdir(group)).filter((name) => name.startsWith('reprise-'));

  test('that is ours is made ready: we step aside, and it hands both controllers on', async () => {
    expect(await prepare()).toEqual({ kind: 'own', folder: group });
    expect(await readFile(join(group, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids');
    expect(await aside()).toEqual([`reprise-host-${OWN}`]);
    expect(await readFile(join(group, `reprise-host-${OWN}/cgroup.procs`), 'utf8')).toBe(String(CHILD));
  });

  test('that hands them on already is taken as it is', async () => {
    await writeFile(join(group, 'cgroup.subtree_control'), 'memory pids\n');
    expect(await prepare()).toEqual({ kind: 'own', folder: group });
    expect(await aside()).toEqual([]);
  });

  test.each([
    ['lacks a controller', 'cgroup.controllers', 'cpu memory\n', 'no say'],
    ['also holds a program of others', 'cgroup.procs', `50\n${OWN}\n`, 'not its own'],
    ["is the machine's own top", 'cgroup.type', '', 'may not be divided'],
  ])('that %s is left alone, and the reason says so', async (_what, file, text, reason) => {
    await writeFile(join(group, file), text);
    expect(await prepare()).toEqual({ kind: 'none', reason: expect.stringContaining(reason) as string });
    expect(await readFile(join(group, 'cgroup.subtree_control'), 'utf8')).toBe('');
    expect(await aside()).toEqual([]);
  });

  test('that its service manager keeps to itself is left alone: it would end us with a run that is ended for memory', async () => {
    const reason = expect.stringContaining('(own.scope)') as string;
    expect(await prepare(false)).toEqual({ kind: 'none', reason });
    expect(await aside()).toEqual([]);
    await writeFile(join(group, 'cgroup.subtree_control'), 'memory pids\n');
    expect(await prepare(false)).toEqual({ kind: 'none', reason });
  });

  test('gives each run a group with its limits, and the program begins in it', async () => {
    await writeFile(join(group, 'cgroup.subtree_control'), 'memory pids\n');
    const groups = createLimitGroups({
      platform: 'linux',
      folders: { processes: at('proc'), groups: at('groups'), run: at('run'), counts: at('counts') },
      environmentBlock: {},
      processId: OWN,
      userId: 1000,
    });
    const opened = await groups.open({ memoryBytes: 5000, processes: 3 }, 'anew');
    if (typeof opened === 'string') throw new Error(opened);
    const [name = ''] = await aside();
    const read = (file: string): Promise<string> => readFile(join(group, name, file), 'utf8');
    expect(await read('memory.max')).toBe('5000');
    expect(await read('memory.swap.max')).toBe('0');
    expect(await read('memory.oom.group')).toBe('1');
    expect(await read('pids.max')).toBe(String(mostTasks(3)));
    const line = opened.begin({ program: '/usr/bin/env', arguments: ['true'], environment: { A: '1' } });
    expect(line.arguments.slice(2)).toEqual([join(group, name, 'cgroup.procs'), '/usr/bin/env', 'true']);
    expect([line.program, line.environment]).toEqual(['/bin/sh', { A: '1' }]);
    expect(await opened.take(4711)).toBe(true);
    expect(await read('cgroup.procs')).toBe('4711');
    expect(opened.exceeded()).toBeNull();
    await writeFile(join(group, name, 'memory.events'), 'oom_kill 1\n');
    expect(opened.exceeded()).toEqual({ kind: 'memoryLimit', bytes: 5000 });
    await opened.close();
    expect(await read('cgroup.kill')).toBe('1');
  });

  test('that is not ours leaves the service manager of the user, where there is one that answers', async () => {
    await writeFile(join(group, 'cgroup.procs'), '50\n');
    const controllers = at('groups/user.slice/user-1000.slice/user@1000.service/cgroup.controllers');
    await mkdir(join(controllers, '..'), { recursive: true });
    await mkdir(at('run/systemd/system'), { recursive: true });
    await mkdir(at('user/systemd/private'), { recursive: true });
    await mkdir(at('bin'));
    await writeFile(at('bin/systemd-run'), '#!/bin/sh\n', { mode: 0o755 });
    const open = (start: 'anew' | 'running') =>
      createLimitGroups({
        platform: 'linux',
        folders: { processes: at('proc'), groups: at('groups'), run: at('run'), counts: at('counts') },
        environmentBlock: { PATH: at('bin'), XDG_RUNTIME_DIR: at('user') },
        processId: OWN,
        userId: 1000,
      }).open({ memoryBytes: 5000, processes: 3 }, start);
    await writeFile(controllers, 'pids\n');
    expect(await open('anew')).toContain('(own.scope)');
    await writeFile(controllers, 'memory pids\n');
    expect(await open('running')).toContain('scope');
    const opened = await open('anew');
    if (typeof opened === 'string') throw new Error(opened);
    const line = opened.begin({ program: '/usr/bin/env', arguments: ['true'], environment: {} });
    expect(line.program).toBe(at('bin/systemd-run'));
    expect(line.environment['XDG_RUNTIME_DIR']).toBe(at('user'));
    expect(line.arguments).toEqual(expect.arrayContaining(['--user', '--scope', '--property=MemoryMax=5000']));
    expect(line.arguments.slice(-2)).toEqual(['/usr/bin/env', 'true']);
    await opened.close();
  });

  test('is none on other systems', async () => {
    const folders = { processes: at('proc'), groups: at('groups'), run: at('run'), counts: at('counts') };
    const groups = createLimitGroups({ platform: 'darwin', folders, environmentBlock: {}, processId: 1, userId: 501 });
    expect(await groups.open({ memoryBytes: 1, processes: 1 }, 'anew')).toContain('no control groups');
  });
});
