import { describe, expect, it } from 'vitest';
import type { Overrule, Verdict } from '../../../../src/protocol/verdict';
import { overruleOf } from '../../../../src/renderer/features/verdict/overrule-of';
import { describeState } from '../../../../src/renderer/app/describe-state';
import { at, attempt, conclusion, stateWith } from '../samples';

const verdict: Verdict = {
  outcome: 'notReproduced',
  symptomId: null,
  rules: [],
  repeats: [],
  byAnalogy: false,
  nearMiss: null,
  missing: [],
  observed: null,
};
const word = (change: Partial<Overrule> = {}): Overrule => ({
  attemptId: 'attempt-1',
  of: 'notReproduced',
  outcome: 'reproduced',
  reason: 'It is the same message.',
  at,
  ...change,
});
const judged = attempt(1, { verdict });

describe('overruleOf', () => {
  it('is the latest word on the attempt', () => {
    const overrules = [word({ reason: 'first' }), word({ attemptId: 'attempt-2' }), word({ reason: 'last' })];
    expect(overruleOf({ overrules }, judged)?.reason).toBe('last');
    expect(overruleOf({ overrules: [] }, judged)).toBeNull();
  });

  it('ends when it is taken back, and when the verdict it spoke against is another now', () => {
    expect(overruleOf({ overrules: [word(), word({ outcome: null, reason: '' })] }, judged)).toBeNull();
    const anew = attempt(1, { verdict: { ...verdict, outcome: 'reproduced' } });
    expect(overruleOf({ overrules: [word()] }, anew)).toBeNull();
  });

  it('is told in the state of what it overrules', () => {
    const state = {
      phase: 'concluded',
      attempts: [judged],
      conclusion: conclusion('notReproduced', 'attempt-1'),
    } as const;
    expect(describeState(stateWith({ ...state, attempts: [judged], overrules: [] })).text).toBe('Not reproduced');
    expect(describeState(stateWith({ ...state, attempts: [judged], overrules: [word()] })).text).toBe(
      'You say: Reproduced',
    );
  });
});
