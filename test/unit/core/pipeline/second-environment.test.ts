import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import type { EnvironmentSummary } from '../../../../src/protocol/environment';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench, usualIndex, type BenchOptions } from '../../../helpers/pipeline';
import { ended, raised } from '../../../helpers/recorded-results';

let parser: PythonParser;
let shapes: string;
beforeAll(async () => {
  parser = await createTestParser();
  shapes = await readFile('examples/numpy-shapes/report.md', 'utf8');
});

const matmul =
  'matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 16 is different from 3)';
/** What NumPy really does with the example's script. */
function shapesRun({ mode }: RunRequest): ExecutionResult {
  const frames = [
    { line: 35, code: 'g = out.backward((p - y) / len(x))', op: 'CALL' },
    { line: 16, function: 'backward', code: 'return grad @ self.W', op: 'BINARY_OP' },
  ];
  return raised({ type: 'ValueError', message: matmul, frames }, mode);
}

function bench(options: Partial<BenchOptions>) {
  return createBench({ report: shapes, parser, answer: shapesRun, ...options });
}

describe('the environment of the report’s time', () => {
  const dated = (text: string): string => `${text}\n\nSeen on 3 May 2023.\n`;
  it('tries today’s releases with the same code where those of the time do not show it', async () => {
    let runs = 0;
    const { drive, environments } = await bench({
      report: dated(shapes.replace(/numpy\s*[\d.]+/gi, 'numpy')),
      answer: (request) => {
        runs += 1;
        return runs === 1 ? ended('', request.mode) : shapesRun(request);
      },
    });
    const state = await drive();
    expect(environments.requests().map(({ aim, asOf }) => [aim ?? 'report', asOf])).toEqual([
      ['report', '2023-05-03'],
      ['current', '2023-05-03'],
    ]);
    expect(state.environment.resolution).toMatchObject({ aim: 'current', asOf: null });
    expect(state.attempts.map(({ edit }) => edit.kind)).toEqual(['asReported', 'editAction']);
    expect(state.attempts[1]).toMatchObject({
      edit: { action: 'version-migration' },
      scriptDigest: state.attempts[0]?.scriptDigest,
    });
    expect(state.conclusion?.outcome).toBe('reproduced');
  });

  it('tries it once, and then says that it does not show', async () => {
    const { drive, environments } = await bench({
      report: dated(shapes.replace(/numpy\s*[\d.]+/gi, 'numpy')),
      answer: ({ mode }) => ended('', mode),
    });
    const state = await drive();
    expect(environments.requests()).toHaveLength(2);
    expect(state.attempts).toHaveLength(2);
    expect(state.conclusion?.outcome).toBe('notReproduced');
  });

  it('leaves stated versions as they are', async () => {
    const { drive, environments } = await bench({
      report: dated(`${shapes}\n\nnumpy 1.26.4\n`),
      answer: ({ mode }) => ended('', mode),
    });
    await drive();
    expect(environments.requests()).toHaveLength(1);
  });

  const nearest: EnvironmentSummary = {
    id: 'mine',
    kind: 'venv',
    name: 'mine',
    prefix: '/mine',
    interpreter: '/mine/bin/python',
    pythonVersion: '3.12.1',
    frameworks: [{ name: 'numpy', version: '2.0.0' }],
    ours: false,
    broken: null,
  };
  const heavyNumpy = { ...usualIndex, numpy: { version: '1.26.4', module: 'numpy', heavyBytes: 5_000_000_000 } };

  it('takes the nearest environment on disk where the large packages are refused', async () => {
    const { driveAnswering } = await bench({ nearest, index: heavyNumpy });
    const state = await driveAnswering(() => 'refused');
    expect(state.environment.resolution).toMatchObject({ existing: { id: 'mine' }, heavy: [] });
    expect(state.environment.resolution?.rows).toEqual([expect.objectContaining({ name: 'numpy' })]);
    expect(state.notices.map(({ text }) => text).join()).toContain('mine');
    expect(state.conclusion?.outcome).toBe('reproduced');
  });

  it('takes it too where the one of the time cannot be made, and says why', async () => {
    const { drive } = await bench({ nearest, offline: true });
    const state = await drive();
    expect(state.environment.resolution?.existing?.id).toBe('mine');
    expect(state.notices.map(({ text }) => text).join()).toContain('index cannot be reached');
    expect(state.conclusion?.outcome).toBe('reproduced');
  });

  it('tries the next interpreter by itself, then the nearest release, and tells each', async () => {
    const { drive } = await bench({
      report: `${shapes}\n\nnumpy 1.26.4\n`,
      otherPythons: [{ interpreter: '/other/bin/python', version: '3.10.1' }],
      failureOf: ({ rows }) =>
        rows.some(({ specifier }) => specifier === '==1.26.4')
          ? { kind: 'noWheel', message: 'No package for this Python.', blamed: ['numpy'] }
          : null,
    });
    const state = await drive();
    expect(state.environment.resolution?.python).toMatchObject({ interpreter: '/other/bin/python' });
    expect(state.environment.resolution?.rows).toEqual([
      expect.objectContaining({ name: 'numpy', specifier: '==1.26.*', stated: '==1.26.4' }),
    ]);
    const told = state.notices.map(({ text }) => text);
    expect(told.filter((text) => text.startsWith('No package for this Python.'))).toHaveLength(2);
    expect(state.conclusion?.outcome).toBe('reproduced');
  });

  const broken = (type: string) => [{ name: 'numpy', module: 'numpy', type, text: 'libgfortran.so.3: no such file' }];
  it('tries the next one where a framework is installed and cannot be imported', async () => {
    const { drive } = await bench({
      report: `${shapes}\n\nnumpy 1.26.4\n`,
      otherPythons: [{ interpreter: '/other/bin/python', version: '3.10.1' }],
      unimportableOf: ({ python }) => (python.version === '3.10.1' ? undefined : broken('ImportError')),
    });
    const state = await drive();
    expect(state.environment.resolution?.python).toMatchObject({ interpreter: '/other/bin/python' });
    expect(state.notices.map(({ text }) => text).join()).toContain('cannot be imported (ImportError: libgfortran.so.3');
    expect(state.conclusion?.outcome).toBe('reproduced');
  });

  it('stays with it where that is the fault of the report, and where there is no other', async () => {
    for (const type of ['ValueError', 'ImportError']) {
      const { drive } = await bench({ unimportableOf: () => broken(type) });
      const state = await drive();
      expect(state.environment.ready?.unimportable).toMatchObject([{ type }]);
      expect(state.notices.map(({ text }) => text).join()).not.toContain('cannot be imported (ValueError');
    }
  });

  it('ends with the last failure where nothing is left to try', async () => {
    const { drive } = await bench({
      failureOf: () => ({ kind: 'noWheel', message: 'No package at all.', blamed: ['numpy'] }),
    });
    const state = await drive();
    expect(state.conclusion).toMatchObject({ outcome: 'inconclusive', missing: [{ message: 'No package at all.' }] });
  });
});
