import { describe, expect, it } from 'vitest';
import { chooseTurn } from '../../../../src/core/refine/choose-turn';
import type { Attempt } from '../../../../src/protocol/attempt';
import { emptyState } from '../../../../src/protocol/reproduction/reduce';
import type { ReproductionState } from '../../../../src/protocol/reproduction/state';
import type { RuleResult } from '../../../../src/protocol/verdict';

const at = '2026-01-01T00:00:00.000Z';

/** One attempt with these rules, judged by the present symptom or by one that was there before. */
function stateWith(rules: readonly Pick<RuleResult, 'rule' | 'result'>[], symptomId = 'symptom-1'): ReproductionState {
  const empty = emptyState('reproduction-1');
  const attempt: Attempt = {
    ...{ id: 'attempt-1', number: 1, parentId: null, author: 'reprise', scriptDigest: 'a'.repeat(64), startedAt: at },
    edit: { kind: 'editAction', action: 'logging', reason: '' },
    phase: { kind: 'finished', summary: '' },
    verdict: {
      ...{ symptomId, outcome: 'inconclusive', nearMiss: null, observed: 'loss: 5.7 → 5.7', byAnalogy: false },
      rules: rules.map((one) => ({ ...one, evidence: [] })),
      ...{ repeats: [], missing: [] },
    },
  };
  return {
    ...empty,
    options: { ...empty.options, model: { baseUrl: 'http://127.0.0.1:9/v1', name: 'small', maxCalls: 4 } },
    symptoms: [
      {
        ...{ id: 'symptom-1', confidence: 1, span: null, author: 'report' },
        ...{ kind: 'stuckMetric', metric: 'loss', value: null },
      },
    ],
    attempts: [attempt],
  };
}

const shown = { rule: 'match', result: 'passed' } as const;

describe('the next question to a model', () => {
  it('is none where a script shows the symptom and lacks its control alone', () => {
    expect(chooseTurn(stateWith([shown, { rule: 'control', result: 'notReached' }]))).toBeNull();
  });

  it('is put where a rule speaks against the script, where nothing shows, or by another symptom', () => {
    for (const state of [
      stateWith([shown, { rule: 'genuine', result: 'failed' }]),
      stateWith([{ rule: 'match', result: 'failed' }]),
      stateWith([shown], 'symptom-0'),
    ]) {
      expect(chooseTurn(state)).toMatchObject({ strategy: 'asIs', parent: { id: 'attempt-1' } });
    }
  });
});
