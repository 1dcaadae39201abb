import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverEnvironments } from '../../../../src/node/python/discover/discover-environments';
import { readListCache, writeListCache } from '../../../../src/node/python/discover/list-cache';
import type { Machine } from '../../../../src/node/python/machine';
import { READY_MARKER, writtenMarker } from '../../../../src/node/python/prepare/ready-marker';
import { pythonFolders } from '../../../../src/node/python/python-folders';
import { readGivenEnvironment } from '../../../../src/node/python/resolve/find-existing';
import { findUv } from '../../../../src/node/python/uv/find-uv';

let root: string;
let home: string;
/** Not a script: what tells a program from a shim. */
const program = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

async function put(path: string, content: string | Buffer = ''): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, 0o755);
  return path;
}

/** A whole installation: program, standard library, header. */
async function install(prefix: string, version: string): Promise<void> {
  const minor = version.split('.').slice(0, 2).join('.');
  await put(join(prefix, 'bin', `python${minor}`), program);
  await symlink(`python${minor}`, join(prefix, 'bin', 'python'));
  await put(join(prefix, 'lib', `python${minor}`, 'os.py'));
  await put(join(prefix, 'include', `python${minor}`, 'patchlevel.h'), `#define PY_VERSION "${version}"\n`);
}

async function makeVenv(prefix: string, base: string, version: string): Promise<void> {
  const minor = version.split('.').slice(0, 2).join('.');
  await put(join(prefix, 'pyvenv.cfg'), `home = ${join(base, 'bin')}\nversion = ${version}\n`);
  await mkdir(join(prefix, 'bin'), { recursive: true });
  await symlink(join(base, 'bin', `python${minor}`), join(prefix, 'bin', 'python'));
  await mkdir(join(prefix, 'lib', `python${minor}`, 'site-packages'), { recursive: true });
}

function machine(block: Record<string, string> = {}): Machine {
  return {
    platform: 'linux',
    environmentBlock: { PATH: '', ...block },
    homeFolder: home,
    folders: pythonFolders(join(root, 'data')),
  };
}

/** What was found below our own folder: a real machine's own interpreters are found too. */
async function found(block: Record<string, string> = {}) {
  const environments = await discoverEnvironments(machine(block));
  return environments.filter((one) => one.prefix.startsWith(root));
}

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'reprise-discover-')));
  home = join(root, 'home');
  await mkdir(home);
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('discoverEnvironments', () => {
  it('finds a version of pyenv with its version and frameworks', async () => {
    const prefix = join(home, '.pyenv', 'versions', '3.8.18');
    await install(prefix, '3.8.18');
    const site = join(prefix, 'lib', 'python3.8', 'site-packages');
    for (const name of ['numpy-1.24.4', 'torch-2.1.0+cpu', 'six-1.16.0', 'scikit_learn-1.3.0']) {
      await mkdir(join(site, `${name}.dist-info`), { recursive: true });
    }
    expect(await found()).toMatchObject([
      {
        kind: 'pyenv',
        name: '3.8.18',
        prefix,
        pythonVersion: '3.8.18',
        frameworks: [
          { name: 'torch', version: '2.1.0+cpu' },
          { name: 'numpy', version: '1.24.4' },
          { name: 'scikit-learn', version: '1.3.0' },
        ],
        ours: false,
        broken: null,
      },
    ]);
  });

  it('finds each place once, by its most telling name', async () => {
    const prefix = join(home, '.pyenv', 'versions', '3.8.18');
    await install(prefix, '3.8.18');
    await symlink(prefix, join(root, 'again'));
    const environments = await found({ PATH: `${join(prefix, 'bin')}:${join(root, 'again', 'bin')}` });
    expect(environments.map((one) => one.kind)).toEqual(['pyenv']);
  });

  it('skips shims, by their folder and by their content', async () => {
    await install(join(root, 'opt'), '3.9.1');
    await put(join(root, 'shims', 'python3.9'), program);
    await put(join(root, 'scripts', 'python3.9'), '#!/bin/sh\nexec pyenv exec python "$@"\n');
    const PATH = [join(root, 'shims'), join(root, 'scripts'), join(root, 'opt', 'bin'), 'relative'].join(':');
    const environments = await found({ PATH });
    expect(environments.map((one) => one.interpreter)).toEqual([join(root, 'opt', 'bin', 'python3.9')]);
  });

  it('finds conda by its list, its usual folders and their metadata', async () => {
    const base = join(home, 'miniconda3');
    await install(base, '3.12.0');
    await put(join(base, 'conda-meta', 'python-3.12.0-h1_0.json'));
    await install(join(base, 'envs', 'work'), '3.7.1');
    await put(join(base, 'envs', 'work', 'conda-meta', 'python-3.7.1-h1_0.json'));
    await install(join(root, 'elsewhere'), '3.6.2');
    await put(join(root, 'elsewhere', 'conda-meta', 'python-3.6.2-h1_0.json'));
    await put(
      join(home, '.conda', 'environments.txt'),
      `${join(root, 'elsewhere')}\n${join(root, 'gone')}\nrelative\n`,
    );
    const environments = await found();
    expect(environments.map((one) => [one.kind, one.name, one.pythonVersion])).toEqual([
      ['conda', 'elsewhere', '3.6.2'],
      ['conda', 'miniconda3 (base)', '3.12.0'],
      ['conda', 'work', '3.7.1'],
    ]);
  });

  it('tells the tools that keep virtual environments apart', async () => {
    const base = join(home, '.pyenv', 'versions', '3.11.7');
    await install(base, '3.11.7');
    await makeVenv(join(home, '.cache', 'pypoetry', 'virtualenvs', 'a-py3.11'), base, '3.11.7');
    await makeVenv(join(home, '.local', 'share', 'virtualenvs', 'b'), base, '3.11.7');
    await put(join(home, '.local', 'share', 'virtualenvs', 'b', '.project'), '/home/me/b');
    await makeVenv(join(root, 'workon', 'c'), base, '3.11.7');
    await makeVenv(join(home, '.local', 'share', 'hatch', 'env', 'virtual', 'd', 'AbC', 'd'), base, '3.11.7');
    const environments = await found({ WORKON_HOME: join(root, 'workon') });
    expect(Object.fromEntries(environments.map((one) => [one.name, one.kind]))).toEqual({
      'a-py3.11': 'poetry',
      b: 'pipenv',
      c: 'virtualenv',
      d: 'hatch',
      '3.11.7': 'pyenv',
    });
  });

  it('lists broken environments with the reason', async () => {
    const base = join(root, 'removed');
    await makeVenv(join(home, '.virtualenvs', 'orphan'), base, '3.9.1');
    await mkdir(join(home, '.pyenv', 'versions', 'empty'), { recursive: true });
    await put(join(home, '.pyenv', 'versions', 'bare', 'bin', 'python3.9'), program);
    const reasons = Object.fromEntries((await found()).map((one) => [one.name, one.broken]));
    expect(reasons['orphan']).toContain(join(base, 'bin', 'python3.9'));
    expect(reasons['empty']).toBe('It has no Python interpreter.');
    expect(reasons['bare']).toBe('It has no standard library of Python.');
  });

  it('knows its own by the marker, and takes no half-made one', async () => {
    const base = join(root, 'opt');
    await install(base, '3.11.7');
    const { environments } = machine().folders;
    await makeVenv(join(environments, 'abc-py311', 'venv'), base, '3.11.7');
    const marker = writtenMarker({
      lockDigest: 'a'.repeat(64),
      interpreter: join(base, 'bin', 'python'),
      pythonVersion: '3.11.7',
      createdAt: '2026-11-30T00:00:00.000Z',
    });
    await put(join(environments, 'abc-py311', READY_MARKER), marker);
    await makeVenv(join(environments, 'half-py311', 'venv'), base, '3.11.7');
    expect(await found()).toMatchObject([{ kind: 'reprise', name: 'abc-py311', ours: true, broken: null }]);
  });

  it('searches nothing but the folders that the user names', async () => {
    await install(join(home, '.pyenv', 'versions', '3.8.18'), '3.8.18');
    await install(join(root, 'only'), '3.9.1');
    const block = { REPRISE_PYTHON_FOLDERS: join(root, 'only', 'bin') };
    const environments = await discoverEnvironments(machine(block));
    expect(environments.map((one) => one.interpreter)).toEqual([join(root, 'only', 'bin', 'python3.9')]);
    expect(await discoverEnvironments(machine({ REPRISE_PYTHON_FOLDERS: '' }))).toEqual([]);
  });
});

