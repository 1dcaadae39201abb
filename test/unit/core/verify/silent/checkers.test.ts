import { describe, expect, it } from 'vitest';
import { checkRuns } from '../../../../../src/core/verify/silent/check-runs';
import type { SilentSymptom } from '../../../../../src/core/verify/silent/finding';
import { printedShapes, printedValues } from '../../../../../src/core/verify/silent/printed-values';
import { execution } from '../judged-case';

const common = { id: 'symptom-1', confidence: 1, span: null, author: 'user' as const };
type Bare = SilentSymptom extends infer S ? (S extends SilentSymptom ? Omit<S, keyof typeof common> : never) : never;
const course = (name: string, values: readonly (number | string)[]): string =>
  values.map((value, epoch) => `epoch ${epoch} ${name} ${value}`).join('\n');

/** A course with a trend and a wave on it. */
function wavering(count: number, from: number, wave: number, slope: number): readonly number[] {
  return Array.from({ length: count }, (_, step) =>
    Number((from + slope * step + wave * Math.sin(step * 2.4)).toFixed(5)),
  );
}

interface Row {
  readonly what: string;
  readonly symptom: Bare;
  readonly shown: readonly string[];
  readonly near: readonly string[];
}

const rows: readonly Row[] = [
  {
    what: 'a loss that is no number',
    symptom: { kind: 'nonFinite', what: 'loss' },
    shown: [
      'loss: nan',
      '10/10 - 0s - loss: inf - acc: 0.1',
      'train_loss=tensor(nan, grad_fn=<MseLossBackward0>)',
      "{'loss': nan}",
    ],
    near: ['loss: 0.4', 'val_loss: nan', 'accuracy: nan\nloss: 1e30', 'nan', 'banana loss 3'],
  },
  {
    what: 'a loss that stands still',
    symptom: { kind: 'stuckMetric', metric: 'loss', value: null },
    shown: [course('loss', [0.6931, 0.6931, 0.6931]), course('Loss:', [1, 1.0005, 1]), 'loss_change = 0.0'],
    near: [
      course('loss', [0.6931, 0.6931]),
      course('loss', [0.7, 0.69, 0.68]),
      'loss_change = 0.01',
      course('val_loss', [1, 1, 1]),
    ],
  },
  {
    what: 'a loss that never settles',
    symptom: { kind: 'stuckMetric', metric: 'loss', value: null },
    shown: [course('loss', wavering(60, 40, 39, 0))],
    near: [course('loss', wavering(60, 40, 5, -0.6)), course('loss', wavering(20, 40, 39, 0))],
  },
  {
    what: 'a loss whose swings grow',
    symptom: { kind: 'divergingMetric', metric: 'loss', direction: 'up' },
    shown: [
      course(
        'loss',
        wavering(30, 0, 1, 0).map((value, step) => Math.abs(value) * (step + 1)),
      ),
    ],
    near: [course('loss', wavering(30, 5, 4, 0))],
  },
  {
    what: 'predictions that are all the told value',
    symptom: { kind: 'stuckMetric', metric: 'prediction', value: 1 },
    shown: ['prediction_spread = 0.004\nprediction_level = 0.998'],
    near: [
      'prediction_spread = 0.004\nprediction_level = 0.7',
      'prediction_spread = 0.3\nprediction_level = 1.0',
      'prediction_spread = 0.004',
    ],
  },
  {
    what: 'an accuracy that stands still at a level',
    symptom: { kind: 'stuckMetric', metric: 'accuracy', value: 0.1 },
    shown: [course('accuracy', [0.1, 0.098, 0.101])],
    near: [course('accuracy', [0.1, 0.2, 0.3]), course('accuracy', [0.99, 0.99, 0.99])],
  },
  {
    what: 'an accuracy at chance',
    symptom: { kind: 'stuckMetric', metric: 'accuracy', value: 0.1, classes: 10 },
    shown: [
      'accuracy: 0.09',
      course('accuracy', [0.05, 0.11, 0.14, 0.08, 0.12, 0.1]),
      course('acc', [9.8, 11.2, 10.4]),
      'train_accuracy=0.1135',
    ],
    near: [
      'accuracy: 0.31',
      'accuracy: 0.0',
      course('accuracy', [0.1, 0.1, 0.1, 0.2, 0.4, 0.6]),
      course('accuracy', [0.5, 0.5, 0.5]),
      'loss: 0.1',
    ],
  },
  {
    what: 'an accuracy at chance for two classes',
    symptom: { kind: 'stuckMetric', metric: 'accuracy', value: 0.5, classes: 2 },
    shown: ['accuracy: 0.48', course('accuracy', [0.46, 0.52, 0.55, 0.49])],
    near: ['accuracy: 0.61', course('accuracy', [0.5, 0.55, 0.7, 0.8])],
  },
  {
    what: 'a loss that comes down to the told level and stays there',
    symptom: { kind: 'stuckMetric', metric: 'loss', value: 1.46 },
    shown: [
      course(
        'loss',
        Array.from({ length: 40 }, (_, step) => 1.461 + 0.8 * 0.7 ** step),
      ),
    ],
    near: [
      course(
        'loss',
        Array.from({ length: 40 }, (_, step) => 0.2 + 2 * 0.8 ** step),
      ),
      course(
        'loss',
        Array.from({ length: 40 }, (_, step) => 2.3 - 0.02 * step),
      ),
      course(
        'loss',
        Array.from({ length: 12 }, (_, step) => 1.461 + 0.8 * 0.7 ** step),
      ),
    ],
  },
  {
    what: 'a loss that wavers from batch to batch and goes nowhere',
    symptom: { kind: 'stuckMetric', metric: 'loss', value: null },
    shown: [course('loss', wavering(60, 0.693, 0.02, 0)), course('loss', wavering(200, 2.303, 0.1, 0))],
    near: [
      course('loss', wavering(60, 0.693, 0.02, -0.004)),
      course('loss', wavering(20, 0.693, 0.02, 0)),
      course('loss', wavering(60, 0.1, 0.02, 0.004)),
      course('loss', [...wavering(30, 0.9, 0.02, -0.02), ...wavering(30, 0.3, 0.02, 0.02)]),
    ],
  },
  {
    what: 'an accuracy that wavers around chance',
    symptom: { kind: 'stuckMetric', metric: 'accuracy', value: null },
    shown: [course('accuracy', wavering(60, 0.1, 0.05, 0))],
    near: [course('accuracy', wavering(60, 0.1, 0.05, 0.01)), course('accuracy', wavering(60, 0.5, 0.4, 0))],
  },
  {
    what: 'predictions that are all the same',
    symptom: { kind: 'stuckMetric', metric: 'prediction', value: null },
    shown: ['prediction_spread = 0.0', 'prediction_spread = nan', 'distinct_predictions = 1'],
    near: ['prediction_spread = 0.2', 'distinct_predictions = 3'],
  },
  {
    what: 'a loss that runs up',
    symptom: { kind: 'divergingMetric', metric: 'loss', direction: 'up' },
    shown: [course('loss', [0.8, 1.2, 1.5, 1.7]), course('loss', [1, 40, 1e9, 'nan'])],
    near: [
      course('loss', [0.8, 0.7, 0.6]),
      course('loss', [1, 1.1, 1.2]),
      course('loss', [1, 3, 0.5, 2, 0.4, 1.6]),
      course('loss', ['nan', 'nan', 'nan']),
    ],
  },
  {
    what: 'a metric that runs down',
    symptom: { kind: 'divergingMetric', metric: 'accuracy', direction: 'down' },
    shown: [course('acc', [0.9, 0.6, 0.3])],
    near: [course('acc', [0.3, 0.6, 0.9])],
  },
  {
    what: 'a gap of training and validation',
    symptom: { kind: 'metricGap', metric: 'val_accuracy', between: 'trainValidation', op: '<=', value: 0.02 },
    shown: ['accuracy: 0.9941 - loss: 0.0182 - val_accuracy: 0.0000e+00 - val_loss: 21.7'],
    near: [
      'accuracy: 0.99 - val_accuracy: 0.97',
      'accuracy: 0.01 - val_accuracy: 0.01',
      'accuracy: 0.99',
      'accuracy: 0.9 val_accuracy: 0.3',
    ],
  },
  {
    what: 'a gap of two backends',
    symptom: { kind: 'metricGap', metric: 'output', between: 'backends', op: '>', value: null },
    shown: ['cpu_output: 1.0\ngpu_output: 4.0'],
    near: ['cpu_output: 1.0\ngpu_output: 1.0001', 'cpu_output: 1.0'],
  },
  {
    what: 'a value on the wrong side',
    symptom: { kind: 'wrongValue', what: 'prediction', op: '<=', value: 1 },
    shown: ['max_prediction=0.9998', 'METRIC max_prediction=1.0000'],
    near: ['max_prediction=1.5', 'min_prediction=7', 'max_target=0.5\nmax_prediction=40'],
  },
  {
    what: 'a count that should not be zero',
    symptom: { kind: 'wrongValue', what: 'predicted positives', op: '==', value: 0 },
    shown: ['predicted_positives=0', 'positives_in_data=100\npredicted_positives=0'],
    near: ['predicted_positives=3', 'epochs=0'],
  },
  {
    what: 'a slow way',
    symptom: { kind: 'slow', what: 'list', ratio: 4 },
    shown: ['slowdown=3.1', 'seconds_list: 0.40\nseconds_array: 0.1'],
    near: ['slowdown=1.2', 'seconds_list: 0.11\nseconds_array: 0.1', 'done'],
  },
  {
    what: 'memory that grows',
    symptom: { kind: 'memoryGrowth', bytesPerStep: null },
    shown: [course('memory', [100, 120, 140, 160, 180])],
    near: [
      course('memory', [100, 160, 160, 160, 160]),
      course('memory', [100, 101, 102, 102, 103]),
      course('memory', [1, 2, 3]),
    ],
  },
  {
    what: 'a shape that lost an axis',
    symptom: { kind: 'wrongShape', what: 'both', expected: '(2, None, 4)', actual: null },
    shown: ['(2, None, None)', 'shape: [2, ?, 1]'],
    near: ['(2, None, 4)', 'no shape', '(7, 7, 7)'],
  },
  {
    what: 'a shape as reported',
    symptom: { kind: 'wrongShape', what: 'out', expected: '(3, 2)', actual: '(3,)' },
    shown: ['torch.Size([3])'],
    near: ['torch.Size([3, 2])', '3'],
  },
  {
    what: 'a type',
    symptom: { kind: 'wrongType', what: 'dtype', expected: 'float32', actual: 'float64' },
    shown: ['dtype: float64', "<class 'torch.float64'>"],
    near: ['dtype: float32', 'afloat64', 'nothing'],
  },
  {
    what: 'a model that loads otherwise',
    symptom: { kind: 'saveLoadMismatch', what: 'accuracy' },
    shown: ['before: 0.91\nafter: 0.13', 'max_diff=0.2', 'own_spread: 0.05\nload_difference: 0.9'],
    near: [
      'before: 0.91\nafter: 0.91',
      'max_diff=1e-9',
      'before: 0.91',
      // Dropout that was left on.
      'own_spread: 0.06\nload_difference: 0.068',
    ],
  },
];

