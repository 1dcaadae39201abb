import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { pythonFolders } from '../../../src/node/python/python-folders';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, prepare, progress, request, resolved, sandbox } from './parts';

const run = promisify(execFile);
const interpreters = findInterpreters();
const usable = interpreters.filter((one) => Number(one.version.split('.')[1]) >= 8 && one.version.startsWith('3.'));
const withPip = usable.find((one) => answers(one.python, ['-m', 'pip', '--version']));
const noSandbox = (await sandbox.describe()).level === 'limitsOnly';
const noPython = usable.length === 0;
const why = (text: string) =>
  noSandbox ? `${text} (skipped: no sandbox)` : noPython ? `${text} (skipped: no Python)` : text;
const cannot = noSandbox || noPython;

function answers(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function newBench(options: Omit<Parameters<typeof createBench>[0], 'dataFolder'> = {}) {
  const bench = createBench({ ...options, dataFolder: await temporaryFolder() });
  onTestFinished(() => bench.environments.close());
  return bench;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

describe('making an environment', () => {
  it.skipIf(cannot)(why('makes one with numpy, shows it, and finds it again with no program started'), async () => {
    const bench = await newBench();
    const resolution = await resolved(bench, request(['numpy', 'six==1.16.0']));
    const first = await prepare(bench, resolution);
    if (first.kind === 'failed') throw new Error(first.failure.message);
    const { environment } = first;
    expect(environment.reused).toBe(false);
    expect(environment.differences).toEqual([]);
    expect(environment.lock).toMatch(/^numpy==[\d.]+\nsix==1\.16\.0\n$/);
    const { stdout } = await run(environment.interpreter, ['-c', 'import numpy; print(numpy.__version__)']);
    expect(environment.packages).toContainEqual({ name: 'numpy', version: stdout.trim() });
    expect(await bench.shown('terminal-1')).toContain('numpy');

    await bench.environments.settled();
    const before = bench.started();
    const second = await prepare(bench, resolution, 'terminal-2');
    await bench.environments.settled();
    expect(second).toEqual({ kind: 'ready', environment: { ...environment, reused: true } });
    expect(bench.started()).toBe(before);

    const { environments } = await bench.environments.list({ fresh: true }, progress);
    const ours = environments.filter((one) => one.ours);
    expect(ours).toMatchObject([{ kind: 'reprise', interpreter: environment.interpreter, broken: null }]);
    const file = join(environment.prefix, 'lib', `python${resolution.python.version.split('.').slice(0, 2).join('.')}`);
    const installed = join(file, 'site-packages', 'six.py');
    expect(await bench.environments.checkInstalledFile(environment, installed)).toBe('asInstalled');
  });

  it.skipIf(cannot || withPip === undefined)(
    why(`fetches uv into its own folder where there is none${withPip === undefined ? ' (skipped: no pip)' : ''}`),
    async () => {
      const homeFolder = await temporaryFolder();
      const block = { ...process.env, PATH: '/usr/bin:/bin', REPRISE_PYTHON_FOLDERS: dirname(withPip?.python ?? '') };
      const bench = await newBench({ homeFolder, block: { ...block, PYENV_ROOT: join(homeFolder, '.pyenv') } });
      const prepared = await prepare(bench, await resolved(bench, request(['six'])));
      expect(prepared).toMatchObject({ kind: 'ready' });
      const { tools } = pythonFolders(bench.dataFolder);
      const [folder = '', ...others] = await readdir(tools);
      expect(others).toEqual([]);
      expect((await run(join(tools, folder, 'bin', 'uv'), ['--version'])).stdout).toContain(folder.replace('uv-', ''));
      expect(await readdir(homeFolder)).toEqual([]);
    },
  );

  const withPackedPip = usable.find((one) => answers(one.python, ['-c', 'import ensurepip; ensurepip.version()']));
  it.skipIf(cannot || withPackedPip === undefined)(
    why(`fetches uv with the pip that Python has packed${withPackedPip === undefined ? ' (skipped: none)' : ''}`),
    async () => {
      const homeFolder = await temporaryFolder();
      const prefix = join(homeFolder, 'bare');
      await run(withPackedPip?.python ?? '', ['-m', 'venv', '--without-pip', prefix]);
      const block = { ...process.env, PATH: '/usr/bin:/bin', REPRISE_PYTHON_FOLDERS: join(prefix, 'bin') };
      const bench = await newBench({ homeFolder, block: { ...block, PYENV_ROOT: join(homeFolder, '.pyenv') } });
      expect(await prepare(bench, await resolved(bench, request(['six'])))).toMatchObject({ kind: 'ready' });
      expect(await readdir(pythonFolders(bench.dataFolder).tools)).toHaveLength(1);
    },
  );

  it.skipIf(noPython)(
    'installs with limits only where there is no sandbox and that was approved, else refuses',
    async () => {
      const none = createSandbox({ platform: 'unknown', environmentBlock: {}, userId: null });
      const bench = await newBench({ sandbox: none });
      const resolution = await resolved(bench, request(['six']));
      const refused = await prepare(bench, resolution);
      expect(refused).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
      if (refused.kind === 'failed') expect(refused.failure.message).toContain('--sandbox off');
      expect(bench.started()).toBe(0);
      const weaker = { resolution, terminalId: 'terminal-2', allowWeakerSandbox: true };
      expect(await bench.environments.prepare(weaker, progress)).toMatchObject({ kind: 'ready' });
    },
  );

  it.skipIf(cannot)(why('leaves nothing when it is cancelled half-way, and makes it then'), async () => {
    const bench = await newBench();
    const resolution = await resolved(bench, request(['six']));
    const controller = new AbortController();
    const half = bench.environments.prepare(
      { resolution, terminalId: 'terminal-1', allowWeakerSandbox: false },
      { signal: controller.signal, report: (note) => note.startsWith('Installing') && controller.abort() },
    );
    await expect(half).rejects.toThrow();
    const folders = pythonFolders(bench.dataFolder);
    expect(await readdir(folders.building)).toEqual([]);
    expect(await readdir(folders.environments)).toEqual([]);
    expect(await prepare(bench, resolution, 'terminal-2')).toMatchObject({
      kind: 'ready',
      environment: { reused: false },
    });
  });

  it.skipIf(cannot)(why('does not use what a killed program left half-made, and clears it away'), async () => {
    const bench = await newBench();
    const { building, environments } = pythonFolders(bench.dataFolder);
    const program = fileURLToPath(new URL('./prepare-apart.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', program, bench.dataFolder, 'Installing'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
    expect(await readdir(building)).toHaveLength(1);
    const sockets = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith(`reprise-index-${child.pid}-`));
    expect((await readdir(environments)).filter((name) => !name.startsWith('.'))).toEqual([]);

    const prepared = await prepare(bench, await resolved(bench, request(['numpy', 'six'])));
    expect(prepared).toMatchObject({ kind: 'ready', environment: { reused: false } });
    // Its bytecode is compiled behind it, under a lock that lies among the environments.
    await bench.environments.settled();
    expect(await sockets()).toEqual([]);
    expect(await readdir(building)).toEqual([]);
    expect((await readdir(environments)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it.skipIf(cannot)(why('does not use one that has no marker, and makes it anew'), async () => {
    const bench = await newBench();
    const resolution = await resolved(bench, request(['six']));
    const first = await prepare(bench, resolution);
    if (first.kind === 'failed') throw new Error(first.failure.message);
    await bench.environments.settled();
    const folder = dirname(first.environment.prefix);
    await rm(join(folder, 'reprise.json'));
    await rm(join(first.environment.prefix, 'lib'), { recursive: true });
    const second = await prepare(bench, resolution, 'terminal-2');
    expect(second).toMatchObject({ kind: 'ready', environment: { reused: false } });
    await run(first.environment.interpreter, ['-c', 'import six']);
  });

  const oldest = interpreters.find((one) => one.version === '3.6');
  const chosen = [oldest, usable.at(-1)].flatMap((one) => one ?? []);
  it.skipIf(cannot || oldest === undefined)(
    why(
      `makes them from 3.6 to the newest, with the very interpreter${oldest === undefined ? ' (skipped: no 3.6)' : ''}`,
    ),
    async () => {
      const bench = await newBench();
      for (const [index, { version, python }] of chosen.entries()) {
        const resolution = await resolved(bench, request(['six'], { python }));
        const prepared = await prepare(bench, resolution, `terminal-${index}`);
        if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
        const { interpreter } = prepared.environment;
        const ask = 'import six, sys; sys.stdout.write("%d.%d %s" % (sys.version_info[:2] + (six.__cached__,)))';
        await bench.environments.settled();
        const { stdout } = await run(interpreter, ['-c', ask]);
        const [told, bytecode = ''] = stdout.split(' ');
        expect(told).toBe(version);
        expect(await exists(bytecode)).toBe(true);
        expect(await realpath(interpreter)).toBe(await realpath(python));
      }
    },
  );

  it.skipIf(cannot)(why('makes one environment for two that want it at once'), async () => {
    const bench = await newBench();
    const resolution = await resolved(bench, request(['six']));
    const both = await Promise.all([
      prepare(bench, resolution, 'terminal-1'),
      prepare(bench, resolution, 'terminal-2'),
    ]);
    const reused = both.map((one) => one.kind === 'ready' && one.environment.reused);
    expect([...reused].sort()).toEqual([false, true]);
  });

  it.skipIf(cannot)(why('makes one environment for several programs that want it at once'), async () => {
    const bench = await newBench();
    const program = fileURLToPath(new URL('./prepare-apart.ts', import.meta.url));
    const ends = await Promise.all(
      [1, 2, 3].map(() => run(process.execPath, ['--import', 'tsx', program, bench.dataFolder])),
    );
    const last = ends.map(({ stdout }) => stdout.trim().split('\n').at(-1)?.split(' ') ?? []);
    expect(last.map(([what]) => what).sort()).toEqual(['Found', 'Found', 'Made']);
    expect(new Set(last.map(([, id]) => id)).size).toBe(1);
    const { building, environments } = pythonFolders(bench.dataFolder);
    expect(await readdir(building)).toEqual([]);
    expect((await readdir(environments)).filter((name) => !name.startsWith('.'))).toEqual([last[0]?.[1]]);
    expect((await readdir(environments)).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  it.skipIf(cannot)(why('goes back to the versions of a day'), async () => {
    const bench = await newBench();
    const resolution = await resolved(bench, request(['six'], { asOf: '2021-05-04' }));
    expect(await prepare(bench, resolution)).toMatchObject({ kind: 'ready', environment: { lock: 'six==1.15.0\n' } });
  });
});

describe('refusals and failures', () => {
  it.skipIf(cannot)(
    why('asks about a name that is not on the list, and installs it once it is allowed only'),
    async () => {
      const bench = await newBench();
      const resolution = await resolved(bench, request(['iniconfig']));
      expect(resolution.unknown).toEqual(['iniconfig']);
      const refused = await prepare(bench, resolution);
      expect(refused).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
      expect(bench.started()).toBe(0);
      const allowed = await bench.environments.prepare(
        { resolution, terminalId: 'terminal-2', allowWeakerSandbox: false, allowPackages: ['iniconfig'] },
        progress,
      );
      expect(allowed).toMatchObject({ kind: 'ready' });
    },
  );

  it.skipIf(cannot)(why('hands no edited row to the installer that is not a name with a version'), async () => {
    const bench = await newBench();
    const resolution = await resolved(bench, request(['six']));
    const edits = [
      { name: 'six', specifier: ' @ https://evil.example/six.whl' },
      { name: 'six', specifier: '==1.16.0\n--index-url http://evil.example/simple' },
      { name: '-e .', specifier: '' },
      { name: 'iniconfig', specifier: '' },
    ];
    for (const [index, edit] of edits.entries()) {
      const edited = { ...resolution, rows: [{ ...edit, step: 'given' as const, reason: '' }] };
      const prepared = await prepare(bench, edited, `terminal-${index}`);
      expect(prepared, edit.name).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
    }
    expect(bench.started()).toBe(0);
  });

  it.skipIf(cannot)(why('says what to do when the index is not reached'), async () => {
    const bench = await newBench({ index: 'http://127.0.0.1:9/simple' });
    const prepared = await prepare(bench, await resolved(bench, request(['six'])));
    expect(prepared).toMatchObject({ kind: 'failed', failure: { kind: 'noNetwork' } });
    if (prepared.kind === 'failed') expect(prepared.failure.message).toContain('--environment');
    expect(await bench.shown('terminal-1')).toContain('not reached');
  });

  it.skipIf(cannot)(why('says which version is not there'), async () => {
    const bench = await newBench();
    const prepared = await prepare(bench, await resolved(bench, request(['six==99.0'])));
    expect(prepared).toMatchObject({ kind: 'failed', failure: { kind: 'noVersion' } });
    if (prepared.kind === 'failed') expect(prepared.failure.message).toContain('six==99.0');
  });

  it('says what to install where there is no Python', async () => {
    const homeFolder = await temporaryFolder();
    const bench = await newBench({ homeFolder, block: { PATH: '', REPRISE_PYTHON_FOLDERS: '' } });
    const answer = await bench.environments.resolve(request(['six']), progress);
    expect(answer).toMatchObject({ kind: 'failed', failure: { kind: 'noPython' } });
    if (answer.kind === 'failed') expect(answer.failure.message).toMatch(/Install Python .* --python/);
    expect(bench.started()).toBe(0);
  });

  it('refuses a given environment that is not there, and one that is broken', async () => {
    const bench = await newBench();
    const folder = await temporaryFolder();
    for (const environment of [join(folder, 'nowhere'), folder]) {
      const answer = await bench.environments.resolve(request(['six'], { environment }), progress);
      expect(answer).toMatchObject({ kind: 'failed', failure: { kind: 'broken' } });
      if (answer.kind === 'failed') expect(answer.failure.message).toContain(environment);
    }
  });

  it.skipIf(cannot)(why('uses a given environment as it is, and says how it differs'), async () => {
    const bench = await newBench();
    const made = await prepare(bench, await resolved(bench, request(['six==1.16.0'])));
    if (made.kind === 'failed') throw new Error(made.failure.message);
    await bench.environments.settled();
    const before = bench.started();
    const wanted = request(['six==1.15.0', 'numpy'], { environment: made.environment.prefix, statedPython: '2.7' });
    const prepared = await prepare(bench, await resolved(bench, wanted), 'terminal-2');
    if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
    expect(prepared.environment.differences).toHaveLength(3);
    expect(prepared.environment).toMatchObject({ reused: true, lock: 'six==1.16.0\n' });
    expect(bench.started()).toBe(before);
  });
});

describe('a project that nobody trusts yet', () => {
  it.skipIf(noPython)('is read, with nothing of it started, and joins in by names and versions alone', async () => {
    const bench = await newBench();
    const project = await temporaryFolder();
    const ran = join(project, 'ran');
    await writeFile(
      join(project, 'setup.py'),
      `open(${JSON.stringify(ran)}, "w")\nsetup(install_requires=["six==1.16.0"])\n`,
    );
    await writeFile(join(project, 'requirements.txt'), '--index-url http://evil.invalid/simple\n-e .\nnumpy<2\n');
    await mkdir(join(project, '.venv', 'bin'), { recursive: true });
    await writeFile(join(project, '.venv', 'pyvenv.cfg'), 'home = /nowhere\n');
    await writeFile(join(project, '.venv', 'bin', 'python'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    await mkdir(join(project, '.git', 'hooks'), { recursive: true });
    await writeFile(join(project, '.git', 'hooks', 'post-checkout'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });

    const resolution = await resolved(bench, request([], { project }));
    expect(bench.started()).toBe(0);
    expect(await exists(ran)).toBe(false);
    expect(resolution.rows).toMatchObject([
      { name: 'six', specifier: '==1.16.0', step: 'files' },
      { name: 'numpy', specifier: '<2', step: 'files' },
    ]);
    expect(resolution.leftOut?.map(({ why }) => why)).toEqual(['index', 'editable']);
  });
});

describe('a table that a person changed', () => {
  it.skipIf(noPython)(
    'leaves out what was taken out of it, whoever asks for it, and brings nothing large for it',
    async () => {
      const bench = await newBench();
      const project = await temporaryFolder();
      await writeFile(join(project, 'requirements.txt'), 'Six\nnumpy<2\nno-such-thing-of-ours\n');
      const evidence = { code: [], text: 'pip install torch pandas\n' };
      const leaveOut = ['Torch', 'six', 'No_such.thing_of-ours'];
      const chosen = await resolved(bench, request(['torch==1.5.0', 'scipy'], { project, evidence, leaveOut }));
      expect(chosen.rows.map(({ name }) => name).sort()).toEqual(['numpy', 'pandas', 'scipy']);
      expect(chosen).toMatchObject({ heavy: [], unknown: [] });
    },
  );
});

describe('hostile environments', () => {
  it.skipIf(cannot)(why('are not started to install beside them: a .pth file is not run'), async () => {
    const bench = await newBench();
    const root = await temporaryFolder();
    const { python } = usable.at(-1) ?? { python: '' };
    const prefix = join(root, 'hostile');
    await run(python, ['-m', 'venv', '--without-pip', prefix]);
    const library = (await readdir(join(prefix, 'lib')))[0] ?? '';
    const targets = [join(root, 'written'), join(prefix, 'written'), join(bench.dataFolder, 'environments', 'written')];
    const { uvCache } = pythonFolders(bench.dataFolder);
    await mkdir(join(bench.dataFolder, 'environments'), { recursive: true });
    const tries = [...targets, join(uvCache, 'ran')].map((path) => `attempt(${JSON.stringify(path)})`).join('; ');
    const code = [
      'def attempt(path):',
      '    try: open(path, "w").write("x")',
      '    except Exception: pass',
      tries,
    ].join('\n');
    await writeFile(
      join(prefix, 'lib', library, 'site-packages', 'evil.pth'),
      `import base64; exec(base64.b64decode("${Buffer.from(code).toString('base64')}"))\n`,
    );

    const resolution = await resolved(bench, request(['six'], { python: join(prefix, 'bin', 'python') }));
    expect(bench.started()).toBe(0);
    await prepare(bench, resolution);
    // The cache is what an installation may write, and what other environments are made of.
    for (const path of [...targets, join(uvCache, 'ran')]) expect(await exists(path), path).toBe(false);
  });
});
