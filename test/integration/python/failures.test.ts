import { execFile, execFileSync } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextCandidate } from '../../../src/core/execute/next-candidate';
import type { PreparationFailure } from '../../../src/core/ports/environments';
import { pythonFolders } from '../../../src/node/python/python-folders';
import type { EnvironmentResolution } from '../../../src/protocol/environment';
import { findInterpreters } from '../../helpers/interpreters';
import { startLocalIndex, type OfferedFile, type OfferedWheel } from '../../helpers/local-index';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, lackingForInstalls, prepare, request, resolved } from './parts';

const run = promisify(execFile);
const usable = findInterpreters().filter(({ version }) => /^3\.(?:[89]|1\d)$/.test(version));
const lacks = await lackingForInstalls(usable);
const why = (text: string, missing: string | null = lacks) =>
  missing === null ? text : `${text} (skipped: ${missing})`;
const newest = usable.at(-1);
const tagOf = (version: string) => `cp${version.replace('.', '')}-cp${version.replace('.', '')}-manylinux2014_x86_64`;

async function newBench(offered: {
  wheels?: readonly OfferedWheel[];
  files?: readonly OfferedFile[];
  status?: number;
}) {
  const index = await startLocalIndex(offered);
  const bench = createBench({ dataFolder: await temporaryFolder(), index: index.url });
  onTestFinished(() => bench.environments.close());
  return bench;
}

async function failureOf(
  offered: Parameters<typeof newBench>[0],
  wanted: readonly string[],
): Promise<PreparationFailure> {
  const bench = await newBench(offered);
  const resolution = await resolved(bench, request(wanted, { python: newest?.python ?? null }));
  const prepared = await prepare(bench, resolution);
  if (prepared.kind === 'ready') throw new Error('It was made.');
  const { building, environments } = pythonFolders(bench.dataFolder);
  expect(await readdir(building)).toEqual([]);
  expect((await readdir(environments).catch(() => [])).filter((name) => !name.startsWith('.'))).toEqual([]);
  return prepared.failure;
}

/** A source archive whose build is never to be started. */
async function sourceArchive(name: string, setup: string): Promise<OfferedFile> {
  const folder = await temporaryFolder();
  const top = `${name}-1.0`;
  await mkdir(join(folder, top));
  await writeFile(join(folder, top, 'setup.py'), setup);
  await writeFile(join(folder, top, 'PKG-INFO'), `Metadata-Version: 1.1\nName: ${name}\nVersion: 1.0\n`);
  const { stdout } = await run('tar', ['-C', folder, '-czf', '-', top], { encoding: 'buffer' });
  return { name, file: `${top}.tar.gz`, content: stdout };
}

