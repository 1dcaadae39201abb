import type { CaseResult } from '../../../../src/cli/commands/evaluate/expected';

export function caseResult(id: string, change: Partial<CaseResult> = {}): CaseResult {
  return {
    id,
    framework: 'pytorch',
    bugType: 'model',
    kind: 'exception',
    quality: 'fragment',
    outcome: 'reproduced',
    rating: 'right',
    symptomKind: 'exception',
    expectedSymptom: 'exception',
    environmentFailed: false,
    observed: null,
    why: '',
    actions: [],
    attempts: 1,
    executions: 2,
    seconds: 1.5,
    environment: '3.11',
    ...change,
  };
}
