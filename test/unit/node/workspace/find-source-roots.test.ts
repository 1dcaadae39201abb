import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSourceRoots } from '../../../../src/node/workspace/find-source-roots';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-roots-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function roots(files: Readonly<Record<string, string>>, printed: readonly string[] = []) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const { sourceRoots, name } = await findSourceRoots(folder, printed);
  return { roots: sourceRoots.map((one) => relative(folder, one) || '.'), name };
}

describe('findSourceRoots', () => {
  it('is the folder itself for a package at the top, and for a folder of scripts', async () => {
    expect(await roots({ 'pack/__init__.py': '', 'train.py': '' })).toEqual({ roots: ['.'], name: null });
  });
  it('finds the src layout without any file that says so', async () => {
    expect((await roots({ 'src/pack/__init__.py': '' })).roots).toEqual(['src', '.']);
  });
  it('takes a src folder that is a package for one', async () => {
    expect((await roots({ 'src/__init__.py': '', 'src/model.py': '' })).roots).toEqual(['.']);
  });
  it.each([
    ['[project]\nname = "p"\n[tool.setuptools.package-dir]\n"" = "lib"\n', 'lib'],
    ['[project]\nname = "p"\n[tool.setuptools.packages.find]\nwhere = ["lib"]\n', 'lib'],
    ['[tool.poetry]\nname = "p"\npackages = [{ include = "p", from = "lib" }]\n', 'lib'],
    ['[project]\nname = "p"\n[tool.hatch.build.targets.wheel]\npackages = ["lib/p"]\n', 'lib'],
  ])('reads pyproject.toml: %j', async (text, root) => {
    expect(await roots({ 'pyproject.toml': text, 'lib/p/__init__.py': '' })).toEqual({ roots: [root, '.'], name: 'p' });
  });
  it('reads setup.cfg', async () => {
    const text =
      '[metadata]\nname = p\n\n[options]\npackage_dir =\n    = lib\npackages = find:\n\n[options.packages.find]\nwhere = other\n';
    expect(await roots({ 'setup.cfg': text, 'lib/p.py': '', 'other/q.py': '' })).toEqual({
      roots: ['lib', 'other', '.'],
      name: 'p',
    });
  });
  it.each(["setup(name='p', package_dir={'': 'lib'})", "setup(name='p', packages=find_packages('lib'))"])(
    'reads setup.py without running it: %s',
    async (text) => {
      const ran = join(folder, 'ran');
      const setup = `open(${JSON.stringify(ran)}, 'w')\nfrom setuptools import setup\n${text}\n`;
      expect(await roots({ 'setup.py': setup, 'lib/p.py': '' })).toEqual({ roots: ['lib', '.'], name: 'p' });
    },
  );
  it('adds the folders of scripts that the report names, and of no package', async () => {
    const files = { 'tools/train.py': '', 'tools/data.py': '', 'pack/__init__.py': '', 'pack/model.py': '' };
    const printed = ['/home/u/repo/tools/train.py', '/home/u/repo/pack/model.py', '/x/site-packages/tools/train.py'];
    expect((await roots(files, printed)).roots).toEqual(['.', 'tools']);
  });
  it('follows nothing that leads out of the folder or is not there', async () => {
    const text =
      '[tool.setuptools.package-dir]\n"" = "../.."\n[tool.setuptools.packages.find]\nwhere = ["/etc", "gone"]\n';
    expect((await roots({ 'pyproject.toml': text }, ['../../etc/x.py'])).roots).toEqual(['.']);
    expect((await roots({ 'pyproject.toml': 'no toml [' })).roots).toEqual(['.']);
  });
});
