import { describe, expect, it } from 'vitest';
import { resultWords, symptomWords } from '../../../../src/cli/render/words';
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

describe('symptomWords', () => {
  it('names a kind in words', () => {
    const symptom = { ...place, id: 's1', kind: 'nonFinite', what: 'loss' } as unknown as Symptom;
    expect(symptomWords(symptom)).toBe('Not finite');
  });
});
