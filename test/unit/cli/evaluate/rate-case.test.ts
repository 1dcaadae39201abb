import { describe, expect, it } from 'vitest';
import type { Expected } from '../../../../src/cli/commands/evaluate/expected';
import { rateCase } from '../../../../src/cli/commands/evaluate/rate-case';
import type { ReproductionState } from '../../../../src/protocol/reproduction/state';
import type { Symptom } from '../../../../src/protocol/symptom';
import type { RuleResult, Verdict } from '../../../../src/protocol/verdict';
import { conclusion, stateWith } from '../../renderer/samples';

const silent: Expected = {
  framework: 'pytorch',
  bugType: 'training',
  kind: 'silent',
  symptomKind: 'wrongValue',
  reportQuality: 'fragment',
  metric: { op: '<' },
};

const symptom: Symptom = {
  id: 's',
  confidence: 1,
  span: null,
  author: 'report',
  kind: 'wrongValue',
  what: 'accuracy',
  op: '<=',
  value: 0.2,
};

function concluded(change: {
  readonly outcome?: 'reproduced' | 'notReproduced';
  readonly control?: RuleResult['result'];
  readonly symptom?: Symptom;
}): ReproductionState {
  const { outcome = 'reproduced', control = 'passed' } = change;
  const verdict: Verdict = {
    outcome,
    symptomId: 's',
    rules: [{ rule: 'control', result: control, evidence: [] }],
    repeats: [],
    byAnalogy: false,
    nearMiss: null,
    missing: [],
    observed: 'accuracy 0.1',
  };
  return stateWith({
    symptoms: [change.symptom ?? symptom],
    conclusion: { ...conclusion(outcome, null), verdict },
  });
}

const rated = (state: ReproductionState, expected: Expected = silent) => rateCase({ id: 'a', expected }, state).rating;

describe('rateCase', () => {
  it('takes a silent case as right by kind and direction, where the control did not show it', () => {
    expect(rated(concluded({}))).toBe('right');
    expect(rated(concluded({ control: 'waived' }))).toBe('wrong');
    expect(rated(concluded({ symptom: { ...symptom, op: '>' } }))).toBe('wrong');
    expect(rated(concluded({}), { ...silent, symptomKind: 'nonFinite' })).toBe('wrong');
  });

  it('takes what did not reproduce as open, and as right where nothing was to be seen', () => {
    expect(rated(concluded({ outcome: 'notReproduced' }))).toBe('open');
    expect(rated(concluded({ outcome: 'notReproduced' }), { ...silent, kind: 'not-reproducible' })).toBe('right');
  });

  it('tells that no environment could be made', () => {
    const without = stateWith({
      environment: { resolution: null, terminalId: null, ready: null, failure: 'No wheel for this Python.' },
      conclusion: conclusion('notReproduced', null),
    });
    expect(rateCase({ id: 'a', expected: silent }, without)).toMatchObject({ environmentFailed: true });
  });
});