describe('readGivenEnvironment', () => {
  it('takes a folder or an interpreter, and keeps a link inside its virtual environment', async () => {
    const base = join(root, 'opt');
    await install(base, '3.11.7');
    const prefix = join(root, 'mine');
    await makeVenv(prefix, base, '3.11.7');
    const byFolder = await readGivenEnvironment(prefix, machine());
    const byInterpreter = await readGivenEnvironment(join(prefix, 'bin', 'python'), machine());
    expect(byFolder).toMatchObject({ kind: 'venv', prefix, pythonVersion: '3.11.7', broken: null });
    expect(byInterpreter).toEqual(byFolder);
    expect(await readGivenEnvironment(join(root, 'nowhere'), machine())).toBeNull();
  });
});

describe('findUv', () => {
  it('takes real programs alone, first our own, then those on PATH, then those in pyenv', async () => {
    await put(join(root, 'shims', 'uv'), program);
    await put(join(root, 'scripts', 'uv'), '#!/bin/sh\n');
    const onPath = await put(join(root, 'bin', 'uv'), program);
    const inPyenv = await put(join(home, '.pyenv', 'versions', '3.11.7', 'bin', 'uv'), program);
    const PATH = [join(root, 'shims'), join(root, 'scripts'), join(root, 'bin')].join(':');
    expect(await findUv(machine({ PATH }), '1.2.3')).toEqual([onPath, inPyenv]);

    const own = await put(join(machine().folders.tools, 'uv-1.2.3', 'bin', 'uv'), program);
    expect(await findUv(machine({ PATH }), '1.2.3')).toEqual([onPath, inPyenv]);
    await put(join(machine().folders.tools, 'uv-1.2.3', 'reprise.json'), '{}');
    expect(await findUv(machine({ PATH }), '1.2.3')).toEqual([own, onPath, inPyenv]);
  });
});

describe('the cached list', () => {
  it('comes back as it was, and a damaged one is none', async () => {
    const file = machine().folders.listFile;
    await install(join(home, '.pyenv', 'versions', '3.8.18'), '3.8.18');
    const environments = await found();
    const cachedAt = await writeListCache(file, environments);
    expect(await readListCache(file)).toEqual({ version: 1, cachedAt, environments });
    await writeFile(file, '{"version":1');
    expect(await readListCache(file)).toBeNull();
  });
});
