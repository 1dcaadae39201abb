import { execFile } from 'node:child_process';
import { access, mkdir, readFile, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pythonFolders } from '../../../src/node/python/python-folders';
import { findInterpreters } from '../../helpers/interpreters';
import { startLocalIndex } from '../../helpers/local-index';
import { putEnvironment } from '../../helpers/put-environment';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, lackingForInstalls, prepare, progress, request, resolved } from './parts';

const run = promisify(execFile);
const usable = findInterpreters().filter(({ version }) => /^3\.(?:[89]|1\d)$/.test(version));
const newest = usable.at(-1) ?? { python: '', version: '' };
const lacks = await lackingForInstalls(usable);
const why = (text: string) => (lacks === null ? text : `${text} (skipped: ${lacks})`);

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Two releases of one package, so that a rule for choosing shows. */
const six = ['1.0', '2.0'].map((version) => ({ name: 'six', version }));
const made = { kind: 'ready', environment: { lock: 'six==2.0\n' } };

/** The index of the settings, and one that nobody may ask, which offers a newer release. */
async function indexes() {
  return {
    index: await startLocalIndex({ wheels: six }),
    evil: await startLocalIndex({ wheels: [{ name: 'six', version: '9.0' }] }),
  };
}

type BenchOptions = Omit<Parameters<typeof createBench>[0], 'dataFolder'>;

async function newBench(options: BenchOptions) {
  const bench = createBench({ ...options, dataFolder: await temporaryFolder() });
  onTestFinished(() => bench.environments.close());
  return bench;
}

/** What settings of installers can say, in each of their languages. */
const uvToml = (evil: string, cache: string): string =>
  `index-url = "${evil}"\nextra-index-url = ["${evil}"]\nfind-links = ["${evil}"]\ncache-dir = "${cache}"\nresolution = "lowest"\n` +
  `[pip]\nindex-url = "${evil}"\nextra-index-url = ["${evil}"]\nresolution = "lowest"\n`;
const pipConf = (evil: string, target: string): string =>
  `[global]\nindex-url = ${evil}\nextra-index-url = ${evil}\ntrusted-host = 127.0.0.1\n[install]\ntarget = ${target}\n`;

