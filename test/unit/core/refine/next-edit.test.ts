import { describe, expect, it } from 'vitest';
import type { Proposal } from '../../../../src/core/actions/action';
import { toScript } from '../../../../src/core/generate/script-lines';
import { actionPrior } from '../../../../src/core/refine/action-prior';
import { nextEdit, type Candidate } from '../../../../src/core/refine/next-edit';
import { digestOf } from '../../../../src/node/system/digest';
import type { Attempt } from '../../../../src/protocol/attempt';
import type { ReproductionState } from '../../../../src/protocol/reproduction/state';
import type { EditAction } from '../../../../src/protocol/script';

const line = (text: string) => ({ text, provenance: { origin: 'ours' as const, span: null } });

function proposal(text: string, action: EditAction, alternative?: number): Proposal {
  const change = { kind: 'script' as const, lines: [line(text)] };
  return { action, reason: text, touches: [], change, ...(alternative === undefined ? {} : { alternative }) };
}

/** Attempts in the order in which they ran, with their proposals. */
function search(attempts: readonly (readonly Proposal[])[], ran: readonly string[], bugType: string | null = null) {
  const candidates: readonly Candidate[] = attempts.map((proposals, index) => ({
    attempt: { id: `a${index}` } as Attempt,
    script: toScript([line(`script ${index}`)], digestOf),
    proposals,
  }));
  const state = {
    attempts: ran.map((text) => ({ scriptDigest: toScript([line(text)], digestOf).digest })),
    report: { readOut: { bugType } },
    options: { environment: null },
  } as unknown as ReproductionState;
  return nextEdit({ state, candidates, digestOf });
}

const data = 'input-data-generation';
const settings = 'hyperparameter-initialization';

describe('nextEdit', () => {
  it('takes the latest attempt first, and likely ways before others', () => {
    const attempts = [[proposal('old', data)], [proposal('other form', data, 1), proposal('new', data)]];
    expect(search(attempts, [])).toMatchObject({ reason: 'new' });
    expect(search(attempts, ['new'])).toMatchObject({ reason: 'old' });
    expect(search(attempts, ['new', 'old'])).toMatchObject({ reason: 'other form' });
  });

  it('takes what a run asked for before a form that nothing asked for', () => {
    const attempts = [[proposal('form', data, 1), proposal('corrected', data, 0.02)]];
    expect(search(attempts, [])).toMatchObject({ reason: 'corrected' });
  });

  it('orders other ways of one rank by what bugs of the type took to reproduce', () => {
    const attempts = [[proposal('settings', settings, 1)], [proposal('data', data, 1)]];
    expect(search(attempts, [], 'training')).toMatchObject({ reason: 'data' });
    expect(search(attempts, [], 'model')).toMatchObject({ reason: 'settings' });
  });

  it('gives the same answer for the same state', () => {
    const attempts = [[proposal('a', data, 1), proposal('b', settings, 1)], [proposal('c', data, 1)]];
    const first = search(attempts, ['c'], 'api');
    expect(Array.from({ length: 20 }, () => search(attempts, ['c'], 'api'))).toEqual(Array(20).fill(first));
  });

  it('runs nothing a second time, and counts what it leaves for that', () => {
    const attempts = [[proposal('a', data), proposal('b', data, 1)]];
    expect(search(attempts, ['a', 'b'])).toEqual({ kind: 'nothing', repeated: 2 });
    expect(search([[]], [])).toEqual({ kind: 'nothing', repeated: 0 });
  });
});

describe('actionPrior', () => {
  it('tells the share of bugs of a type that took an action', () => {
    expect(actionPrior('input-data-generation', 'training')).toBeCloseTo(0.54);
    expect(actionPrior('neural-network-construction', 'model')).toBeCloseTo(0.357, 3);
  });

  it('takes all types together where the type is not known', () => {
    const all = actionPrior('input-data-generation', null);
    expect(all).toBeGreaterThan(0.3);
    expect(all).toBeLessThan(0.6);
  });
});
