import { describe, expect, it } from 'vitest';
import { isRunning, nextAct } from '../../../src/protocol/reproduction/next-act';
import type { ReproductionState } from '../../../src/protocol/reproduction/state';
import { at, attempt, conclusion, stateWith } from '../renderer/samples';

const digest = 'a'.repeat(64);
const plan = { revision: 1, steps: [], digest };
const question = {
  id: 'request-1',
  scope: { kind: 'network', purpose: 'the dataset' },
  digest,
  question: 'May it?',
  requestedAt: at,
} as const;
const planQuestion = { ...question, scope: { kind: 'plan', planDigest: digest, scriptDigest: null } } as const;

describe('nextAct', () => {
  const cases: readonly [string, Partial<ReproductionState>, object][] = [
    ['a draft is started', { phase: 'draft' }, { kind: 'start' }],
    ['reading can be stopped', { phase: 'reading' }, { kind: 'stop' }],
    ['a plan is accepted as it was seen', { phase: 'awaitingPlan', plan }, { kind: 'acceptPlan', planDigest: digest }],
    [
      'the question about the plan is the plan itself',
      { phase: 'awaitingPlan', plan, requests: [planQuestion] },
      { kind: 'acceptPlan', planDigest: digest },
    ],
    [
      'a question comes before everything else',
      { phase: 'preparingEnvironment', requests: [question] },
      { kind: 'review', requestId: 'request-1' },
    ],
    ['a run is stopped', { phase: 'attempting' }, { kind: 'stop' }],
    ['what is paused goes on', { phase: 'attempting', paused: true }, { kind: 'continue' }],
    ['a paused draft goes on', { phase: 'draft', paused: true }, { kind: 'continue' }],
    ['a paused plan goes on first', { phase: 'awaitingPlan', plan, paused: true }, { kind: 'continue' }],
    [
      'what was not reproduced is run again, on the attempt that the conclusion rests on',
      {
        phase: 'concluded',
        attempts: [attempt(1), attempt(2)],
        conclusion: conclusion('notReproduced', 'attempt-1'),
      },
      { kind: 'runAgain', attemptId: 'attempt-1', scriptDigest: '1'.repeat(64) },
    ],
    [
      'without a judged attempt the newest is run again',
      { phase: 'concluded', attempts: [attempt(1), attempt(2)], conclusion: conclusion('notReproduced', null) },
      { kind: 'runAgain', attemptId: 'attempt-2', scriptDigest: '2'.repeat(64) },
    ],
    ['a conclusion without attempts starts anew', { phase: 'concluded' }, { kind: 'start' }],
    [
      'what was reproduced is opened',
      {
        phase: 'concluded',
        attempts: [attempt(1)],
        conclusion: conclusion('reproduced', 'attempt-1'),
        reproducer: { attemptId: 'attempt-1', folder: 'reproducer', files: ['reproducer.py'] },
      },
      { kind: 'openReproducer' },
    ],
    [
      'an older reproducer is no answer to a later failure',
      {
        phase: 'concluded',
        attempts: [attempt(1)],
        conclusion: conclusion('notReproduced', 'attempt-1'),
        reproducer: { attemptId: 'attempt-1', folder: 'reproducer', files: ['reproducer.py'] },
      },
      { kind: 'runAgain', attemptId: 'attempt-1', scriptDigest: '1'.repeat(64) },
    ],
  ];

  it.each(cases)('%s', (_name, change, act) => expect(nextAct(stateWith(change))).toEqual(act));

  it('offers a new reproduction while nothing is open', () => expect(nextAct(null)).toEqual({ kind: 'create' }));

  it('offers Stop only while something is at work', () => {
    for (const [, change] of cases) {
      const state = stateWith(change);
      if (nextAct(state).kind === 'stop') expect(isRunning(state)).toBe(true);
    }
  });
});
