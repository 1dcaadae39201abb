import { beforeAll, describe, expect, it } from 'vitest';
import { mendScript } from '../../../../src/core/model/mend-script';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

describe('a model’s script that is no Python for its form alone', () => {
  it.each([
    ['a version in an import', 'import numpy\nimport tensorflow-cpu==2.21.0\nx = 1\n', 'import numpy\nx = 1\n'],
    ['commands', 'pip install torch\n!pip install x\nx = 1\n', '# !pip install x\nx = 1\n'],
    ['prompts', '>>> x = 1\n>>> f(x)\n', 'x = 1\nf(x)\n'],
    ['a last line that was cut', 'x = 1\nmodel.compile(loss="a", metrics=[', 'x = 1\n'],
    ['a last statement that was cut', 'x = 1\ny = f(\n    a,\n    b', 'x = 1\n'],
  ])('is mended: %s', (_name, text, expected) => expect(mendScript(text, parser)).toBe(expected));

  it.each(['x = 1\nprint(x)\n', 'def f(:\n    pass\nf()\n', 'x = = 1\ny = 2\n', '', '(\n'])(
    'is left as it is: %j',
    (text) => expect(mendScript(text, parser)).toBe(text),
  );
});
