import { describe, expect, it } from 'vitest';
import { EVENT_VERSION, type EventEnvelope, type ReproductionEvent } from '../../../src/protocol/reproduction/events';
import type { PlanStep } from '../../../src/protocol/plan';
import { defaultOptions } from '../../../src/protocol/reproduction/options';
import { emptyState, reduceReproduction, summarize } from '../../../src/protocol/reproduction/reduce';

const at = '2026-11-30T14:03:00.000Z';
const digest = 'b'.repeat(64);

function fold(events: readonly ReproductionEvent[]) {
  return events
    .map((event, index): EventEnvelope => ({ v: EVENT_VERSION, reproductionId: 'r-1', seq: index + 1, at, event }))
    .reduce(reduceReproduction, emptyState('r-1'));
}

const created: ReproductionEvent = {
  type: 'reproduction/created',
  title: 'shapes',
  options: defaultOptions,
  report: { digest, name: 'report.md' },
};

describe('reduceReproduction', () => {
  it('refuses a gap and a repeat, so that a reader notices what it lost', () => {
    const state = fold([created]);
    const next = { v: EVENT_VERSION, reproductionId: 'r-1', at, event: { type: 'reproduction/paused' } } as const;
    expect(() => reduceReproduction(state, { ...next, seq: 3 })).toThrow(RangeError);
    expect(() => reduceReproduction(state, { ...next, seq: 1 })).toThrow(RangeError);
    expect(reduceReproduction(state, { ...next, seq: 2 }).paused).toBe(true);
  });

  it('takes an acceptance back when the plan is edited after it', () => {
    const step: PlanStep = {
      id: 's-1',
      kind: 'trigger',
      text: 'Run it.',
      cites: [],
      locked: false,
      comment: null,
      author: 'reprise',
    };
    const plan = { revision: 1, steps: [step], digest };
    const events: ReproductionEvent[] = [
      created,
      { type: 'plan/proposed', plan },
      { type: 'plan/accepted', planDigest: digest, by: 'user' },
    ];
    expect(fold(events).planAccepted).toBe(true);
    expect(
      fold([...events, { type: 'plan/edited', plan: { ...plan, revision: 2, digest: 'c'.repeat(64) } }]).planAccepted,
    ).toBe(false);
  });

  it('does not accept a plan that was not the one shown', () => {
    const plan = { revision: 1, steps: [], digest };
    expect(
      fold([
        created,
        { type: 'plan/proposed', plan },
        { type: 'plan/accepted', planDigest: 'd'.repeat(64), by: 'user' },
      ]).planAccepted,
    ).toBe(false);
  });

  it('closes open questions at the conclusion, and opens the case again without it', () => {
    const concluded: ReproductionEvent = {
      type: 'reproduction/concluded',
      conclusion: {
        outcome: 'inconclusive',
        message: 'x',
        attemptId: null,
        verdict: null,
        missing: [],
        elapsedMs: 1,
        concludedAt: at,
      },
    };
    const request = {
      id: 'q-1',
      scope: { kind: 'network', purpose: 'x' },
      digest,
      question: 'May it?',
      requestedAt: at,
    } as const;
    const state = fold([created, { type: 'approval/requested', request }, concluded]);
    expect({ phase: state.phase, requests: state.requests, outcome: summarize(state).outcome }).toEqual({
      phase: 'concluded',
      requests: [],
      outcome: 'inconclusive',
    });
    const reopened = fold([created, concluded, { type: 'reproduction/reopened', reason: 'edit' }]);
    expect({ phase: reopened.phase, conclusion: reopened.conclusion }).toEqual({
      phase: 'preparingEnvironment',
      conclusion: null,
    });
  });
});
