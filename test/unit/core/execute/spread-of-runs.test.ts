import { describe, expect, it } from 'vitest';
import { placesAtOnce } from '../../../../src/core/execute/places-at-once';
import { spreadOfRuns } from '../../../../src/core/execute/spread-of-runs';
import type { Execution } from '../../../../src/protocol/execution';
import type { RecordLine } from '../../../../src/protocol/record/record';
import type { Symptom } from '../../../../src/protocol/symptom';
import { ended } from '../../../helpers/recorded-results';

type Value = number | 'nan' | 'inf' | '-inf';

function execution(values: readonly Value[], change: Partial<Execution> = {}, peaks: readonly (number | null)[] = []) {
  const [peakHostBytes = null, peakGpuBytes = null] = peaks;
  const lines: RecordLine[] = values.map((value) => ({
    type: 'metric',
    atMs: 1,
    name: 'loss',
    value,
    step: null,
    source: 'hook',
  }));
  lines.push({ type: 'finished', atMs: 2, exitCode: 0, peakHostBytes, peakGpuBytes });
  const own: Execution = {
    id: 'execution-1',
    attemptId: 'attempt-1',
    purpose: 'repeat',
    mode: 'recorded',
    cold: false,
    seed: 0,
    scriptDigest: '0'.repeat(64),
    terminalId: 'terminal-1',
    startedAt: '2026-01-01T00:00:00.000Z',
    result: { ...ended('', 'recorded'), record: { lines, dropped: 0 } },
    ...change,
  };
  return own;
}
const repeat = (shown: boolean) => ({ executionId: 'execution-1', cold: false, seed: 0, shown });

describe('the spread of runs', () => {
  it('takes the last value of each, and counts apart what is not finite', () => {
    const runs = [execution([9, 1]), execution([4]), execution([2, 'nan']), execution([3])];
    expect(spreadOfRuns({ repeats: [repeat(true), repeat(false)] }, runs)).toEqual({
      runs: 4,
      shown: 1,
      metrics: [{ name: 'loss', runs: 4, notFinite: 1, min: 1, median: 3, max: 4 }],
    });
    const none = spreadOfRuns({ repeats: [] }, [execution(['inf']), execution(['nan'])]);
    expect(none?.metrics).toEqual([{ name: 'loss', runs: 2, notFinite: 2, min: null, median: null, max: null }]);
  });

  it('takes no figures from the traceback of a run that failed, but those that it printed', () => {
    const failed = execution([]);
    const { result } = failed;
    if (result === null) throw new Error('It has a result.');
    const stream = (tail: string) => ({ ...result.stdout, bytes: tail.length, tail });
    const told = 'File "a.py", line 171, in fit\nValueError: Input X contains NaN.\n';
    const run: Execution = {
      ...failed,
      result: { ...result, end: { kind: 'exited', code: 1 }, stdout: stream('loss: 0.5\n'), stderr: stream(told) },
    };
    expect(spreadOfRuns({ repeats: [] }, [run, run])?.metrics.map(({ name, median }) => [name, median])).toEqual([
      ['loss', 0.5],
    ]);
  });

  it('has the middle between two where there is no middle one, and leaves controls out', () => {
    const runs = [execution([1]), execution([2]), execution([100], { purpose: 'control' })];
    expect(spreadOfRuns({ repeats: [] }, runs)?.metrics[0]).toMatchObject({ runs: 2, median: 1.5, max: 2 });
    expect(spreadOfRuns({ repeats: [] }, runs.slice(1))).toBeUndefined();
  });
});

describe('places at once', () => {
  const symptom = { kind: 'stuckMetric' } as Symptom;
  const capacity = { memoryBytes: 8e9, processors: 4 };

  it('are as many as fit beside each other by the most that a run took', () => {
    const runs = [execution([], {}, [1e9]), execution([], {}, [1.5e9])];
    expect(placesAtOnce(symptom, runs, capacity)).toBe(2);
    expect(placesAtOnce(symptom, runs.slice(0, 1), capacity)).toBe(4);
    expect(placesAtOnce(symptom, runs, { ...capacity, memoryBytes: 1e8 })).toBe(1);
  });

  it('are one where time is the symptom, where a card is used, and where no memory is told', () => {
    expect(placesAtOnce({ kind: 'slow' } as Symptom, [execution([], {}, [1e6])], capacity)).toBe(1);
    expect(placesAtOnce({ kind: 'hang' } as Symptom, [execution([], {}, [1e6])], capacity)).toBe(1);
    expect(placesAtOnce(symptom, [execution([], {}, [1e6, 1e6])], capacity)).toBe(1);
    expect(placesAtOnce(symptom, [execution([])], capacity)).toBe(1);
    expect(placesAtOnce(symptom, [execution([], {}, [1e6])], null)).toBe(1);
  });
});
