import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { libraryAtImport } from '../../../../src/core/actions/library-at-import';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench, type BenchOptions } from '../../../helpers/pipeline';
import { ended, raised, type RaisedFrame } from '../../../helpers/recorded-results';
import { executionOf, otherSymptom } from '../../../helpers/repair';

const inPackage = { name: 'numpy', version: '1.26.4', file: '/lib/site-packages/numpy/core.py' };
const importing: RaisedFrame = { line: 1, code: 'import numpy as np', op: 'IMPORT_NAME' };
const moduleBody: RaisedFrame = { line: 7, code: 'from . import umath', op: 'IMPORT_FROM', distribution: inPackage };
const text = 'libgfortran.so.3: cannot open shared object file';

function fails(frames: readonly RaisedFrame[], type = 'ImportError', message = text) {
  return executionOf(raised({ type, message, frames }, 'recorded').record?.lines ?? []);
}

describe('a package that fails as it is imported', () => {
  it.each<[string, ReturnType<typeof fails>]>([
    ['an import that fails', fails([importing, moduleBody])],
    ['an attribute that a dependency lost', fails([importing, moduleBody], 'AttributeError', "module 'numpy' has no attribute 'object'")], // prettier-ignore
    ['a name that moved', fails([importing, moduleBody], 'ImportError', "cannot import name 'x' from 'scipy.misc' (/lib/m.py)")], // prettier-ignore
    ['a function that the module calls as it is run', fails([importing, moduleBody, { ...moduleBody, function: 'check', op: 'CALL' }], 'RuntimeError', 'built for another ABI')], // prettier-ignore
  ])('is told by %s', (_, execution) => {
    expect(libraryAtImport(execution, [])).toMatchObject({ distribution: 'numpy' });
  });

  it.each<[string, ReturnType<typeof fails>]>([
    ['a call of the script', fails([{ ...importing, code: 'x = np.ones(3)', op: 'CALL' }, moduleBody])],
    ['a name that the script asks for and the package refuses', fails([importing, { ...moduleBody, function: '__getattr__' }])], // prettier-ignore
    ['a package that another one lacks', fails([importing, moduleBody], 'ModuleNotFoundError', "No module named 'pandas'")], // prettier-ignore
    ['a statement of the script itself', fails([importing])],
  ])('is none with %s', (_, execution) => {
    expect(libraryAtImport(execution, [])).toBeNull();
  });

  it('is none where the report is of such an exception', () => {
    const reported = { ...otherSymptom, kind: 'exception' as const, type: 'ImportError', message: null, blamed: null, phase: null }; // prettier-ignore
    expect(libraryAtImport(fails([importing, moduleBody]), [reported])).toBeNull();
  });
});

describe('the search after it', () => {
  let parser: PythonParser;
  let shapes: string;
  beforeAll(async () => {
    parser = await createTestParser();
    shapes = await readFile('examples/numpy-shapes/report.md', 'utf8');
  });
  const broken = ({ mode }: RunRequest): ExecutionResult =>
    raised({ type: 'ImportError', message: text, frames: [importing, moduleBody] }, mode);
  const bench = (options: Partial<BenchOptions>) => createBench({ report: shapes, parser, answer: broken, ...options });

  it('runs the same script with the next interpreter, and says why', async () => {
    let runs = 0;
    const { drive } = await bench({
      otherPythons: [{ interpreter: '/other/bin/python', version: '3.10.1' }],
      answer: (request) => {
        runs += 1;
        return runs === 1 ? broken(request) : ended('', request.mode);
      },
    });
    const state = await drive();
    const [first, second] = state.attempts;
    expect(second).toMatchObject({ scriptDigest: first?.scriptDigest, edit: { action: 'version-migration' } });
    expect(state.environment.resolution?.python).toMatchObject({ interpreter: '/other/bin/python' });
    expect(state.notices.map((notice) => notice.text).join()).toContain(`ImportError: ${text}`);
  });

  it('ends with the package where there is no other, and tries no other data', async () => {
    const { drive } = await bench({});
    const state = await drive();
    expect(new Set(state.attempts.map(({ scriptDigest }) => scriptDigest)).size).toBe(1);
    expect(state.conclusion).toMatchObject({ outcome: 'inconclusive', missing: [{ kind: 'package', name: 'numpy' }] });
  });
});
