import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';
import { atLibrary, atScript, kerasFile, ruleOf, verdictOf } from './judged-case';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const negative = 'Negative dimension size caused by subtracting 3 from 1';

describe('genuineness of what a release renamed', () => {
  it.each([
    ['in the words of the installed release', 'kinds = model.predict(x).argmax(axis=-1)', 'passed'],
    ['as another call', 'kinds = model.predict(y).argmax(axis=0)', 'failed'],
  ])('takes the call of an older release %s', (_, line, result) => {
    const code = 'from keras.models import Sequential\nmodel = Sequential()\nkinds = model.predict_classes(x)';
    const script = `import keras\nfrom keras.models import Sequential\nmodel = Sequential()\ny = 1\nx = 2\n${line}\n`;
    const verdict = verdictOf(
      {
        report: `# It fails\n\n\`\`\`python\n${code}\n\`\`\`\n\n\`ValueError: ${negative}\`\n`,
        script,
        type: 'ValueError',
        message: negative,
        frames: [atScript(script, line, 'CALL'), atLibrary(kerasFile, 'compute_output_spec')],
      },
      parser,
    );
    expect(ruleOf(verdict, 'genuine').result).toBe(result);
  });
});