describe('checkers of silent symptoms', () => {
  const seen = (symptom: Bare, stdout: string) =>
    checkRuns({ ...common, ...symptom } as SilentSymptom, [execution({ stdout })], () => false)[0];

  for (const { what, symptom, shown, near } of rows) {
    it.each(shown.map((stdout) => [stdout]))(`sees ${what}: %j`, (stdout) => {
      expect(seen(symptom, stdout)).toMatchObject({ shown: true, nearMiss: null, observed: expect.any(String) });
    });
    it.each(near.map((stdout) => [stdout]))(`does not see ${what}, and says what differs: %j`, (stdout) => {
      expect(seen(symptom, stdout)).toMatchObject({ shown: false, nearMiss: expect.stringMatching(/\w{3}/) });
    });
  }

  it('sees that runs with the same seed differ, and that they do not', () => {
    const symptom = { ...common, kind: 'nonDeterminism' as const, what: 'loss' };
    const runs = (values: readonly number[]) =>
      values.map((value) => execution({ stdout: `loss: ${value}\ntime: ${Math.sqrt(value)}` }));
    const shown = (values: readonly number[]) =>
      checkRuns(symptom, runs(values), () => false).map((item) => item.shown);
    expect(shown([0.5, 0.5, 0.6])).toEqual([true, true, true]);
    expect(shown([0.5, 0.5, 0.5])).toEqual([false, false, false]);
    expect(shown([0.5])).toEqual([false]);
  });

  it('takes the recorder’s word before that of the output', () => {
    const record = {
      lines: [
        { type: 'metric' as const, atMs: 1, name: 'loss', value: 'nan' as const, step: 1, source: 'history' as const },
      ],
      dropped: 0,
    };
    const [finding] = checkRuns(
      { ...common, kind: 'nonFinite', what: 'loss' },
      [execution({ stdout: 'loss: 0.5', record })],
      () => false,
    );
    expect(finding?.basis[0]).toMatchObject({ source: 'hook', name: 'loss' });
  });
});

