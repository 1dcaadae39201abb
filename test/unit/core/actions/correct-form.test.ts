import { beforeAll, describe, expect, it } from 'vitest';
import { readNames } from '../../../../src/core/actions/free-names';
import { createUsageReader } from '../../../../src/core/actions/name-usage';
import type { StandInContext } from '../../../../src/core/actions/stand-ins/build-stand-in';
import { correctedForms, type Misfit } from '../../../../src/core/actions/stand-ins/correct-form';
import type { DataForm } from '../../../../src/core/actions/stand-ins/data-forms';
import { readModelLayout } from '../../../../src/core/actions/stand-ins/model-layout';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

function contextOf(code: string, complaint = 'something else'): StandInContext {
  const root = parser.parse(code);
  const names = readNames(root);
  return {
    names,
    usageOf: createUsageReader(root, names),
    layout: readModelLayout(root),
    report: { source: '', sentences: '', readOut: { blocks: [] }, parser },
    framework: /keras/.test(code) ? 'keras' : 'torch',
    keras: 'tf.keras',
    root,
    form: {},
    complaint,
  };
}

const ended = (message: string, type = 'RuntimeError', code = ''): Misfit => ({ type, message, code });

describe('correctedForms', () => {
  // The messages are printed by torch 2.15, Keras 3.15, NumPy 2.4, pandas 3.1 and scikit-learn 1.9.
  it.each<[string, string, Misfit, DataForm]>([
    ['positions where an embedding refuses floats', 'nn.Embedding(n, 4)', ended("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.FloatTensor instead (while checking arguments for embedding)"), { featureType: 'index' }],
    ['labels without an axis', 'nn.BCELoss()(y, t)', ended('Using a target size (torch.Size([16, 1, 1])) that is different to the input size (torch.Size([16, 1])) is deprecated. Please ensure they have the same size.', 'ValueError'), { labelTail: [], labelType: 'float' }],
    ['labels with the axes of what came out', 'nn.MSELoss()(y, t)', ended('Using a target size (torch.Size([16])) that is different to the input size (torch.Size([16, 7]))', 'ValueError'), { labelTail: ['7'] }],
    ['labels as floats', 'nn.BCELoss()(y, t)', ended('Found dtype Long but expected Float'), { labelType: 'float' }],
    ['labels as whole numbers', 'nn.CrossEntropyLoss()(y, t)', ended('expected scalar type Long but found Float'), { labelType: 'long' }],
    ['features as wide as the layer', 'nn.Linear(n, 3)', ended('mat1 and mat2 shapes cannot be multiplied (64x8 and 11x3)'), { sample: ['11'] }],
    ['larger pictures', 'nn.Sequential(nn.Conv2d(3, 6, 5), nn.Flatten(), nn.Linear(k, 3))', ended('mat1 and mat2 shapes cannot be multiplied (64x4704 and 18816x3)'), { sample: ['3', '64', '64'] }],
    ['as many channels as the layer', 'nn.Conv2d(1, 6, 5)', ended('Given groups=1, weight of size [6, 1, 5, 5], expected input[16, 3, 32, 32] to have 1 channels, but got 3 channels instead'), { sample: ['1', '32', '32'] }],
    ['sequences for a recurrent layer', 'nn.LSTM(5, 8)', ended('LSTM: Expected input to be 2D or 3D, got 1D instead'), { sample: ['10', '5'] }],
    ['pictures for a convolution', 'nn.Conv2d(3, 6, 5)', ended('Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [16, 8]'), { sample: ['3', '32', '32'] }],
    ['fewer classes', 'nn.CrossEntropyLoss()(y, t)', ended('Target 2 is out of bounds.', 'IndexError'), { classes: '2' }],
    ['small positions', 'nn.Embedding(n, 4)', ended('index out of range in self', 'IndexError'), { featureType: 'index', top: '2' }],
    ['the whole shape of a Keras model', 'keras.layers.Dense(3)', ended('Input 0 of layer "functional" is incompatible with the layer: expected shape=(None, 28, 28), found shape=(None, 784)', 'ValueError'), { sample: ['28', '28'] }],
    ['the last axis of a Keras layer', 'keras.layers.Dense(3)', ended('Input 0 of layer "dense" is incompatible with the layer: expected axis -1 of input shape to have value 12, but received input with shape (None, 8)', 'ValueError'), { sample: ['12'] }],
    ['axes that are taken apart', 'b, t, c = x.shape', ended('not enough values to unpack (expected 3, got 2)', 'ValueError', 'b, t, c = x.shape'), { sample: ['10', '8'] }],
    ['enough samples for a slice', 'x[:400]', ended("Data cardinality is ambiguous. Make sure all arrays contain the same number of samples.'x' sizes: 400\n'y' sizes: 54\n", 'ValueError'), { samples: '464' }],
    ['enough samples for a place', 'x[90]', ended('index 90 is out of bounds for dimension 0 with size 64', 'IndexError'), { samples: '155' }],
    ['a size that can be laid anew', 'x.reshape(-1, 28, 28)', ended('cannot reshape array of size 512 into shape (28,28)', 'ValueError', 'x = x.reshape(-1, 28, 28)'), { sample: ['784'] }],
    ['a column', 'df["price"]', ended("'price'", 'KeyError'), { columns: ['price'] }],
    ['several columns', 'df[["a", "b"]]', ended("None of [Index(['a', 'b'], dtype='str')] are in the [columns]", 'KeyError'), { columns: ['a', 'b'] }],
    ['a tensor', 'x.to(d)', ended("'numpy.ndarray' object has no attribute 'unsqueeze'", 'AttributeError'), { kind: 'tensor' }],
    ['an array', 'x.astype(int)', ended("'Tensor' object has no attribute 'astype'", 'AttributeError'), { kind: 'array' }],
    ['wider values where all fitted and nothing showed', 'net(x)', ended('', ''), { wide: true }],
  ])('asks for %s', (_, code, misfit, wanted) => {
    expect(correctedForms({}, misfit, contextOf(code))).toContainEqual(expect.objectContaining(wanted));
  }); // prettier-ignore

  it('leaves data alone that show the reported fault with other numbers', () => {
    const context = contextOf('nn.Linear(n, 3)', 'mat1 and mat2 shapes cannot be multiplied (32x400 and 120x84)');
    expect(correctedForms({}, ended('mat1 and mat2 shapes cannot be multiplied (64x8 and 120x84)'), context)).toEqual(
      [],
    );
  });

  it('keeps what earlier runs asked for', () => {
    const forms = correctedForms(
      { labelType: 'float' },
      ended('Target 4 is out of bounds.', 'IndexError'),
      contextOf('x'),
    );
    expect(forms).toContainEqual({ labelType: 'float', classes: '4' });
  });

  it('asks for nothing where a message says nothing of data', () => {
    expect(correctedForms({}, ended('division by zero', 'ZeroDivisionError'), contextOf('x'))).toEqual([]);
  });
});
