import { describe, expect, it } from 'vitest';
import { liftEvent } from '../../../src/protocol/reproduction/lift-event';
import { defaultOptions } from '../../../src/protocol/reproduction/options';

const at = '2026-11-30T14:03:00.000Z';
const digest = 'a'.repeat(64);

/** A line as version 1 wrote it: autonomy beside the options, and no sandbox rule. */
function firstVersion(): unknown {
  const { autonomy: _autonomy, sandbox: _sandbox, ...options } = defaultOptions;
  return {
    v: 1,
    reproductionId: 'r-1',
    seq: 1,
    at,
    event: {
      type: 'reproduction/created',
      title: 'shapes',
      autonomy: 'auto',
      options,
      report: { digest, name: 'report.md' },
    },
  };
}

describe('liftEvent', () => {
  it('lifts the sample of version 1, and gives it the strictest sandbox rule', () => {
    const lifted = liftEvent(firstVersion());
    expect(lifted).toEqual({
      v: 2,
      reproductionId: 'r-1',
      seq: 1,
      at,
      event: {
        type: 'reproduction/created',
        title: 'shapes',
        options: { ...defaultOptions, autonomy: 'auto', sandbox: 'require' },
        report: { digest, name: 'report.md' },
      },
    });
  });

  it('leaves a current event as it is', () => {
    const current = { v: 2, reproductionId: 'r-1', seq: 4, at, event: { type: 'reproduction/paused' } };
    expect(liftEvent(current)).toEqual(current);
  });

  it('refuses what a later program wrote, and what is no envelope', () => {
    expect(() =>
      liftEvent({ v: 3, reproductionId: 'r-1', seq: 1, at, event: { type: 'reproduction/paused' } }),
    ).toThrow();
    expect(() => liftEvent('text')).toThrow();
    expect(() => liftEvent({ v: 0 })).toThrow();
  });
});
