import { describe, expect, it } from 'vitest';
import { describeSymptom } from '../../../../src/core/plan/describe-symptom';

const common = { id: 'symptom-1', confidence: 1, span: null, author: 'report' } as const;

describe('a symptom in a few words', () => {
  it.each([
    ['loss', 'loss does not change'],
    ['weights', 'weights do not change'],
    ['validation accuracy', 'validation accuracy does not change'],
    ['predictions of the class', 'predictions of the class do not change'],
    ['bias', 'bias does not change'],
  ])('says of %s in one number or the other: %s', (metric, words) => {
    expect(describeSymptom({ ...common, kind: 'stuckMetric', metric, value: null })).toBe(words);
  });

  it('does so for what differs from run to run', () => {
    expect(describeSymptom({ ...common, kind: 'nonDeterminism', what: 'outputs' })).toBe(
      'outputs differ from run to run',
    );
  });
});