describe('an installation goes by our own list and index', () => {
  it.skipIf(lacks !== null)(why('whatever variables of installers and of Python are set'), async () => {
    const { index, evil } = await indexes();
    const folder = await temporaryFolder();
    const place = (name: string) => join(folder, name);
    const planted = `open(${JSON.stringify(place('ran'))}, "w")\n`;
    for (const name of ['sitecustomize.py', 'usercustomize.py', 'startup.py']) await writeFile(place(name), planted);
    await writeFile(place('constraints.txt'), 'six==1.0\n');
    await writeFile(place('uv.toml'), uvToml(evil.url, place('uv-cache')));
    await writeFile(place('pip.conf'), pipConf(evil.url, place('pip-target')));
    const uv = {
      ...Object.fromEntries(
        ['DEFAULT_INDEX', 'INDEX', 'INDEX_URL', 'EXTRA_INDEX_URL', 'FIND_LINKS'].map((name) => [
          `UV_${name}`,
          evil.url,
        ]),
      ),
      ...Object.fromEntries(
        ['CONSTRAINT', 'OVERRIDE', 'BUILD_CONSTRAINT'].map((name) => [`UV_${name}`, place('constraints.txt')]),
      ),
      ...{ UV_CONFIG_FILE: place('uv.toml'), UV_CACHE_DIR: place('uv-cache'), UV_RESOLUTION: 'lowest' },
      ...{ UV_EXCLUDE_NEWER: '2001-01-01', UV_NO_INDEX: '1', UV_SYSTEM_PYTHON: '1', UV_NO_VERIFY_HASHES: '1' },
      ...{ UV_PYTHON_INSTALL_DIR: place('pythons'), UV_PROJECT_ENVIRONMENT: place('project'), UV_OFFLINE: '1' },
    };
    const pip = {
      ...{ PIP_INDEX_URL: evil.url, PIP_EXTRA_INDEX_URL: evil.url, PIP_FIND_LINKS: evil.url, PIP_NO_INDEX: '1' },
      ...{ PIP_CONFIG_FILE: place('pip.conf'), PIP_TARGET: place('pip-target'), PIP_PREFIX: place('pip-prefix') },
      ...{ PIP_REQUIREMENT: place('constraints.txt'), PIP_CONSTRAINT: place('constraints.txt') },
    };
    const python = {
      ...{ PYTHONPATH: folder, PYTHONUSERBASE: folder, PYTHONSTARTUP: place('startup.py'), PYTHONHOME: folder },
      ...{ VIRTUAL_ENV: folder, CONDA_PREFIX: folder, PYTHONBREAKPOINT: 'sitecustomize.main' },
    };
    const own = { REPRISE_PYTHON_FOLDERS: dirname(newest.python) };
    const bench = await newBench({ block: { ...process.env, ...uv, ...pip, ...python, ...own }, index: index.url });
    const untouched = await readdir(folder);
    const before = await readdir(folder, { recursive: true });
    expect(await prepare(bench, await resolved(bench, request(['six'])))).toMatchObject(made);
    await bench.environments.settled();
    expect(evil.asked()).toEqual([]);
    expect(await readdir(folder)).toEqual(untouched);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it.skipIf(lacks !== null)(why('whatever the settings of installers in the home say'), async () => {
    const { index, evil } = await indexes();
    const homeFolder = await temporaryFolder();
    const place = (name: string) => join(homeFolder, name);
    const files: Readonly<Record<string, string>> = {
      '.config/uv/uv.toml': uvToml(evil.url, place('uv-cache')),
      'uv.toml': uvToml(evil.url, place('uv-cache')),
      '.config/pip/pip.conf': pipConf(evil.url, place('pip-target')),
      '.pip/pip.conf': pipConf(evil.url, place('pip-target')),
      '.pydistutils.cfg': `[easy_install]\nindex_url = ${evil.url}\n[install]\nprefix = ${place('prefix')}\n`,
      '.python-version': '2.7\n',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(place(name)), { recursive: true });
      await writeFile(place(name), text);
    }
    const before = await readdir(homeFolder, { recursive: true });
    const block = {
      ...process.env,
      ...{ HOME: homeFolder, XDG_CONFIG_HOME: place('.config'), REPRISE_PYTHON_FOLDERS: dirname(newest.python) },
    };
    const bench = await newBench({ homeFolder, block, index: index.url });
    expect(await prepare(bench, await resolved(bench, request(['six'])))).toMatchObject(made);
    await bench.environments.settled();
    expect(evil.asked()).toEqual([]);
    expect(await readdir(homeFolder, { recursive: true })).toEqual(before);
  });

  it.skipIf(lacks !== null)(why('whatever lies in the folder that the program is started in'), async () => {
    const { index, evil } = await indexes();
    const folder = await temporaryFolder();
    const place = (name: string) => join(folder, name);
    const tool = uvToml(evil.url, place('uv-cache')).replace('[pip]', '[tool.uv.pip]');
    const files: Readonly<Record<string, string>> = {
      'uv.toml': uvToml(evil.url, place('uv-cache')),
      'pyproject.toml': `[project]\nname = "mine"\nversion = "1"\n[tool.uv]\n${tool}`,
      'pip.conf': pipConf(evil.url, place('pip-target')),
      'setup.cfg': `[easy_install]\nindex_url = ${evil.url}\n`,
      '.env': `UV_DEFAULT_INDEX=${evil.url}\nPIP_INDEX_URL=${evil.url}\n`,
      '.python-version': '2.7\n',
      'sitecustomize.py': `open(${JSON.stringify(place('ran'))}, "w")\n`,
      'six.py': `open(${JSON.stringify(place('ran'))}, "w")\n`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(place(name), text);
    const before = await readdir(folder, { recursive: true });
    const program = fileURLToPath(new URL('./prepare-apart.ts', import.meta.url));
    const loader = import.meta.resolve('tsx');
    const { stdout } = await run(
      process.execPath,
      ['--import', loader, program, await temporaryFolder(), 'never', index.url],
      { cwd: folder, env: { ...process.env, REPRISE_PYTHON_FOLDERS: dirname(newest.python) } },
    );
    expect(stdout).toContain('six==2.0');
    expect(evil.asked()).toEqual([]);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it.skipIf(lacks !== null)(why('and takes no word for an index from a .netrc'), async () => {
    const { index } = await indexes();
    const homeFolder = await temporaryFolder();
    const netrc = join(homeFolder, '.netrc');
    await writeFile(
      netrc,
      'machine 127.0.0.1 login ada password secret-of-another\ndefault login ada password secret\n',
      {
        mode: 0o600,
      },
    );
    const own = { HOME: homeFolder, NETRC: netrc, REPRISE_PYTHON_FOLDERS: dirname(newest.python) };
    const bench = await newBench({ homeFolder, block: { ...process.env, ...own }, index: index.url });
    expect(await prepare(bench, await resolved(bench, request(['six'])))).toMatchObject(made);
    expect(index.asked().length).toBeGreaterThan(0);
    expect(index.words()).toEqual([]);
  });

  it.skipIf(lacks !== null)(why('and asks nothing of an index about a name that looks like a known one'), async () => {
    const names = ['numpyy', 'torhc', 'pandsa', 'scikit-leam', 'python-numpy'];
    const index = await startLocalIndex({ wheels: names.map((name) => ({ name, version: '1.0' })) });
    const bench = await newBench({ index: index.url });
    const project = await temporaryFolder();
    await writeFile(join(project, 'requirements.txt'), 'requestss\nnumpу\n');
    const resolution = await resolved(bench, request(names, { project }));
    expect(resolution.unknown).toEqual([...names, 'requestss']);
    const prepared = await prepare(bench, resolution);
    expect(prepared).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
    expect(bench.started()).toBe(0);
    expect(index.asked()).toEqual([]);
    // Only a question about the name, for a person to judge, looks at the index; the name is not installed by it.
    const facts = await bench.environments.aboutName('numpyy', progress);
    expect(facts).toEqual({
      ...{ name: 'numpyy', nearest: 'numpy' },
      index: { kind: 'read', releases: 1, first: null, last: null },
    });
    expect(await bench.environments.aboutName('no-such-name-here', progress)).toMatchObject({
      index: { kind: 'absent' },
    });
    expect(bench.started()).toBe(0);
  });
});

/** Python that writes and reads wherever it can, and never fails: what it could read goes into what it writes. */
function everywhere(options: { readonly write: readonly string[]; readonly read: readonly string[] }): string {
  return [
    'import os',
    'def attempt(work):',
    '    try: return work()',
    '    except Exception: return None',
    ...options.read.map(
      (path) => `SEEN = attempt(lambda: open(${JSON.stringify(path)}).read()) or globals().get("SEEN", "")`,
    ),
    'def plant(path):',
    '    open(path, "w").write("planted " + SEEN)',
    ...options.write.map((path) => `attempt(lambda: plant(${JSON.stringify(path)}))`),
    ...options.write.map((path) => `attempt(lambda: os.symlink("/etc/passwd", ${JSON.stringify(`${path}-link`)}))`),
  ].join('\n');
}

describe('what an installation brings runs in the sandbox alone', () => {
  async function surroundings() {
    const homeFolder = await temporaryFolder();
    const secret = join(homeFolder, '.ssh-key');
    await writeFile(secret, 'secret-of-the-user');
    const dataFolder = await temporaryFolder();
    const { environments, tools, resolutions } = pythonFolders(dataFolder);
    for (const one of [environments, tools, resolutions]) await mkdir(one, { recursive: true });
    await writeFile(join(dataFolder, 'settings.json'), '{"secret":"secret-of-the-user"}');
    const write = [homeFolder, dataFolder, environments, tools, resolutions, dirname(newest.python)].map((one) =>
      join(one, 'reprise-planted'),
    );
    return { homeFolder, dataFolder, write, read: [secret, join(dataFolder, 'settings.json')] };
  }

  async function nothingPlanted(write: readonly string[]): Promise<void> {
    for (const path of write.flatMap((one) => [one, `${one}-link`])) expect(await exists(path), path).toBe(false);
  }

  it.skipIf(lacks !== null)(why('the backend that builds a source package'), async () => {
    const { homeFolder, dataFolder, write, read } = await surroundings();
    const folder = await temporaryFolder();
    const put = (name: string, text: string) => writeFile(join(folder, 'gast-0.3', name), text);
    await mkdir(join(folder, 'gast-0.3'));
    await put('PKG-INFO', 'Metadata-Version: 1.1\nName: gast\nVersion: 0.3\n');
    await put('pyproject.toml', '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n');
    const wheel = [
      'import zipfile',
      'def build_wheel(folder, settings=None, metadata=None):',
      '    name = "gast-0.3-py3-none-any.whl"',
      '    info = "gast-0.3.dist-info/"',
      '    with zipfile.ZipFile(os.path.join(folder, name), "w") as out:',
      '        out.writestr("gast.py", "SEEN = %r\\nWHO = %r" % (SEEN, sorted(os.environ)))',
      '        out.writestr("../../../../escaped.py", "")',
      '        out.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: gast\\nVersion: 0.3\\n")',
      '        out.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")',
      '        out.writestr(info + "RECORD", "")',
      '    return name',
    ].join('\n');
    await put('backend.py', `SEEN = ""\n${everywhere({ write, read })}\n${wheel}\n`);
    const { stdout: content } = await run('tar', ['-C', folder, '-czf', '-', 'gast-0.3'], { encoding: 'buffer' });
    const index = await startLocalIndex({ files: [{ name: 'gast', file: 'gast-0.3.tar.gz', content }] });
    const block = { ...process.env, REPRISE_PYTHON_FOLDERS: dirname(newest.python), MY_TOKEN: 'x' };
    const bench = createBench({ dataFolder, homeFolder, block, index: index.url });
    onTestFinished(() => bench.environments.close());
    const prepared = await prepare(bench, await resolved(bench, request(['gast'])));
    await bench.environments.settled();
    await nothingPlanted(write);
    if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
    const site = join(prepared.environment.prefix, 'lib', `python${newest.version}`, 'site-packages');
    const built = await readFile(join(site, 'gast.py'), 'utf8');
    expect(built).toContain('WHO = [');
    expect(built).not.toMatch(/secret-of-the-user|MY_TOKEN/);
    const all = await readdir(dataFolder, { recursive: true });
    expect(all.filter((name) => name.endsWith('escaped.py') && !name.includes('uv'))).toEqual([]);
  });

  it.skipIf(lacks !== null)(why('a .pth file and a sitecustomize that a wheel brings'), async () => {
    const { homeFolder, dataFolder, read, ...all } = await surroundings();
    // It is started unconfined at the end, which must reach nothing but this test's own folders.
    const write = all.write.filter((path) => path.startsWith(homeFolder) || path.startsWith(dataFolder));
    const code = Buffer.from(`SEEN = ""\n${everywhere({ write, read })}`).toString('base64');
    const line = `import base64; exec(base64.b64decode("${code}"), {})\n`;
    const files = { 'evil.pth': line, 'sitecustomize.py': line, 'usercustomize.py': line };
    const index = await startLocalIndex({ wheels: [{ name: 'six', version: '2.0', files }] });
    const block = { ...process.env, REPRISE_PYTHON_FOLDERS: dirname(newest.python) };
    const bench = createBench({ dataFolder, homeFolder, block, index: index.url });
    onTestFinished(() => bench.environments.close());
    const prepared = await prepare(bench, await resolved(bench, request(['six'])));
    if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
    await bench.environments.settled();
    await bench.environments.list({ fresh: true, measured: true }, progress);
    const again = request(['six'], { environment: prepared.environment.prefix });
    expect(await prepare(bench, await resolved(bench, again), 'terminal-2')).toMatchObject({ kind: 'ready' });
    await bench.environments.settled();
    await nothingPlanted(write);
    // Started unconfined it writes, so that the names above are those it would have written to.
    await run(prepared.environment.interpreter, ['-c', ''], { cwd: homeFolder });
    expect(await exists(write[0] ?? '')).toBe(true);
    expect(await readFile(write[0] ?? '', 'utf8')).toContain('secret-of-the-user');
  });
});

describe('environments by links', () => {
  it('one of our name that leads elsewhere is neither used, nor listed as ours, nor moved', async () => {
    const bench = await newBench({ block: { PATH: '', REPRISE_PYTHON_FOLDERS: '' } });
    const folder = await realpath(await temporaryFolder());
    const theirs = join(folder, 'theirs');
    await putEnvironment(join(theirs, 'venv'), { base: join(folder, 'base'), packages: ['numpy-1.26.4'] });
    const marker = { version: 1, lockDigest: 'a'.repeat(64), interpreter: 'x', pythonVersion: '3.11.7' };
    await writeFile(join(theirs, 'reprise.json'), JSON.stringify({ ...marker, createdAt: '2026-01-01T00:00:00.000Z' }));
    const { environments, trash } = pythonFolders(bench.dataFolder);
    await mkdir(environments, { recursive: true });
    const name = `${'0123456789abcdef'}-py311`;
    await symlink(theirs, join(environments, name));
    const { environments: listed } = await bench.environments.list({ fresh: true }, progress);
    expect(listed.filter(({ ours }) => ours)).toEqual([]);
    expect(await bench.environments.remove(name, progress)).toMatchObject({ kind: 'refused' });
    expect(await readdir(theirs)).toEqual(['reprise.json', 'venv']);
    expect(await exists(trash)).toBe(false);
  });

  it('one whose files are pipes and devices is told as far as it can be, and holds nobody up', async () => {
    const folder = await realpath(await temporaryFolder());
    const home = join(folder, 'home');
    const kept = (name: string) => join(home, '.virtualenvs', name);
    const pipe = (file: string) => run('sh', ['-c', 'rm -f "$1"; mkfifo "$1"', 'sh', file]);
    for (const name of ['odd', 'plain', 'none']) {
      await putEnvironment(kept(name), { base: join(folder, 'base'), packages: ['torch-2.4.0'] });
    }
    const torch = join(kept('odd'), 'lib', 'python3.11', 'site-packages', 'torch');
    await mkdir(torch);
    await pipe(join(torch, 'version.py'));
    await pipe(join(kept('none'), 'pyvenv.cfg'));
    await mkdir(join(home, '.conda'), { recursive: true });
    await symlink('/dev/zero', join(home, '.conda', 'environments.txt'));
    const bench = await newBench({ homeFolder: home, block: { PATH: '' } });
    const { environments } = await bench.environments.list({ fresh: true }, progress);
    const below = environments.filter(({ prefix }) => prefix.startsWith(home));
    expect(below.map(({ name }) => name).sort()).toEqual(['odd', 'plain']);
    expect(below.flatMap(({ frameworks }) => frameworks.map(({ name }) => name))).toEqual(['torch', 'torch']);
  });

  it('a chain of links without an end, and one into itself, are no environments', async () => {
    const home = await realpath(await temporaryFolder());
    const kept = join(home, '.virtualenvs');
    await mkdir(kept);
    await symlink(join(kept, 'b'), join(kept, 'a'));
    await symlink(join(kept, 'a'), join(kept, 'b'));
    await symlink(kept, join(kept, 'self'));
    await putEnvironment(join(home, 'real'), { base: join(home, 'base'), packages: [] });
    await symlink(join(home, 'real'), join(kept, 'one'));
    await symlink(join(kept, 'one'), join(kept, 'two'));
    const bench = await newBench({ homeFolder: home, block: { PATH: '' } });
    const { environments } = await bench.environments.list({ fresh: true }, progress);
    expect(environments.filter(({ prefix }) => prefix.startsWith(home)).map(({ prefix }) => prefix)).toEqual([
      join(home, 'real'),
    ]);
  });
});
