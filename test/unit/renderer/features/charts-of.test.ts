import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../../src/protocol/execution';
import type { RecordLine } from '../../../../src/protocol/record/record';
import { chartsOf, columnsOf } from '../../../../src/renderer/features/charts/charts-of';

const metric = (step: number, value: number | 'nan'): RecordLine => ({
  type: 'metric',
  atMs: step,
  name: 'loss',
  value,
  step,
  source: 'history',
});
const run = (seed: number, lines: RecordLine[]): Execution => ({
  id: `execution-${seed}`,
  attemptId: 'attempt-1',
  purpose: 'repeat',
  mode: 'recorded',
  cold: false,
  seed,
  scriptDigest: '0'.repeat(64),
  terminalId: 'terminal-1',
  startedAt: '2026-01-01T00:00:00.000Z',
  result: {
    end: { kind: 'exited', code: 0 },
    durationMs: 5,
    stdout: { bytes: 0, tail: '' },
    stderr: { bytes: 0, tail: '' },
    record: { lines, dropped: 0 },
    sandbox: { level: 'bubblewrap', network: 'none', reason: null },
  },
});
const finished: RecordLine = {
  type: 'finished',
  atMs: 9,
  exitCode: 0,
  peakHostBytes: 2_000_000,
  peakGpuBytes: null,
};

describe('charts of what runs recorded', () => {
  it('show the memory over time of runs that the host looked at, and none of others', () => {
    const seen = run(1, [finished]);
    const looked = seen.result && {
      ...seen,
      result: {
        ...seen.result,
        memory: [
          [50, 1000],
          [250, 3000],
        ] as [number, number][],
      },
    };
    const [course] = chartsOf(looked ? [looked, run(2, [finished])] : []);
    expect(course).toMatchObject({ id: 'memory-over-time', kind: 'bytes', series: [{ label: 'run 1, seed 1' }] });
    expect(course?.series[0]?.points).toEqual([
      { x: 0.05, y: 1000, told: '1000' },
      { x: 0.25, y: 3000, told: '3000' },
    ]);
    expect(chartsOf([run(2, [finished])]).map(({ id }) => id)).toEqual(['memory']);
  });

  it('have a line for each run, and a gap where a value is no number, which the table tells', () => {
    const [loss, memory] = chartsOf([run(1, [metric(0, 1), metric(1, 'nan'), finished]), run(2, [metric(1, 3)])]);
    expect(loss).toMatchObject({ title: 'loss', series: [{ label: 'run 1, seed 1' }, { label: 'run 2, seed 2' }] });
    expect(loss?.series[0]?.points[1]).toEqual({ x: 1, y: null, told: 'nan' });
    expect(loss && columnsOf(loss)).toEqual([
      [0, 1],
      [1, null],
      [null, 3],
    ]);
    expect(memory).toMatchObject({ id: 'memory', series: [{ points: [{ x: 1, y: 2_000_000 }] }] });
  });

  it('are none where nothing was recorded', () => {
    expect(chartsOf([{ ...run(1, []), result: null }])).toEqual([]);
  });
});
