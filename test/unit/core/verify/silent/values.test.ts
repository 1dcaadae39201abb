import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../../../src/core/verify/silent/values';
import type { Execution, ExecutionResult } from '../../../../../src/protocol/execution';
import type { RecordLine } from '../../../../../src/protocol/record/record';
import { ended } from '../../../../helpers/recorded-results';

const metric = (name: string, value: number | 'nan', source: 'printed' | 'history'): RecordLine => {
  return { type: 'metric', atMs: 1, name, value, step: null, source };
};

function seriesOf(tail: string, bytes: number, lines: RecordLine[]) {
  const result: ExecutionResult = {
    ...ended(tail, 'recorded'),
    stdout: { bytes, tail },
    record: { lines, dropped: 0 },
  };
  const { series } = valuesOf({ result } as Execution);
  return series.map(({ name, source, values, label, line }) => ({ name, source, values, label, line }));
}

describe('values of a run', () => {
  const lines = [metric('loss', 3, 'printed'), metric('loss', 2, 'printed'), metric('loss', 1, 'printed')];

  it('are read from an output that is whole, and not twice', () => {
    const tail = 'loss: 3\nloss: 2\nmean loss: 1\n';
    expect(seriesOf(tail, tail.length, lines)).toEqual([
      { name: 'loss', source: 'printed', values: [3, 2, 1], label: 'mean loss', line: 'mean loss: 1' },
    ]);
  });

  it('are those of the record where the output has scrolled away, with the words of what is left', () => {
    expect(seriesOf('mean loss: 1\nsize: 4\n', 1_000_000, [metric('mae', 7, 'history'), ...lines])).toEqual([
      { name: 'mae', source: 'hook', values: [7], label: 'mae', line: null },
      { name: 'loss', source: 'printed', values: [3, 2, 1], label: 'mean loss', line: 'mean loss: 1' },
      { name: 'size', source: 'printed', values: [4], label: 'size', line: 'size: 4' },
    ]);
  });
});
