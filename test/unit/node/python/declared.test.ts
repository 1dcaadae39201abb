import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCondaFile } from '../../../../src/node/python/declared/parse-conda';
import { parseNotebookMagics } from '../../../../src/node/python/declared/parse-notebook';
import { parsePipfile, parsePyproject, parseTomlLock } from '../../../../src/node/python/declared/parse-pyproject';
import { parseRequirements } from '../../../../src/node/python/declared/parse-requirements';
import { parseSetupCfg, parseSetupPy } from '../../../../src/node/python/declared/parse-setup';
import { poetrySpecifier } from '../../../../src/node/python/declared/poetry-specifier';
import { joinDeclared, readDeclared } from '../../../../src/node/python/declared/read-declared';
import type { Declaration } from '../../../../src/node/python/declared/declaration';
import { temporaryFolder } from '../../../helpers/temporary-folder';

const progress = { signal: new AbortController().signal, report: () => undefined };
const said = (declarations: readonly Declaration[]) =>
  declarations.map((one) =>
    one.kind === 'requirement'
      ? `${one.name}${one.specifier}`
      : one.kind === 'include'
        ? `include ${one.file}`
        : `${one.why}: ${one.text}`,
  );

async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

describe('requirements files', () => {
  it('takes names and versions, and shows what would lead elsewhere', () => {
    const text = [
      '# comment',
      '--index-url https://example.invalid/simple',
      '--extra-index-url=https://example.invalid/other',
      '-f https://example.invalid/wheels',
      '-e .',
      '-e git+https://example.invalid/x.git#egg=x',
      'git+https://example.invalid/y.git@main#egg=y',
      'z @ https://example.invalid/z.whl',
      './local/pkg',
      'wheels/thing-1.0-py3-none-any.whl',
      '-r base.txt',
      '-c bounds.txt',
      '-r https://example.invalid/more.txt',
      'numpy == 1.19.5 --hash=sha256:abc',
      'Torch[extra]>=1.4, <2  # old',
      'pywin32; sys_platform == "win32"',
      'dataclasses==0.8; python_version < "3.7"',
      'h5py (==2.10.0)',
      'wr\u0000ong name here',
      'scipy \\',
      '  >=1.0',
    ].join('\n');
    expect(said(parseRequirements(text))).toEqual([
      'index: --index-url https://example.invalid/simple',
      'index: --extra-index-url=https://example.invalid/other',
      'link: -f https://example.invalid/wheels',
      'editable: -e .',
      'editable: -e git+https://example.invalid/x.git#egg=x',
      'address: git+https://example.invalid/y.git@main#egg=y',
      'address: z @ https://example.invalid/z.whl',
      'path: ./local/pkg',
      'path: wheels/thing-1.0-py3-none-any.whl',
      'include base.txt',
      'include bounds.txt',
      'address: -r https://example.invalid/more.txt',
      'numpy==1.19.5',
      'Torch>=1.4,<2',
      ...(process.platform === 'win32' ? ['pywin32'] : []),
      'dataclasses',
      'h5py==2.10.0',
      'scipy>=1.0',
    ]);
  });
});

