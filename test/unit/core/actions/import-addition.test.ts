import { beforeAll, describe, expect, it } from 'vitest';
import { joinStatements, missingImports } from '../../../../src/core/actions/import-addition';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const NETWORK = 'model = keras.Sequential([layers.Dense(10)])\nmodel.add(Dropout(0.5))\n';

function importsOf(report: string, script = NETWORK): readonly string[] {
  return joinStatements(
    missingImports(script, readReport({ name: 'report.md', text: report, asOf: null }).readOut, parser),
  );
}

describe('the Keras that a script means and never imports', () => {
  it('is the one within TensorFlow 2, where that alone is stated', () => {
    expect(importsOf('My Keras model does not train.\n\nTensorFlow 2.4')).toEqual([
      'from tensorflow import keras',
      'from tensorflow.keras import layers',
      'from tensorflow.keras.layers import Dropout',
    ]);
  });

  it.each([
    ['a release of its own is stated', 'TensorFlow 2.1, Keras 2.3.1', NETWORK],
    ['TensorFlow is of version 1', 'TensorFlow 1.14', NETWORK],
    ['nothing is stated', 'My Keras model does not train.', NETWORK],
    ['the code imports it', 'TensorFlow 2.4', `from keras.models import Model\n${NETWORK}`],
  ])('is that of its own where %s', (_why, report, script) => {
    expect(importsOf(report, script)).toEqual([
      'import keras',
      'from keras import layers',
      'from keras.layers import Dropout',
    ]);
  });
});