describe('values in an output', () => {
  it.each([
    ['conv2d_1 float32 r2', []],
    ['METRIC r2=0.25', [['r2', 0.25]]],
    ['loss\u0008\u0008: 0.5\u001b[0m', [['loss', 0.5]]],
    [
      'a: 1, b: -2e-3 c=.5',
      [
        ['a', 1],
        ['b', -0.002],
        ['c', 0.5],
      ],
    ],
    [
      'ok: True fails: False',
      [
        ['ok', 1],
        ['fails', 0],
      ],
    ],
    ['x is 3', [['x', 3]]],
    ['version 1.2.3 and v2', []],
  ] as const)('reads %j', (text, expected) => {
    expect(printedValues(text).map(({ name, value }) => [name, value])).toEqual(expected);
  });

  it('takes the last state of a progress bar, not those on its way', () => {
    const bar = (done: number, loss: number): string =>
      `\u001b[1m ${done}/10\u001b[0m \u001b[32m━━━━\u001b[0m 0s 2ms/step - accuracy: 0.5 - loss: ${loss}`;
    const told = (text: string) => printedValues(text).flatMap(({ name, value }) => (name === 'loss' ? [value] : []));
    expect(told([bar(1, 0.9), bar(4, 0.8), bar(10, 0.7)].join('\r'))).toEqual([0.7]);
    const old = (done: number, loss: number): string => `${done}/10 [==>....] - ETA: 0s - loss: ${loss}`;
    expect(told(`${old(2, 0.9)}\u0008\u0008\u0008\u0008${old(10, 0.7)}`)).toEqual([0.7]);
    expect(told('epoch 1/10 loss: 0.5\n2/10 loss: 0.4')).toEqual([0.5, 0.4]);
  });

  it('reads shapes in one form', () => {
    expect(printedShapes('(2, None, 4) [?, 3] torch.Size([5]) f(x)').map(({ shape }) => shape)).toEqual([
      '2,?,4',
      '?,3',
      '5',
    ]);
  });

  it('stays linear on a hostile line', () => {
    const text = `${'a '.repeat(200_000)}\n${'loss'.repeat(100_000)}\n${'(1,'.repeat(100_000)}`;
    expect(printedValues(text)).toEqual([]);
    expect(printedShapes(text)).toEqual([]);
  });
});
