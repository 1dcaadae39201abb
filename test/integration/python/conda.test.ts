import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextCandidate } from '../../../src/core/execute/next-candidate';
import { pythonFolders } from '../../../src/node/python/python-folders';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, prepare, request, resolved, sandbox } from './parts';

const run = promisify(execFile);
const interpreters = findInterpreters().filter(({ version }) => /^3\.(?:9|1[0-3])$/.test(version));
const noSandbox = (await sandbox.describe()).level === 'limitsOnly';
const [brought, here] = [interpreters.at(-1), interpreters[0]];
const isOther = process.platform !== 'linux' || process.arch !== 'x64';
const lacks = noSandbox
  ? 'no sandbox'
  : interpreters.length < 2
    ? 'fewer than two Pythons'
    : isOther
      ? 'another machine'
      : null;
const why = (text: string) => (lacks === null ? text : `${text} (skipped: ${lacks})`);
const helpers = resolve(import.meta.dirname, '../../helpers/conda');

/** A tool folder whose `micromamba` is ours: with py-rattler for it, or with a text of the test's. */
async function toolFolder(program: string | null): Promise<string> {
  const prefix = join(await temporaryFolder(), 'tool');
  await run(here?.python ?? '', ['-m', 'venv', ...(program === null ? [] : ['--without-pip']), prefix]);
  const python = join(prefix, 'bin', 'python');
  if (program === null) await run(python, ['-m', 'pip', 'install', '--quiet', 'py-rattler'], { timeout: 300_000 });
  const text = program ?? (await readFile(join(helpers, 'micromamba.py'), 'utf8'));
  await writeFile(join(prefix, 'bin', 'micromamba'), `#!${python}\n${text}`);
  await chmod(join(prefix, 'bin', 'micromamba'), 0o755);
  return join(prefix, 'bin');
}

/** A machine with one old interpreter and a program of the family, which is to bring a newer one out of a channel in a folder. */
async function newBench(program: string | null) {
  const channel = join(await temporaryFolder(), 'channel');
  await run(brought?.python ?? '', [join(helpers, 'make-channel.py'), channel, brought?.python ?? '']);
  const block = { ...process.env, PATH: `${await toolFolder(program)}:${process.env['PATH'] ?? ''}` };
  const bench = createBench({
    dataFolder: await temporaryFolder(),
    block: { ...block, REPRISE_PYTHON_FOLDERS: join(here?.python ?? '', '..') },
    settings: { condaChannels: [channel] },
  });
  onTestFinished(() => bench.environments.close());
  return bench;
}

describe('an environment by a program of the conda family', () => {
  it.skipIf(lacks !== null)(
    why('is made with the interpreter that is not here, from a channel in a folder'),
    { timeout: 600_000 },
    async () => {
      // A tool from the package index and a whole solve: for the long runs alone.
      if (process.env['REPRISE_SLOW'] !== '1') return;
      const bench = await newBench(null);
      const stated = brought?.version ?? '';
      const resolution = await resolved(bench, request(['six==1.0', 'numpy'], { statedPython: stated }));
      expect(resolution.maker).toMatchObject({ tool: { program: 'micromamba' }, python: stated });
      const made = await prepare(bench, resolution);
      if (made.kind === 'failed') throw new Error(`${made.failure.message}\n${await bench.shown('terminal-1')}`);
      const { environment } = made;
      expect(environment).toMatchObject({ reused: false, lock: 'numpy==1.2.3\nsix==1.0\n', differences: [] });
      expect(environment.pythonVersion).toMatch(new RegExp(`^${stated.replace('.', '\\.')}\\.`));
      const ask = 'import six, sys; sys.stdout.write("%d.%d %s" % (sys.version_info[:2] + (six.__version__,)))';
      expect((await run(environment.interpreter, ['-c', ask])).stdout).toBe(`${stated} 1.0`);

      await bench.environments.settled();
      const before = bench.started();
      expect(await prepare(bench, resolution, 'terminal-2')).toMatchObject({
        kind: 'ready',
        environment: { reused: true },
      });
      await bench.environments.settled();
      expect(bench.started()).toBe(before);

      const unmet = { ...resolution, rows: resolution.rows.map((row) => ({ ...row, specifier: '==99' })) };
      expect(await prepare(bench, unmet, 'terminal-3')).toMatchObject({ kind: 'failed' });
      const { environments } = pythonFolders(bench.dataFolder);
      expect((await readdir(environments)).filter((name) => !name.startsWith('.'))).toEqual([environment.id]);
    },
  );

  it.skipIf(lacks !== null)(why('leaves nothing where it fails, and what is here is tried then'), async () => {
    // As a script of a package would: it writes where other environments could meet it, and marks its own as whole.
    const program = [
      'import json, os, sys',
      'prefix = sys.argv[sys.argv.index("--prefix") + 1]',
      'target = os.path.dirname(prefix)',
      'data = os.path.dirname(os.path.dirname(target))',
      'for place in ("cache/install/uv", "cache/install/conda", "cache/built", "environments", "tools"):',
      '    try:',
      '        os.makedirs(os.path.join(data, place), exist_ok=True)',
      '        open(os.path.join(data, place, "planted"), "w")',
      '    except OSError: pass',
      'os.makedirs(prefix + "/bin")',
      'os.symlink(sys.executable, prefix + "/bin/python")',
      'marker = dict(version=1, lockDigest="0" * 64, interpreter="/", pythonVersion="3.9.1", createdAt="2026-01-01T00:00:00Z")',
      'open(target + "/reprise.json", "w").write(json.dumps(marker))',
      'sys.exit("no such package")',
    ];
    const bench = await newBench(`${program.join('\n')}\n`);
    const resolution = await resolved(bench, request(['six'], { statedPython: brought?.version ?? '' }));
    const failed = await prepare(bench, resolution);
    if (failed.kind === 'ready') throw new Error('It was made.');
    const { environments } = pythonFolders(bench.dataFolder);
    expect((await readdir(environments)).filter((name) => !name.startsWith('.'))).toEqual([]);
    const everything = await readdir(bench.dataFolder, { recursive: true });
    expect(everything.filter((name) => name.endsWith('planted'))).toEqual([]);
    const next = nextCandidate(resolution, failed.failure);
    expect(next?.resolution.maker).toBeUndefined();
    expect(next?.change).toContain('micromamba');
    const made = await prepare(bench, next?.resolution ?? resolution, 'terminal-2');
    if (made.kind === 'failed') throw new Error(made.failure.message);
    expect(made.environment.pythonVersion.startsWith(`${here?.version}.`)).toBe(true);
    expect(made.environment.differences).toHaveLength(1);
  });
});
