import { describe, expect, it } from 'vitest';
import { brokenImport } from '../../../../src/core/execute/broken-import';
import { readFailures } from '../../../../src/node/python/prepare/probe-imports';
import type { Symptom } from '../../../../src/protocol/symptom';

const common = { id: 'symptom-1', confidence: 1, span: null, author: 'report' } as const;
const exception = (type: string): Symptom => ({
  ...common,
  ...{ kind: 'exception', type, message: null, blamed: null, phase: null },
});
const signal = (name: string): Symptom => ({ ...common, kind: 'signal', signal: name });
const broken = (type: string) => ({
  unimportable: [{ name: 'scikit-learn', module: 'sklearn', type, text: 'numpy.dtype size changed' }],
});

describe('brokenImport', () => {
  it('tells of a framework that the script imports, with its words', () => {
    const failure = brokenImport(broken('ValueError'), { modules: ['sklearn'], symptoms: [exception('KeyError')] });
    expect(failure).toEqual({
      kind: 'notImported',
      message: 'scikit-learn was installed, but cannot be imported (ValueError: numpy.dtype size changed).',
      blamed: ['scikit-learn'],
    });
    expect(brokenImport(broken('ValueError'), { modules: ['torch'], symptoms: [] })).toBeNull();
    expect(brokenImport({}, { modules: null, symptoms: [] })).toBeNull();
  });

  it.each([
    ['ValueError', exception('builtins.ValueError')],
    ['ModuleNotFoundError', exception('ImportError')],
    ['SIGSEGV', signal('SIGSEGV')],
  ])('keeps an environment in which %s is what the report tells', (type, symptom) => {
    expect(brokenImport(broken(type), { modules: null, symptoms: [symptom] })).toBeNull();
    expect(brokenImport(broken('OSError'), { modules: null, symptoms: [symptom] })).not.toBeNull();
  });
});

describe('readFailures', () => {
  const said = (...lines: readonly object[]) => lines.map((line) => `\nab12${JSON.stringify(line)}\n`).join('noise');
  const went = { kind: 'exited', code: 0 } as const;

  it('reads what failed among what frameworks print, as one line', () => {
    const text = said(...[{ started: 'torch' }, { done: 'torch' }, { started: 'keras' }], {
      failed: 'keras',
      type: 'ImportError',
      text: 'needs\n\u001b[31mTensorFlow\u001b[0m',
    });
    expect(readFailures(text, 'ab12', went)).toEqual([
      { module: 'keras', type: 'ImportError', text: 'needs TensorFlow' },
    ]);
    expect(readFailures(text, 'another', went)).toEqual([]);
  });

  it('blames the one that was begun where the interpreter ended, and none that we ended', () => {
    const text = said({ started: 'torch' }, { done: 'torch' }, { started: 'tensorflow' });
    const blamed = (end: Parameters<typeof readFailures>[2]) =>
      readFailures(text, 'ab12', end).map(({ module, type }) => `${module} ${type}`);
    expect(blamed({ kind: 'signalled', signal: 'SIGILL' })).toEqual(['tensorflow SIGILL']);
    expect(blamed({ kind: 'exited', code: 3 })).toEqual(['tensorflow 3']);
    expect(blamed({ kind: 'timeLimit', seconds: 180 })).toEqual([]);
  });
});
