import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdingLock } from '../../../../src/node/python/prepare/hold-lock';
import { isLeftOver } from '../../../../src/node/system/is-left-over';
import { lockText, parseLock, requirementText } from '../../../../src/node/python/prepare/parse-lock';
import { keyOfQuestion } from '../../../../src/node/python/prepare/resolution-cache';
import { ownerOfWorkName, workName } from '../../../../src/node/system/work-name';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

describe('parseLock', () => {
  it('reads names, versions and digests, in order of names', () => {
    const text = `six==1.17.0 \\\n    --hash=${hash('a')} \\\n    --hash=${hash('b')}\nNumPy==1.26.4 \\\n    --hash=${hash('c')}\n`;
    const packages = parseLock(text);
    expect(packages).toEqual([
      { name: 'numpy', version: '1.26.4', hashes: [hash('c')] },
      { name: 'six', version: '1.17.0', hashes: [hash('a'), hash('b')] },
    ]);
    expect(lockText(packages ?? [])).toBe('numpy==1.26.4\nsix==1.17.0\n');
    expect(parseLock(requirementText(packages ?? []))).toEqual(packages);
  });

  it.each([
    ['an option', '--index-url http://evil.example/simple\n'],
    ['an editable path', '-e /home/user/project\n'],
    ['an address', `numpy @ https://evil.example/numpy.whl --hash=${hash('a')}\n`],
    ['a repository', 'git+https://evil.example/numpy.git\n'],
    ['a version without a digest', 'numpy==1.26.4\n'],
    ['a digest of another kind', 'numpy==1.26.4 --hash=md5:0123456789abcdef0123456789abcdef\n'],
    ['a further option after the digest', `numpy==1.26.4 --hash=${hash('a')} --find-links /tmp\n`],
    ['an open version', `numpy>=1.0 --hash=${hash('a')}\n`],
    ['a path for a name', `../numpy==1.0 --hash=${hash('a')}\n`],
  ])('takes nothing of a list with %s', (_, line) => {
    expect(parseLock(`six==1.17.0 --hash=${hash('a')}\n${line}`)).toBeNull();
  });
});

describe('keyOfQuestion', () => {
  const row = (name: string, specifier: string) => ({ name, specifier, step: 'stated' as const, reason: '' });
  const python = { interpreter: '/a/python', version: '3.11.7', step: 'current' as const, reason: '' };
  const base = {
    resolution: { python, rows: [row('numpy', '==1.26.4'), row('six', '')], asOf: null },
    index: null,
    cpuIndex: null,
    machine: 'linux-x64',
  };

  it('is the same for the same question in another order and for another patch of the interpreter', () => {
    const other = {
      ...base,
      resolution: {
        ...base.resolution,
        python: { ...python, version: '3.11.2' },
        rows: [...base.resolution.rows].reverse(),
      },
    };
    expect(keyOfQuestion(other)).toBe(keyOfQuestion(base));
  });

  it('differs with the date, the index, the versions, the interpreter and the machine', () => {
    const others = [
      { ...base, resolution: { ...base.resolution, asOf: '2024-01-01' } },
      { ...base, index: 'http://127.0.0.1:9/simple' },
      {
        ...base,
        cpuIndex: 'http://127.0.0.1:9/cpu',
        resolution: { ...base.resolution, rows: base.resolution.rows.map((one) => ({ ...one, fromCpuIndex: true })) },
      },
      { ...base, resolution: { ...base.resolution, rows: [row('numpy', '==1.26.3'), row('six', '')] } },
      { ...base, resolution: { ...base.resolution, python: { ...python, version: '3.12.1' } } },
      { ...base, machine: 'linux-arm64' },
    ];
    expect(new Set([base, ...others].map(keyOfQuestion)).size).toBe(others.length + 1);
  });
});

describe('what is left by programs that are gone', () => {
  it('tells a name of work from other names', () => {
    expect(ownerOfWorkName(`.new-${workName()}`)?.processId).toBe(process.pid);
    expect(ownerOfWorkName('8b6016fdeefc2631-py311')).toBeNull();
    expect(ownerOfWorkName('uv-0.13.9')).toBeNull();
  });

  it('keeps what a living program makes, also this one', () => {
    expect(isLeftOver({ processId: process.pid, madeAt: Date.now() })).toBe(false);
    expect(isLeftOver({ processId: process.ppid, madeAt: Date.now() })).toBe(false);
  });

  it.each([-400, -1, 1, 400])('keeps what this program makes while the clock is set by %d days', (days) => {
    const made = { processId: process.pid, madeAt: Date.now() };
    vi.spyOn(Date, 'now').mockReturnValue(made.madeAt + days * 24 * 3600 * 1000);
    expect(isLeftOver(made)).toBe(false);
    vi.restoreAllMocks();
  });

  it('drops what is older than this program with its number, and what no program owns', () => {
    const before = Date.now() - process.uptime() * 1000 - 60_000;
    expect(isLeftOver({ processId: process.pid, madeAt: before })).toBe(true);
    // Above the largest number that Linux gives to a process.
    expect(isLeftOver({ processId: 2 ** 23, madeAt: Date.now() })).toBe(true);
    expect(isLeftOver({ processId: process.ppid, madeAt: Date.now() - 7 * 3600 * 1000 })).toBe(true);
  });
});

describe('holdingLock', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const options = { signal: new AbortController().signal, onWait: () => undefined };

  it('lets one work at a time, and leaves nothing', async () => {
    const file = join(folder, 'a.lock');
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} in`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} out`);
    };
    await Promise.all(['a', 'b', 'c'].map((name) => holdingLock(file, options, work(name))));
    for (let at = 0; at < order.length; at += 2) {
      expect(order[at + 1]).toBe(order[at]?.replace(' in', ' out'));
    }
    expect(order).toHaveLength(6);
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over the lock of a program that is gone', async () => {
    const file = join(folder, 'a.lock');
    await writeFile(file, `${2 ** 23} gone`);
    expect(await holdingLock(file, options, async () => 'done')).toBe('done');
    await writeFile(file, `${process.pid} earlier`);
    const before = new Date(Date.now() - process.uptime() * 1000 - 60_000);
    await utimes(file, before, before);
    expect(await holdingLock(file, options, async () => 'done')).toBe('done');
  });

  it('ends waiting when it is cancelled, and frees the lock when the work fails', async () => {
    const file = join(folder, 'a.lock');
    const controller = new AbortController();
    await expect(
      holdingLock(file, options, async () => {
        const waiting = holdingLock(
          file,
          { signal: controller.signal, onWait: () => controller.abort() },
          async () => 'never',
        );
        await expect(waiting).rejects.toThrow();
        throw new Error('of the work');
      }),
    ).rejects.toThrow('of the work');
    expect(await readdir(folder)).toEqual([]);
  });
});