describe('what an installation fails of, in words, by what the installer really says', () => {
  it.skipIf(lacks !== null)(why('no ready-made package for this Python'), async () => {
    const wheels = [{ name: 'tqdm', version: '1.0', tag: 'cp35-cp35m-manylinux2014_x86_64' }];
    const failure = await failureOf({ wheels }, ['tqdm==1.0']);
    expect(failure).toMatchObject({ kind: 'noWheel', blamed: ['tqdm'] });
    expect(failure.message).toMatch(/no ready-made package for Python 3.* --python/);
  });

  it.skipIf(lacks !== null)(why('a release for another Python'), async () => {
    const wheels = [{ name: 'tqdm', version: '1.0', requiresPython: '>=3.99' }];
    const failure = await failureOf({ wheels }, ['tqdm==1.0']);
    expect(failure).toMatchObject({ kind: 'otherPython', blamed: ['tqdm'] });
    expect(failure.message).toContain('--python');
  });

  it.skipIf(lacks !== null)(why('a release that its makers withdrew'), async () => {
    const wheels = [
      { name: 'six', version: '1.0' },
      { name: 'six', version: '1.1', yanked: 'broken' },
    ];
    const failure = await failureOf({ wheels }, ['six>=1.1']);
    expect(failure).toMatchObject({ kind: 'yanked', blamed: ['six'] });
    expect(failure.message).toMatch(/withdrawn .* broken/);
  });

  it.skipIf(lacks !== null)(why('is told where a withdrawn release is asked for by its number, and had'), async () => {
    const wheels = [
      { name: 'six', version: '1.0', yanked: 'broken on purpose' },
      { name: 'tqdm', version: '1.0' },
    ];
    const bench = await newBench({ wheels });
    const resolution = await resolved(bench, request(['six==1.0', 'tqdm'], { python: newest?.python ?? null }));
    const told = {
      withdrawn: [{ name: 'six', version: '1.0', reason: 'broken on purpose' }],
      differences: [expect.stringMatching(/withdrawn .*six 1\.0 \(broken on purpose\)/)],
    };
    expect(await prepare(bench, resolution)).toMatchObject({ kind: 'ready', environment: { reused: false, ...told } });
    await bench.environments.settled();
    const again = await prepare(bench, resolution, 'terminal-2');
    expect(again).toMatchObject({ kind: 'ready', environment: { reused: true, ...told } });
  });

  it.skipIf(lacks !== null)(why('releases that do not go together'), async () => {
    const wheels = [
      { name: 'pyyaml', version: '1.0', requires: ['tqdm<2'] },
      { name: 'tqdm', version: '1.0' },
      { name: 'tqdm', version: '2.0' },
    ];
    const failure = await failureOf({ wheels }, ['pyyaml', 'tqdm==2.0']);
    expect(failure).toMatchObject({ kind: 'conflict', blamed: ['pyyaml', 'tqdm'] });
    expect(failure.message).toMatch(/do not go together.*tqdm<2/);
  });

  it.skipIf(lacks !== null)(why('source only, which is not built'), async () => {
    const witness = join(await temporaryFolder(), 'built');
    const file = await sourceArchive('tqdm', `open(${JSON.stringify(witness)}, "w")\n`);
    const failure = await failureOf({ files: [file] }, ['tqdm==1.0']);
    expect(failure).toMatchObject({ kind: 'sourceOnly', blamed: ['tqdm'] });
    expect(failure.message).toContain('building from source is refused');
    await expect(access(witness)).rejects.toThrow();
  });

  it.skipIf(lacks !== null)(why('a package of the list for building that cannot be built'), async () => {
    const failure = await failureOf({ files: [await sourceArchive('gast', 'raise SystemExit(1)\n')] }, ['gast==1.0']);
    expect(failure).toMatchObject({ kind: 'buildFailed', blamed: ['gast'] });
    expect(failure.message).toContain('could not be built');
  });

  it.skipIf(lacks !== null)(why('an index that refuses, and one that gives nonsense'), async () => {
    for (const status of [401, 403]) {
      const failure = await failureOf({ status }, ['six']);
      expect(failure).toMatchObject({ kind: 'indexRefused' });
      expect(failure.message).toContain(`refused to answer (${status}`);
    }
    const damaged = await failureOf(
      { files: [{ name: 'six', file: 'six-1.0-py3-none-any.whl', content: Buffer.from('no archive') }] },
      ['six'],
    );
    expect(damaged).toMatchObject({ kind: 'unreadable', blamed: ['six'] });
    expect(damaged.message).toContain('cannot be read');
  });

  it.skipIf(lacks !== null)(why('an interpreter that does not start'), async () => {
    const bench = await newBench({ wheels: [{ name: 'six', version: '1.0' }] });
    const resolution = await resolved(bench, request(['six']));
    const folder = await temporaryFolder();
    const broken = join(folder, 'bin', 'python3');
    await mkdir(join(folder, 'bin'));
    await writeFile(broken, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    const python = { ...resolution.python, interpreter: broken };
    const prepared = await prepare(bench, { ...resolution, python });
    expect(prepared).toMatchObject({ kind: 'failed', failure: { kind: 'brokenPython' } });
    if (prepared.kind === 'failed') expect(prepared.failure.message).toContain('could not be started');
    const gone = { ...resolution.python, interpreter: join(folder, 'bin', 'nothing') };
    expect(await prepare(bench, { ...resolution, python: gone }, 'terminal-2')).toMatchObject({
      failure: { kind: 'brokenPython' },
    });
  });

  it.skipIf(lacks !== null)(why('a full disk'), async ({ skip }) => {
    const small = await mountSmall();
    if (small === null) return skip('no small disk can be mounted here');
    onTestFinished(small.end);
    const index = await startLocalIndex({
      wheels: [{ name: 'six', version: '1.0', files: { 'six_rest.txt': 'x'.repeat(64 * 1024 * 1024) } }],
    });
    const bench = createBench({ dataFolder: join(small.folder, 'data'), index: index.url });
    onTestFinished(() => bench.environments.close());
    const prepared = await prepare(bench, await resolved(bench, request(['six'])));
    expect(prepared).toMatchObject({ kind: 'failed', failure: { kind: 'diskFull' } });
    if (prepared.kind === 'failed') expect(prepared.failure.message).toMatch(/disk is full. Free some space at/);
  });
});

describe('the next candidate, by itself', () => {
  /** Makes the environment as the pipeline does: on a failure what comes next is tried, until it is made or nothing is left. */
  async function makeAny(bench: Awaited<ReturnType<typeof newBench>>, first: EnvironmentResolution) {
    const changes: string[] = [];
    let resolution = first;
    for (let number = 1; ; number += 1) {
      const prepared = await prepare(bench, resolution, `terminal-${number}`);
      if (prepared.kind === 'ready') return { environment: prepared.environment, changes };
      const next = nextCandidate(resolution, prepared.failure);
      if (next === null) throw new Error(prepared.failure.message);
      changes.push(next.change);
      resolution = next.resolution;
    }
  }

  const [one, other] = usable.slice(-2);
  const few = lacks ?? (other === undefined ? 'one Python only' : null);
  it.skipIf(few !== null)(why('is another interpreter where the stated one has no package', few), async () => {
    const bench = await newBench({ wheels: [{ name: 'tqdm', version: '1.0', tag: tagOf(one?.version ?? '') }] });
    const resolution = await resolved(bench, request(['tqdm==1.0'], { statedPython: other?.version ?? '' }));
    const { environment, changes } = await makeAny(bench, { ...resolution, rows: resolution.rows });
    expect(environment.pythonVersion.startsWith(`${one?.version}.`)).toBe(true);
    expect(environment.lock).toBe('tqdm==1.0\n');
    expect(changes.at(-1)).toContain(`Python ${environment.pythonVersion}`);
    expect(environment.differences).toEqual([
      `Python ${environment.pythonVersion} is used; the report states ${other?.version}.`,
    ]);
  });

  it.skipIf(lacks !== null)(why('is the nearest release where the stated one is not there'), async () => {
    const wheels = ['1.4.0', '1.4.7', '1.5.0', '2.0'].map((version) => ({ name: 'six', version }));
    const bench = await newBench({ wheels });
    const { environment, changes } = await makeAny(bench, await resolved(bench, request(['six==1.4.2'])));
    expect(environment.lock).toBe('six==1.4.7\n');
    expect(changes).toHaveLength(1);
    expect(environment.differences).toEqual(['six 1.4.7 is used; wanted is ==1.4.2.']);
  });
});

/** A disk of 48 MB; null: it cannot be mounted here. */
async function mountSmall(): Promise<{ readonly folder: string; end(): Promise<void> } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    end: async () => {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      await rm(folder, { recursive: true });
    },
  };
}
