import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { firstScript } from '../../../../src/core/generate/first-script';
import { readReport } from '../../../../src/core/report/read-report';
import { digestOf } from '../../../../src/node/system/digest';

function scriptOf(text: string) {
  const { readOut } = readReport({ name: 'report.md', text, asOf: null });
  return firstScript({ readOut, source: text, digestOf });
}

const fence = '```';

describe('firstScript', () => {
  it('takes the code of each bundled example byte for byte', async () => {
    for (const example of ['numpy-shapes', 'missing-import', 'torch-linear']) {
      const text = await readFile(`examples/${example}/report.md`, 'utf8');
      const code = /```python\n([\s\S]*?)```/.exec(text)?.[1];
      expect(scriptOf(text)?.text).toBe(code);
    }
  });

  it('joins snippets in their order and knows the place of every line in the report', () => {
    const text = `# T\n\n${fence}python\nimport numpy as np\na = np.ones(3)\n${fence}\n\nand then\n\n${fence}python\nb = np.ones(4)\na + b\n${fence}\n`;
    const script = scriptOf(text);
    expect(script?.text).toBe('import numpy as np\na = np.ones(3)\n\nb = np.ones(4)\na + b\n');
    const places = script?.provenance.map(({ origin, span }) => [origin, span && text.slice(span.start, span.end)]);
    expect(places).toEqual([
      ['report', 'import numpy as np'],
      ['report', 'a = np.ones(3)'],
      ['ours', null],
      ['report', 'b = np.ones(4)'],
      ['report', 'a + b'],
    ]);
    expect(script?.digest).toBe(digestOf(script?.text ?? ''));
  });

  it('finds a repeated line at its own place, not at the first one', () => {
    const text = `# T\n\n${fence}python\nprint(1)\nx = 2\nprint(1)\n${fence}\n`;
    const starts = scriptOf(text)?.provenance.map(({ span }) => span?.start);
    expect(starts).toEqual([text.indexOf('print(1)'), text.indexOf('x = 2'), text.lastIndexOf('print(1)')]);
  });

  it('takes prompts off a session and leaves out its output', () => {
    const text = `# T\n\n${fence}python\n>>> import numpy as np\n>>> for i in range(2):\n...     print(i)\n...\n0\n1\n>>> np.ones(3) @ np.ones(4)\n${fence}\n`;
    expect(scriptOf(text)?.text).toBe(
      'import numpy as np\nfor i in range(2):\n    print(i)\n\nnp.ones(3) @ np.ones(4)\n',
    );
  });

  it('comments notebook magics, so that line numbers stay', () => {
    const text = `# T\n\n${fence}python\n%matplotlib inline\n!pip install foo\nimport os\nx = 7 \\\n  % 4\n${fence}\n`;
    expect(scriptOf(text)?.text).toBe('# %matplotlib inline\n# !pip install foo\nimport os\nx = 7 \\\n  % 4\n');
  });

  it('leaves out a traceback and a snippet that stands whole in another', () => {
    const text = `# T\n\n${fence}python\nmodel.fit(x)\n${fence}\n\n${fence}\nTraceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: no\n${fence}\n\nWhole:\n\n${fence}python\nmodel = make()\nmodel.fit(x)\n${fence}\n`;
    expect(scriptOf(text)?.text).toBe('model = make()\nmodel.fit(x)\n');
  });

  it("leaves out the reporter's own cure", () => {
    const text = `# T\n\n${fence}python\na = [1] + (2,)\n${fence}\n\nAs a workaround I do this:\n\n${fence}python\na = [1] + [2]\n${fence}\n`;
    expect(scriptOf(text)?.text).toBe('a = [1] + (2,)\n');
  });

  it('is null for a report without code', () => {
    expect(scriptOf('# It crashes\n\nWhen I train, it crashes.\n')).toBeNull();
  });
});
