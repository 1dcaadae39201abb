import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { planFor } from '../../../../src/core/plan/propose-plan';
import { readReport } from '../../../../src/core/report/read-report';
import type { ResolutionRow } from '../../../../src/protocol/environment';
import type { Symptom } from '../../../../src/protocol/symptom';

function environmentStep(report: string, packages: readonly ResolutionRow[]): string | undefined {
  const { readOut } = readReport({ name: 'r.md', text: report, asOf: null });
  const symptom: Symptom = {
    id: 'symptom-1',
    span: null,
    confidence: 1,
    kind: 'hang',
    afterSeconds: null,
    author: 'report',
  };
  const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  let count = 0;
  const ids = { next: (kind: string): string => `${kind}-${(count += 1)}` };
  return planFor({ readOut, symptom, packages, ids, digestOf }).steps[0]?.text;
}

describe('the environment of a plan', () => {
  const numpy: ResolutionRow = { name: 'numpy', specifier: '==1.26.4', step: 'stated', reason: '' };

  it.each([
    ['# It fails\n', [], 'Use a Python that is here, without packages; the report states no Python.'],
    ['# It fails\n', [numpy], 'Use a Python that suits numpy 1.26.4; the report states none.'],
    ['# It fails\n\nPython 3.9\n', [], 'Use Python 3.9, or the nearest that is here, with no packages.'],
  ])('is told in a sentence that makes sense: %j', (report, packages, words) => {
    expect(environmentStep(report, packages)).toBe(words);
  });
});
