import { describe, expect, test } from 'vitest';
import { watchPrinted } from '../../../../src/node/record/watch-printed';
import type { ExecutionRecord } from '../../../../src/protocol/record/record';

const empty: ExecutionRecord = {
  lines: [{ type: 'finished', atMs: 1, exitCode: 0, peakHostBytes: null, peakGpuBytes: null }],
  dropped: 0,
};

/** Names and values of what is kept of an output that comes in pieces of a size. */
function keptOf(output: string, size = 7) {
  const watch = watchPrinted();
  const bytes = Buffer.from(output);
  for (let at = 0; at < bytes.length; at += size) watch.push('stdout', bytes.subarray(at, at + size));
  const { lines } = watch.addTo(empty);
  expect(lines.at(-1)?.type).toBe('finished');
  return lines.flatMap((line) => (line.type === 'metric' ? [[line.name, line.value]] : []));
}

describe('metrics that are printed', () => {
  test.each([
    ['loss: 0.12\n', [['loss', 0.12]]],
    ['Epoch 1, loss 0.5', [['loss', 0.5]]],
    [
      "{'loss': 0.5, 'learning_rate': 1e-05, 'epoch': 1.0}\n",
      [
        ['loss', 0.5],
        ['learning_rate', 1e-5],
      ],
    ],
    [
      'train_loss=nan val_acc=0.75\n',
      [
        ['train_loss', 'nan'],
        ['val_acc', 0.75],
      ],
    ],
    ['Train Epoch: 1 [0/60000 (0%)]\tLoss: -inf\n', [['Loss', '-inf']]],
    [
      '1/2 [=>..] - loss: 0.5000\b\b\b\r2/2 [====] - loss: 0.2500 - accuracy: 0.5\n',
      [
        ['loss', 0.5],
        ['loss', 0.25],
        ['accuracy', 0.5],
      ],
    ],
    ['\u001b[32mloss\u001b[0m: 3\n', [['loss', 3]]],
    ['häuser: 3\nline 12 in f\nstep 3\nValueError: 3\naccess 7\n', []],
  ])('of %j', (output, expected) => {
    expect(keptOf(output)).toEqual(expected);
    expect(keptOf(output, 1)).toEqual(expected);
    expect(keptOf(output, 1000)).toEqual(expected);
  });

  test('are bounded: first, last and odd ones of a name, and so many names', () => {
    const many = keptOf(Array.from({ length: 5000 }, (_, at) => `loss: ${at === 900 ? 'nan' : at}\n`).join(''), 65_536);
    const values = many.map(([, value]) => value);
    expect(values).toHaveLength(201);
    expect([values[0], values[99], values[100], values[101], values.at(-1)]).toEqual([0, 99, 'nan', 4900, 4999]);
    expect(keptOf(Array.from({ length: 100 }, (_, at) => `loss_${at}: 1\n`).join(''))).toHaveLength(40);
  });

  test('are none in a line without end, and add nothing to a run that printed none', () => {
    expect(keptOf('x'.repeat(1_000_000), 65_536)).toEqual([]);
    expect(watchPrinted().addTo(empty)).toBe(empty);
  });
});
