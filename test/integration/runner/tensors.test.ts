import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { lineOf, linesOf, runRecorded, withFolder } from './run-script';

const folder = mkdtempSync(join(tmpdir(), 'reprise-numpy-'));
const python = await makeEnvironment();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An environment with NumPy, or null where there is no uv, no interpreter for it or no package index. */
async function makeEnvironment(): Promise<string | null> {
  const newest = findInterpreters()
    .filter(({ version }) => compareVersions(version, '3.9') >= 0)
    .at(-1);
  if (newest === undefined) return null;
  const run = promisify(execFile);
  const made = join(folder, 'bin', 'python');
  try {
    await run('uv', ['venv', '--no-config', '--quiet', '--clear', '--python', newest.python, folder]);
    await run('uv', ['pip', 'install', '--no-config', '--quiet', '--only-binary', ':all:', '--python', made, 'numpy'], {
      timeout: 200_000,
    });
    return made;
  } catch {
    return null;
  }
}

describe.skipIf(python === null)('tensors in the record (needs uv and a package index)', () => {
  test('have name, shape, dtype and device, and no values; those of the failing line come first', async () => {
    const source = `
import numpy as np
class Mine(np.ndarray):
    @property
    def shape(self):
        raise SystemExit("never asked")
def f():
    first = np.zeros((7,), dtype=np.int64)
    a = np.ones((3, 4), dtype=np.float32)
    b = np.ones((5, 6))
    mine = np.zeros(2).view(Mine)
    text = "no tensor"
    return a @ b
f()
`;
    const run = await withFolder({ 'script.py': source }, (cwd) => runRecorded(python ?? '', { folder: cwd }));
    const [error] = lineOf(run.record, 'exception').chain;
    const frame = error?.frames.at(-1);
    expect(error?.message).toContain('size 5 is different from 4');
    expect(frame).toMatchObject({ function: 'f', place: 'script', instruction: { op: 'BINARY_OP' } });
    expect(frame?.tensors.map(({ name, type, shape, dtype }) => [name, type, shape, dtype])).toEqual([
      ['a', 'numpy.ndarray', [3, 4], 'float32'],
      ['b', 'numpy.ndarray', [5, 6], 'float64'],
      ['first', 'numpy.ndarray', [7], 'int64'],
    ]);
    expect(lineOf(run.record, 'packages').imported.map(({ name }) => name)).toContain('numpy');
  });

  test('are told in frames of the distribution that owns them', async () => {
    const run = await withFolder({ 'script.py': 'import numpy as np\nnp.linalg.inv(np.ones((2, 3)))\n' }, (cwd) =>
      runRecorded(python ?? '', { folder: cwd }),
    );
    const frames = lineOf(run.record, 'exception').chain[0]?.frames ?? [];
    expect(frames[0]?.place).toBe('script');
    expect(frames.at(-1)).toMatchObject({ place: 'distribution', distribution: { name: 'numpy' } });
    expect(frames.at(-1)?.instruction?.op).toBe('RAISE_VARARGS');
    expect(frames.flatMap((frame) => frame.tensors).map((tensor) => tensor.shape)).toContainEqual([2, 3]);
  });

  test('NumPy is seeded once it is imported', async () => {
    const source = 'import numpy as np\nprint(np.random.rand())\n';
    const once = async () =>
      withFolder({ 'script.py': source }, (cwd) =>
        runRecorded(python ?? '', { folder: cwd, options: ['--seed', '3'] }),
      );
    const [first, second] = [await once(), await once()];
    expect(first.stdout).toMatch(/^0\.\d+\n$/);
    expect(second.stdout).toBe(first.stdout);
    expect(linesOf(first.record, 'seeded').map((line) => line.library)).toContain('numpy');
  });
});
