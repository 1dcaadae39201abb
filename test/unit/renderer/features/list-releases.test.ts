import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../src/protocol/attempt';
import type { Bisection } from '../../../../src/protocol/bisection';
import { lastBisection, triedReleases } from '../../../../src/renderer/features/bisect/list-releases';

const probe = (version: string, answer: 'shows' | 'clean' | 'untestable'): Bisection['probes'][number] => ({
  ...{ version, answer, runs: 1, showing: answer === 'shows' ? 1 : 0, text: '' },
  ...{ environmentId: null, others: [], terminalId: null, durationMs: 1 },
});

const bisection: Bisection = {
  wish: { ...{ package: 'thing', good: null, bad: null, python: null, jobs: 1 }, prereleases: false, yanked: false },
  plan: {
    releases: ['1.9', '1.10', '2.0', '2.1'].map((version) => ({
      version,
      day: version === '2.0' ? null : '2024-01-01',
    })),
    python: '3.11',
    leftOut: { prereleases: 0, yanked: 0, noFiles: 0 },
  },
  probes: [probe('2.1', 'shows'), probe('1.9', 'clean'), probe('2.0', 'shows'), probe('1.10', 'clean')],
  result: { kind: 'found', change: 'came', older: '1.10', newer: '2.0', between: [] },
};

const job = (id: string, more: Partial<Job>): Job => ({
  ...{ id, kind: 'bisect', attemptId: 'attempt', status: { kind: 'finished', summary: '', result: 'done' } },
  ...more,
});

describe('the releases of a bisection', () => {
  it('stand in their order with what they showed, and the border is marked', () => {
    const tried = triedReleases(bisection);
    expect(tried.map(({ probe: { version }, isBorder }) => [version, isBorder])).toEqual([
      ['1.9', false],
      ['1.10', true],
      ['2.0', true],
      ['2.1', false],
    ]);
    expect(tried.map(({ day }) => day)).toEqual(['2024-01-01', '2024-01-01', null, '2024-01-01']);
    expect(triedReleases({ ...bisection, plan: null, probes: [], result: null })).toEqual([]);
  });

  it('are those that were asked for last', () => {
    expect(lastBisection({ jobs: [job('a', { bisection }), job('b', { kind: 'minimise' })] })?.job.id).toBe('a');
    const running = { ...bisection, result: null };
    expect(lastBisection({ jobs: [job('a', { bisection }), job('b', { bisection: running })] })?.job.id).toBe('b');
    expect(lastBisection({ jobs: [job('a', {})] })).toBeNull();
  });
});
