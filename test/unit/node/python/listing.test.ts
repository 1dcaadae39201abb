import { chmod, link, mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverEnvironments } from '../../../../src/node/python/discover/discover-environments';
import { cudaOfTensorflow, cudaOfTorch } from '../../../../src/node/python/discover/read-cuda-build';
import { ONLY_FOLDERS_VARIABLE, type Machine } from '../../../../src/node/python/machine';
import { measureEnvironments, readDiskUse } from '../../../../src/node/python/ours/measure';
import { pythonFolders } from '../../../../src/node/python/python-folders';

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'reprise-listing-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content = ''): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, 0o755);
  return path;
}

/** A whole interpreter, and an environment of it with packages. */
async function makeEnvironment(prefix: string, cfg: string, packages: readonly string[] = []): Promise<string> {
  const base = join(root, 'base');
  await put(join(base, 'bin', 'python3.11'), 'ELF');
  await put(join(base, 'lib', 'python3.11', 'os.py'));
  await put(join(prefix, 'pyvenv.cfg'), `home = ${base}/bin\nversion_info = 3.11.7\n${cfg}`);
  await mkdir(join(prefix, 'bin'), { recursive: true });
  await symlink(join(base, 'bin', 'python3.11'), join(prefix, 'bin', 'python'));
  const site = join(prefix, 'lib', 'python3.11', 'site-packages');
  for (const name of packages) await mkdir(join(site, `${name}.dist-info`), { recursive: true });
  return site;
}

const machine = (): Machine => ({
  platform: 'linux',
  // Nothing of the real machine is looked at.
  environmentBlock: { [ONLY_FOLDERS_VARIABLE]: join(root, 'nowhere') },
  homeFolder: join(root, 'home'),
  folders: pythonFolders(join(root, 'data')),
});
const find = (include: readonly string[], exclude: readonly string[] = []) =>
  discoverEnvironments(machine(), { include, exclude });

describe('places of the user', () => {
  it('finds an environment, an interpreter, and what lies in a folder of environments, each once', async () => {
    await makeEnvironment(join(root, 'envs', 'one'), '');
    await makeEnvironment(join(root, 'envs', 'two'), 'uv = 0.9.7\n', ['torch-2.4.0']);
    const one = join(root, 'envs', 'one');
    const found = await find([join(root, 'envs'), one, join(one, 'bin', 'python')]);
    expect(found.map(({ name, added, madeBy }) => [name, added, madeBy])).toEqual([
      ['one', true, 'venv'],
      ['two', true, 'uv 0.9.7'],
    ]);
  });

  it('finds nothing at a place that is gone, no folder of environments, or no whole path', async () => {
    await put(join(root, 'notes', 'a.txt'));
    expect(await find([join(root, 'gone'), join(root, 'notes'), 'relative'])).toEqual([]);
  });

  it('leaves out what lies at an excluded place or below, also by a link, and nothing beside it', async () => {
    await makeEnvironment(join(root, 'envs', 'one'), '');
    await makeEnvironment(join(root, 'envs', 'one-more'), '');
    await symlink(join(root, 'envs', 'one'), join(root, 'link'));
    const include = [join(root, 'envs')];
    const names = async (exclude: readonly string[]) => (await find(include, exclude)).map(({ name }) => name);
    expect(await names([join(root, 'envs', 'one')])).toEqual(['one-more']);
    expect(await names([join(root, 'link')])).toEqual(['one-more']);
    expect(await names([join(root, 'envs')])).toEqual([]);
  });
});

describe('the build of a framework', () => {
  it('is read from the files of torch and TensorFlow', async () => {
    const site = await makeEnvironment(join(root, 'envs', 'one'), '', ['torch-2.4.0', 'numpy-1.26.4']);
    await put(join(site, 'torch', 'version.py'), "__version__ = '2.4.0'\ncuda: Optional[str] = '12.1'\n");
    expect((await find([join(root, 'envs')]))[0]).toMatchObject({ cuda: '12.1' });
  });

  it.each([
    ["cuda = '9.0.176'\n", '', '9.0'],
    ["__version__ = '1.0'\ncuda = None\n", '', null],
    ['cuda: Optional[str] = None\n', '', null],
    ["__version__ = '1'\n", '2.1.0+cu118', '11.8'],
    ["__version__ = '1'\n", '2.1.0+cpu', null],
    ["__version__ = '1'\n", '2.1.0', undefined],
  ])('of torch: %j, %s', (text, version, cuda) => expect(cudaOfTorch(text, version)).toBe(cuda));

  it.each([
    ['build_info = collections.OrderedDict([("cuda_version", "12.3"), ("is_cuda_build", True)])', '12.3'],
    ["build_info = {'is_cuda_build': False}", null],
    ["is_cuda_build = True\ncuda_version_number = '10.1'", undefined],
    ['', undefined],
  ])('of TensorFlow: %j', (text, cuda) => expect(cudaOfTensorflow(text)).toBe(cuda));
});

describe('sizes', () => {
  it('are of files, each once however many names it has, and are measured again when packages change', async () => {
    const site = await makeEnvironment(join(root, 'envs', 'one'), '');
    const file = await put(join(site, 'pack', 'a.bin'), 'x'.repeat(1000));
    await link(file, join(site, 'pack', 'again.bin'));
    const { folders } = machine();
    const measure = async () =>
      (await measureEnvironments(await find([join(root, 'envs')]), folders, 'linux'))[0]?.bytes;
    const cfg = `home = ${root}/base/bin\nversion_info = 3.11.7\n`.length;
    expect(await measure()).toBe(1000 + cfg);
    await put(join(site, 'pack', 'b.bin'), 'x'.repeat(500));
    expect(await measure()).toBe(1000 + cfg);
    await utimes(site, new Date(0), new Date(0));
    expect(await measure()).toBe(1500 + cfg);
  });

  it('tell what lies below the data folder', async () => {
    const { folders } = machine();
    const file = await put(join(folders.uvCache, 'a'), 'x'.repeat(700));
    await mkdir(folders.environments, { recursive: true });
    await link(file, join(folders.environments, 'a'));
    await put(join(folders.trash, 'old', 'b'), 'x'.repeat(30));
    expect(await readDiskUse(folders)).toMatchObject({ environments: 700, trash: 30, cache: 0 });
  });
});
