import { describe, expect, it } from 'vitest';
import { matchFamily } from '../../../../src/core/symptom/match-family';

type Said = readonly [type: string, message: string];
const match = ([reportedType, reported]: Said, [observedType, observed]: Said) =>
  matchFamily({
    reported: { type: reportedType, message: reported },
    observed: { type: observedType, message: observed },
  });

describe('matchFamily', () => {
  it.each<[string, Said, Said]>([
    [
      'torch-matrix-shapes',
      ['RuntimeError', 'size mismatch, m1: [12 x 1], m2: [12 x 1] at THTensorMath.cpp:197'],
      ['RuntimeError', 'addmm: mat1 and mat2 shapes cannot be multiplied (12x1 and 12x1)'],
    ],
    [
      'keras-negative-dimension',
      ['ValueError', "Negative dimension size caused by subtracting 3 from 2 for 'conv2d_4/convolution'"],
      ['ValueError', 'Computed output size would be zero or negative. Received `inputs shape=(None, 2, 2, 96)`'],
    ],
    [
      'torch-target-range',
      ['RuntimeError', "Assertion `cur_target >= 0 && cur_target < n_classes' failed.  at ClassNLLCriterion.c:94"],
      ['IndexError', 'Target 5 is out of bounds.'],
    ],
    [
      'keras-layer-rank',
      [
        'ValueError',
        'Error when checking model input: expected conv2d_1_input to have 4 dimensions, but got array with shape (400, 5, 300)',
      ],
      [
        'ValueError',
        "Input 0 with name 'None' of layer 'conv2d_1' is incompatible with the layer: expected min_ndim=4, found ndim=3. Full shape received: (None, 5, 300)",
      ],
    ],
    [
      'keras-layer-rank',
      [
        'ValueError',
        'Error when checking : expected conv2d_1_input to have 4 dimensions, but got array with shape (150, 150, 3)',
      ],
      ['ValueError', 'Expected shape (None, 150, 150, 3), but input has incompatible shape (32, 150, 3)'],
    ],
    [
      'torch-linear-dtype',
      [
        'RuntimeError',
        "Expected object of type torch.FloatTensor but found type torch.DoubleTensor for argument #4 'mat1'",
      ],
      ['RuntimeError', 'mat1 and mat2 must have the same dtype, but got Double and Float'],
    ],
    [
      'keras-sparse-target',
      [
        'InvalidArgumentError',
        'logits and labels must have the same first dimension, got logits shape [128,10] and labels shape [1280]',
      ],
      [
        'ValueError',
        'Argument `output` must have rank (ndim) `target.ndim - 1`. Received: target.shape=(128, 10), output.shape=(128, 10)',
      ],
    ],
    [
      'tf-reshape',
      ['ValueError', "Cannot reshape a tensor with 10 elements to shape [3,4] (12 elements) for 'Reshape'"],
      [
        'InvalidArgumentError',
        'Input to reshape is a tensor with 10 values, but the requested shape has 12 [Op:Reshape]',
      ],
    ],
    [
      'keras-unknown-argument',
      ['TypeError', "('Keyword argument not understood:', 'init')"],
      ['ValueError', "Unrecognized keyword arguments passed to Dense: {'init': 'uniform'}"],
    ],
    [
      'keras-unknown-layer',
      ['ValueError', 'Unknown layer: Pool. Please ensure this object is passed to the `custom_objects` argument.'],
      [
        'ValueError',
        "Unknown layer: 'Pool'. Please ensure you are using a `keras.utils.custom_object_scope` and so on.",
      ],
    ],
    [
      'sklearn-rank',
      ['Exception', 'Found array with dim 3. Estimator expected <= 2.'],
      ['ValueError', 'Found array with dim 3, while dim <= 2 is required by LinearRegression.'],
    ],
  ])('knows %s in other words', (family, reported, observed) => {
    const found = match(reported, observed);
    expect(found).toMatchObject({ family, agrees: true, differences: [] });
    expect(found?.sentence).toContain('The same fault');
    expect(match(observed, reported)).toMatchObject({ family, agrees: true });
  });

  it.each<[string, Said, Said]>([
    [
      'other shapes',
      ['RuntimeError', 'size mismatch, m1: [12 x 1], m2: [12 x 1]'],
      ['RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (4x1 and 12x1)'],
    ],
    [
      'another argument',
      ['TypeError', "('Keyword argument not understood:', 'init')"],
      ['ValueError', "Unrecognized keyword arguments passed to Dense: {'kernel': 1}"],
    ],
  ])('says what differs: %s', (_, reported, observed) => {
    const found = match(reported, observed);
    expect(found?.agrees).toBe(false);
    expect(found?.differences).toHaveLength(1);
  });

  it.each<[string, Said, Said]>([
    [
      'of another family',
      ['RuntimeError', 'size mismatch, m1: [12 x 1], m2: [12 x 1]'],
      ['IndexError', 'Target 5 is out of bounds.'],
    ],
    [
      'of a class that the wording never had',
      ['RuntimeError', 'size mismatch, m1: [12 x 1], m2: [12 x 1]'],
      ['KeyError', 'mat1 and mat2 shapes cannot be multiplied (12x1 and 12x1)'],
    ],
    [
      'of which a general wording alone is shared',
      ['RuntimeError', 'expected scalar type Long but found Float'],
      ['RuntimeError', 'mat1 and mat2 must have the same dtype, but got Double and Float'],
    ],
  ])('does not take a message %s', (_, reported, observed) => {
    expect(match(reported, observed)).toBeNull();
  });

  it('lets a size that is not known, and a batch dimension that is left out, agree with any', () => {
    const old: Said = [
      'ValueError',
      'Error when checking target: expected dense_5 to have shape (2,) but got array with shape (1,)',
    ];
    const now: Said = [
      'ValueError',
      'Arguments `target` and `output` must have the same shape. Received: target.shape=(None, 1), output.shape=(None, 2)',
    ];
    expect(match(old, now)).toMatchObject({ family: 'keras-target-shape', agrees: true });
    expect(match([old[0], old[1].replace('(1,)', '(7,)')], now)?.agrees).toBe(false);
    const flat: Said = [now[0], now[1].replace('target.shape=(None, 1)', 'target.shape=(10,)')];
    expect(match(old, flat)?.agrees).toBe(true);
    expect(match([old[0], old[1].replace('(1,)', '(7,)')], flat)?.agrees).toBe(false);
  });

  it('counts the samples of an array as a batch, and no other axis', () => {
    const old: Said = [
      'ValueError',
      'Error when checking : expected input_1 to have 4 dimensions, but got array with shape (150, 120, 3)',
    ];
    const now = (found: string): Said => [
      'ValueError',
      `Expected shape (None, 150, 120, 3), but input has incompatible shape ${found}`,
    ];
    expect(match(old, now('(32, 120, 3)'))?.agrees).toBe(true);
    expect(match(old, now('(32, 64, 3)'))?.agrees).toBe(false);
  });

  it('takes no object of another device for one of another type', () => {
    const old: Said = [
      'RuntimeError',
      "Expected object of type torch.FloatTensor but found type torch.cuda.FloatTensor for argument #4 'mat1'",
    ];
    expect(match(old, ['RuntimeError', 'mat1 and mat2 must have the same dtype, but got Double and Float'])).toBeNull();
  });

  it('lets no batch dimension be left out where both tell it of another shape', () => {
    const old: Said = [
      'ValueError',
      'Input 0 of layer "sequential" is incompatible with the layer: expected shape=(None, 28, 28, 1), found shape=(None, 28, 1)',
    ];
    const now = (found: string): Said => [
      'ValueError',
      `Invalid input shape for input Tensor("data:0", shape=${found}, dtype=float32) with name 'keras_tensor' and path ''. Expected shape (None, 28, 28, 1), but input has incompatible shape ${found}`,
    ];
    expect(match(old, now('(28, 1)'))?.agrees).toBe(false);
    expect(match(old, now('(32, 28, 1)'))?.agrees).toBe(true);
  });
});
