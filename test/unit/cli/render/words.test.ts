import { describe, expect, it } from 'vitest';
import { duration, environmentWords, originOf, resultWords, symptomWords } from '../../../../src/cli/render/words';
import type { ExecutionRecord } from '../../../../src/protocol/record/record';
import type { Symptom } from '../../../../src/protocol/symptom';

const place = { span: null, confidence: 1 } as const;
const reported = {
  ...place,
  id: 's1',
  kind: 'exception',
  type: 'ValueError',
  message: { source: 'shapes\n(3,) (4,)' },
} as unknown as Symptom;

function thrown(type: string, message: string): ExecutionRecord {
  return { lines: [{ type: 'exception', chain: [{ type, message }] }] } as unknown as ExecutionRecord;
}

const end = { kind: 'exited', code: 1 } as const;

describe('resultWords', () => {
  it('does not say the reported message again', () => {
    expect(resultWords({ record: thrown('ValueError', 'shapes (3,) (4,)'), end }, [reported])).toBe(
      'the reported ValueError',
    );
  });

  it.each([
    ['another message', 'ValueError', 'shapes (3,) (5,)'],
    ['another type', 'TypeError', 'shapes (3,) (4,)'],
  ])('tells %s in full', (_what, type, message) => {
    expect(resultWords({ record: thrown(type, message), end }, [reported])).toBe(`${type}: ${message}`);
  });

  it('names a limit in words', () => {
    expect(resultWords({ record: null, end: { kind: 'memoryLimit' } as never }, [])).toBe(
      'ended by the limit of memory',
    );
  });
});

describe('duration', () => {
  it.each([
    [9_940, '9.9 s'],
    [9_960, '10 s'],
    [59_600, '1 min 0 s'],
    [119_700, '2 min 0 s'],
  ])('rounds %i ms before it splits it', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });
});

describe('an environment', () => {
  it('begins with what was asked for', () => {
    const names = ['absl-py', 'certifi', 'gast', 'h5py', 'idna', 'numpy', 'tensorflow-cpu'];
    const row = { name: 'tensorflow', specifier: '', step: 'current', reason: '' } as const;
    const packages = names.map((name) => ({ name, version: '1.0' }));
    expect(environmentWords({ pythonVersion: '3.11.7', packages }, { rows: [row] })).toBe(
      'Python 3.11.7 · tensorflow-cpu 1.0 · absl-py 1.0 · certifi 1.0 · gast 1.0 · h5py 1.0 · idna 1.0 · 1 more',
    );
  });

  it('is not called made before where Reprise did not make it', () => {
    const origins = [originOf({ kind: 'venv', reused: true }), originOf({ kind: 'reprise', reused: true })];
    expect(origins).toEqual(['found', 'reused']);
  });
});

describe('symptomWords', () => {
  it('names a kind in words', () => {
    const symptom = { ...place, id: 's1', kind: 'nonFinite', what: 'loss' } as unknown as Symptom;
    expect(symptomWords(symptom)).toBe('Not finite');
  });
});
