import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadyEnvironment } from '../../../../src/protocol/environment';
import { checkInstalledFile } from '../../../../src/node/python/installed/check-installed-file';
import { parseRecordLine } from '../../../../src/node/python/installed/parse-record';
import { lockOfPackages, packageOfFolderName, readPackages } from '../../../../src/node/python/installed/read-packages';

describe('packageOfFolderName', () => {
  it.each([
    ['numpy-1.26.4.dist-info', { name: 'numpy', version: '1.26.4' }],
    ['scikit_learn-1.3.0.dist-info', { name: 'scikit-learn', version: '1.3.0' }],
    ['Keras-2.3.1.dist-info', { name: 'keras', version: '2.3.1' }],
    ['torch-2.1.0+cpu.dist-info', { name: 'torch', version: '2.1.0+cpu' }],
    ['absl_py-0.9.0-py3.7.egg-info', { name: 'absl-py', version: '0.9.0' }],
    ['PyYAML-5.1-py3.7-linux-x86_64.egg-info', { name: 'pyyaml', version: '5.1' }],
    ['~umpy-1.26.4', null],
    ['numpy.libs', null],
    ['mine.egg-info', null],
  ])('reads %s', (name, expected) => {
    expect(packageOfFolderName(name)).toEqual(expected);
  });
});

describe('parseRecordLine', () => {
  it('reads a path, a digest and a size', () => {
    expect(parseRecordLine('numpy/__init__.py,sha256=abc_-1,22\r')).toEqual({
      path: 'numpy/__init__.py',
      hash: { algorithm: 'sha256', digest: 'abc_-1' },
    });
  });

  it('reads quoted paths and lines without a digest', () => {
    expect(parseRecordLine('"odd, ""name"".py",sha256=x,1')?.path).toBe('odd, "name".py');
    expect(parseRecordLine('numpy-1.0.dist-info/RECORD,,')).toEqual({ path: 'numpy-1.0.dist-info/RECORD', hash: null });
    expect(parseRecordLine('')).toBeNull();
    expect(parseRecordLine('only a path')).toBeNull();
  });
});

describe('an environment on disk', () => {
  let prefix: string;
  let site: string;
  const environment = (): ReadyEnvironment => ({
    id: 'e',
    kind: 'venv',
    prefix,
    interpreter: join(prefix, 'bin', 'python'),
    pythonVersion: '3.11.7',
    packages: [],
    lock: '',
    lockDigest: '0'.repeat(64),
    reused: true,
    differences: [],
  });

  beforeEach(async () => {
    prefix = await mkdtemp(join(tmpdir(), 'reprise-installed-'));
    site = join(prefix, 'lib', 'python3.11', 'site-packages');
    await mkdir(join(site, 'demo'), { recursive: true });
    await mkdir(join(site, 'demo_dist-1.0.dist-info'));
    await writeFile(join(site, 'demo', '__init__.py'), 'x = 1\n');
    const digest = createHash('sha256').update('x = 1\n').digest('base64url');
    const record = `demo/__init__.py,sha256=${digest},6\ndemo/gone.py,sha256=${digest},6\ndemo/made.pyc,,\n`;
    await writeFile(join(site, 'demo_dist-1.0.dist-info', 'RECORD'), record);
  });
  afterEach(() => rm(prefix, { recursive: true, force: true }));

  it('lists what is installed, sorted', async () => {
    await mkdir(join(site, 'Alpha-2.0.dist-info'));
    const packages = await readPackages([site]);
    expect(lockOfPackages(packages)).toBe('alpha==2.0\ndemo-dist==1.0\n');
  });

  it('tells a file as installed from a changed, a missing and an unknown one', async () => {
    const check = (file: string) => checkInstalledFile(environment(), file, 'linux');
    expect(await check(join(site, 'demo', '__init__.py'))).toBe('asInstalled');
    await writeFile(join(site, 'demo', '__init__.py'), 'x = 2\n');
    expect(await check(join(site, 'demo', '__init__.py'))).toBe('changed');
    expect(await check(join(site, 'demo', 'gone.py'))).toBe('changed');
    await writeFile(join(site, 'demo', 'made.pyc'), '');
    await writeFile(join(site, 'demo', 'planted.py'), '');
    expect(await check(join(site, 'demo', 'made.pyc'))).toBe('unknown');
    expect(await check(join(site, 'demo', 'planted.py'))).toBe('unknown');
  });

  it('takes no file for installed that lies elsewhere or nowhere, however its folder is named', async () => {
    const check = (file: string) => checkInstalledFile(environment(), file, 'linux');
    const look = join(prefix, 'case', 'site-packages', 'demo');
    await mkdir(look, { recursive: true });
    await writeFile(join(look, '__init__.py'), 'x = 1\n');
    expect(await check(join(look, '__init__.py'))).toBe('foreign');
    expect(await check(join(site, '..', '..', '..', 'case', 'site-packages', 'demo', '__init__.py'))).toBe('foreign');
    expect(await check(join(site, 'demo', 'nowhere.py'))).toBe('foreign');
    expect(await check(join(prefix, 'elsewhere.py'))).toBe('foreign');
    expect(await check('demo/__init__.py')).toBe('foreign');
  });

  it('judges a link by what it leads to', async () => {
    await writeFile(join(prefix, 'evil.py'), 'x = 1\n');
    await symlink(join(prefix, 'evil.py'), join(site, 'demo', 'linked.py'));
    expect(await checkInstalledFile(environment(), join(site, 'demo', 'linked.py'), 'linux')).toBe('unknown');
  });
});