describe('project files', () => {
  it('reads pyproject.toml, of PEP 621 and of Poetry, with sources shown', () => {
    const plain = parsePyproject(
      '[project]\nname = "mine"\nrequires-python = ">=3.8"\ndependencies = ["torch>=1.9", "x @ file:///etc"]\n' +
        '[tool.uv]\nindex-url = "https://example.invalid/simple"\n[tool.uv.sources]\ntorch = { git = "https://example.invalid/t" }\n',
    );
    expect(said(plain.declarations)).toEqual([
      'torch>=1.9',
      'address: x @ file:///etc',
      'index: https://example.invalid/simple',
      'index: torch = {"git":"https://example.invalid/t"}',
    ]);
    expect(plain).toMatchObject({ own: 'mine', pythonRange: '>=3.8' });
    const poetry = parsePyproject(
      '[tool.poetry]\nname = "mine"\n[tool.poetry.dependencies]\npython = "^3.8"\nnumpy = "^1.19.2"\n' +
        'h5py = { version = "~2.10", optional = false }\nextra = { version = "*", optional = true }\n' +
        'own = { path = "../own" }\n[[tool.poetry.source]]\nname = "a"\nurl = "https://example.invalid/a"\n',
    );
    expect(said(poetry.declarations)).toEqual([
      'numpy>=1.19.2,<2',
      'h5py>=2.10,<2.11',
      'path: own = ../own',
      'index: https://example.invalid/a',
    ]);
    expect(poetry.pythonRange).toBe('>=3.8,<4');
  });

  it('says versions of Poetry in PEP 440', () => {
    const pairs = {
      '^0.3.1': '>=0.3.1,<0.4',
      '^0.0.3': '>=0.0.3,<0.0.4',
      '~1': '>=1,<2',
      '1.2': '==1.2',
      '*': '',
      '>=1,<3': '>=1,<3',
    };
    for (const [written, specifier] of Object.entries(pairs)) expect(poetrySpecifier(written)).toBe(specifier);
    expect(poetrySpecifier('^1.2 || ^2.0')).toBeNull();
  });

  it('reads setup.cfg and setup.py without running it', () => {
    const cfg =
      '[metadata]\nname = mine\n[options]\npython_requires = >=3.6\ninstall_requires =\n    torch>=1.2\n    numpy\n';
    expect(parseSetupCfg(cfg)).toMatchObject({ own: 'mine', pythonRange: '>=3.6' });
    expect(said(parseSetupCfg(cfg).declarations)).toEqual(['torch>=1.2', 'numpy']);
    const py =
      'import os\nos.system("touch /tmp/no")\nneeds = ["keras==2.2.4", # "no"\n "numpy"]\n' +
      'setup(name="mine", install_requires=needs, python_requires=">=3.6")\n';
    expect(said(parseSetupPy(py).declarations)).toEqual(['keras==2.2.4', 'numpy']);
  });

  it('reads environment.yml, Pipfile, locks and magics', () => {
    const conda =
      'name: x\nchannels: [pytorch, "https://example.invalid/c"]\ndependencies:\n  - python=3.7.9\n  - pytorch=1.4\n' +
      '  - conda-forge::numpy==1.18.1\n  - cudatoolkit=10.1\n  - scipy=1.4.1=py37_0\n  - pip\n  - pip:\n    - transformers==2.8.0\n    - -e .\n';
    expect(said(parseCondaFile(conda).declarations)).toEqual([
      'index: https://example.invalid/c',
      'torch==1.4.*',
      'numpy==1.18.1',
      'scipy==1.4.1',
      'transformers==2.8.0',
      'editable: -e .',
    ]);
    expect(parseCondaFile(conda).python).toBe('3.7.9');
    const pipfile =
      '[[source]]\nurl = "https://example.invalid/s"\n[packages]\nnumpy = "==1.18"\nx = { git = "https://example.invalid/x" }\n[requires]\npython_version = "3.8"\n';
    expect(said(parsePipfile(pipfile).declarations)).toEqual([
      'numpy==1.18',
      'address: x = https://example.invalid/x',
      'index: https://example.invalid/s',
    ]);
    const lock =
      '[[package]]\nname = "numpy"\nversion = "1.18.5"\nsource = { registry = "https://example.invalid/simple" }\n' +
      '[[package]]\nname = "mine"\nversion = "0"\nsource = { editable = "." }\n[[package]]\nname = "far"\nversion = "1"\nsource = { git = "https://example.invalid/far" }\n';
    expect(said(parseTomlLock(lock).declarations)).toEqual(['numpy==1.18.5', 'address: far']);
    const notebook = JSON.stringify({
      cells: [
        { cell_type: 'markdown', source: ['!pip install nothing'] },
        {
          cell_type: 'code',
          source: ['!pip install -q torch==1.7.0 "numpy<1.20" -f https://example.invalid/f\n', 'x = 1'],
        },
      ],
    });
    expect(said(parseNotebookMagics(notebook).declarations)).toEqual([
      'torch==1.7.0',
      'numpy<1.20',
      'link: -f https://example.invalid/f',
    ]);
  });
});

describe('a project', () => {
  it('joins its files: own name and files for developers left out, locks bound what is wanted', async () => {
    const folder = await project({
      'pyproject.toml':
        '[project]\nname = "My_Net"\nrequires-python = ">=3.8"\ndependencies = ["numpy", "torch>=1.4", "my-net"]\n',
      'requirements.txt': '-r more/base.txt\n-r ../outside.txt\n-c bounds.txt\nnumpy==1.19.5\n',
      'more/base.txt': 'scipy\n',
      'bounds.txt': 'scipy==1.5.4\nh5py==2.10.0\n',
      'requirements-dev.txt': 'pytest\n',
      'setup.py': 'setup(install_requires=[',
      Pipfile: 'not = [toml',
    });
    const declared = await readDeclared(folder, progress);
    expect(declared.rows.map(({ name, specifier }) => `${name}${specifier}`)).toEqual([
      'numpy==1.19.5',
      'torch>=1.4',
      'scipy',
    ]);
    expect(declared.pythonRange).toBe('>=3.8');
    expect(declared.leftOut).toMatchObject([{ file: 'Pipfile' }]);
    const wanted = [{ name: 'h5py', specifier: '', step: 'current', reason: '' } as const];
    const joined = joinDeclared(wanted, declared).map(({ name, specifier, step }) => `${name}${specifier} ${step}`);
    expect(joined).toEqual(['h5py==2.10.0 files', 'numpy==1.19.5 files', 'torch>=1.4 files', 'scipy==1.5.4 files']);
    const stated = [{ name: 'scipy', specifier: '==1.4', step: 'stated', reason: '' } as const];
    expect(joinDeclared(stated, declared)[0]).toEqual(stated[0]);
  });

  it('follows no link out of the folder, and ends on files that include each other', async () => {
    const outside = await project({ 'requirements.txt': 'secret-package==1\n' });
    const folder = await project({ 'requirements.txt': '-r other.txt\n', 'other.txt': '-r requirements.txt\nsix\n' });
    await symlink(join(outside, 'requirements.txt'), join(folder, 'requirements-linked.txt'));
    const declared = await readDeclared(folder, progress);
    expect(declared.rows.map(({ name }) => name)).toEqual(['six']);
  });
});
