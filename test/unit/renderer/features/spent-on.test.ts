import { describe, expect, it } from 'vitest';
import { spentOn } from '../../../../src/renderer/features/calls/spent-on';
import type { ModelCall } from '../../../../src/protocol/model';

const call = (change: Partial<ModelCall>): ModelCall => ({
  ...{ id: 'call-1', purpose: 'refine', model: 'small', text: 'a'.repeat(64), estimated: false, requests: 1 },
  ...{
    inputTokens: 100,
    outputTokens: 20,
    cost: null,
    durationMs: 1_250,
    failure: null,
    outcome: '',
    strategy: 'asIs',
  },
  at: '2026-01-01T00:00:00.000Z',
  ...change,
});

describe('what calls cost in all', () => {
  it('is told in tokens and seconds, and in money where a price is known', () => {
    expect(spentOn([call({}), call({ durationMs: 1_000 })])).toBe('240 tokens, 2.3 s');
    expect(spentOn([call({ cost: 0.001 }), call({ cost: null }), call({ cost: 0.0005 })])).toBe(
      '360 tokens, 3.8 s, $0.0015',
    );
  });
});
