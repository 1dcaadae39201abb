import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/report/read-report';
import { ReportReadOut } from '../../../../src/protocol/report';
import { Symptom } from '../../../../src/protocol/symptom';

const read = (text: string, asOf: string | null = null) => readReport({ name: 'report.md', text, asOf });

const whole = `# Loss of a layer fails

<!-- please fill in -->
Since yesterday (2022-12-04) my training fails, with PyTorch 1.13.1 and Python 3.9:

\`\`\`python
import torch
lin = torch.nn.Linear(12, 1)
out = lin(torch.ones(12, 1))
\`\`\`

\`\`\`
Traceback (most recent call last):
  File "train.py", line 3, in <module>
    out = lin(torch.ones(12, 1))
          ^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.9/site-packages/torch/nn/modules/linear.py", line 114, in forward
    return F.linear(input, self.weight, self.bias)
RuntimeError: mat1 and mat2 shapes cannot be multiplied (12x1 and 12x1)
\`\`\`

| package | version |
| --- | --- |
| numpy | 1.24.1 |

    $ pip install transformers==4.25.1
`;

describe('readReport', () => {
  it('takes the exception for the title where there is nothing but a traceback', () => {
    const text =
      'Traceback (most recent call last):\n  File "t.py", line 8, in <module>\n    main()\nValueError: bad shape\n';
    const { readOut } = read(text);
    expect(readOut.title).toBe('ValueError: bad shape');
    expect(text.slice(readOut.titleSpan?.start, readOut.titleSpan?.end)).toBe('ValueError: bad shape');
  });

  it('reads a whole report, every item with its place', () => {
    const { readOut, symptoms } = read(whole);
    const at = (span: { start: number; end: number } | null | undefined) =>
      span ? whole.slice(span.start, span.end) : null;
    expect(readOut.title).toBe('Loss of a layer fails');
    expect(at(readOut.titleSpan)).toBe('# Loss of a layer fails');
    expect(readOut.blocks.map((block) => [block.kind, block.language])).toEqual([
      ['snippet', 'python'],
      ['traceback', null],
      ['shell', null],
    ]);
    expect(readOut.blocks[0]?.text).toBe('import torch\nlin = torch.nn.Linear(12, 1)\nout = lin(torch.ones(12, 1))');
    expect(at(readOut.blocks[0]?.span)).toMatch(/^```python\nimport torch[\s\S]*```$/);
    expect(readOut.exceptions).toHaveLength(1);
    expect(readOut.exceptions[0]).toMatchObject({
      type: 'RuntimeError',
      message: 'mat1 and mat2 shapes cannot be multiplied (12x1 and 12x1)',
      relation: 'raised',
      frames: [
        { file: 'train.py', line: 3, function: '<module>', code: 'out = lin(torch.ones(12, 1))' },
        {
          file: '/usr/lib/python3.9/site-packages/torch/nn/modules/linear.py',
          line: 114,
          function: 'forward',
          code: 'return F.linear(input, self.weight, self.bias)',
        },
      ],
    });
    expect(at(readOut.exceptions[0]?.span)).toMatch(/^Traceback[\s\S]*12x1\)$/);
    expect(readOut.versions.map(({ name, version, source, span }) => [name, version, source, at(span)])).toEqual([
      ['torch', '1.13.1', 'text', 'PyTorch 1.13.1'],
      ['python', '3.9', 'text', 'Python 3.9'],
      ['numpy', '1.24.1', 'versionTable', '| numpy | 1.24.1 |'],
      ['transformers', '4.25.1', 'installCommand', 'transformers==4.25.1'],
    ]);
    expect(readOut.date).toMatchObject({ value: '2022-12-04', source: 'text' });
    expect(at(readOut.date?.span)).toBe('2022-12-04');
    expect(readOut.frameworks[0]).toBe('torch');
    expect(readOut.bugType).toBe('tensor-input');
    expect(readOut.information.filter((item) => item.present).map((item) => item.kind)).toEqual([
      'logs',
      'code',
      'data',
      'model',
    ]);
    expect(readOut.hidden).toEqual([
      { kind: 'htmlComment', span: { start: 25, end: 48 }, text: '<!-- please fill in -->' },
    ]);
    expect(readOut.limited).toBeNull();
    expect(symptoms).toHaveLength(1);
    expect(symptoms[0]).toMatchObject({
      id: 'symptom-1',
      kind: 'exception',
      type: 'RuntimeError',
      author: 'report',
      blamed: { function: 'forward', code: 'out = lin(torch.ones(12, 1))' },
    });
  });

  it.each<[string, string, string | null]>([
    ['a day that was given', 'on 2020-01-02', '2021-05-06'],
    ['an ISO date', 'It broke on 2020-01-02.', '2020-01-02'],
    ['day, month and year', 'set up on 20 September 2019', '2019-09-20'],
    ['month, day and year', 'this morning (May 25, 2020)', '2020-05-25'],
    ['a month', 'in mid November 2020', '2020-11-15'],
    ['no day of the calendar', 'on 2020-02-31', null],
    ['a version that looks like a date', 'build 2020.01.02', null],
  ])('tells the date: %s', (name, text, expected) => {
    expect(read(text, name.includes('given') ? expected : null).readOut.date?.value ?? null).toBe(expected);
  });

  it.each<[string, string[]]>([
    ['TensorFlow 2.11', ['tensorflow 2.11']],
    ['tensorflow-gpu==1.15.0', ['tensorflow-gpu 1.15.0']],
    [
      'pytorch-lightning 0.7.6, torch 1.5.0, Python 3.8, Ubuntu',
      ['pytorch-lightning 0.7.6', 'torch 1.5.0', 'python 3.8'],
    ],
    ['- PyTorch version: 2.0.1+cu117', ['torch 2.0.1+cu117']],
    ['[pip3] numpy==1.24.1', ['numpy 1.24.1']],
    [">>> torch.__version__\n'1.5.0'", ['torch 1.5.0']],
    ['pip install "torch==1.4.0" numpy==1.18', ['torch 1.4.0', 'numpy 1.18']],
    ['File "/opt/python3.8/site-packages/a.py", line 1', ['python 3.8']],
    ['python3.10 -m venv env', ['python 3.10']],
    ['Ubuntu 20.04 and CUDA 11.2', []],
    ['accuracy 0.91 with keras', []],
  ])('finds versions in %j', (text, expected) => {
    expect(read(text).readOut.versions.map(({ name, version }) => `${name} ${version}`)).toEqual(expected);
  });

  it('ends a message where the reporter goes on in words of their own', () => {
    const { symptoms } = read(
      'I get RuntimeError: expected scalar type Long but found Float. The labels are 0., 1. and 2.',
    );
    expect(symptoms[0]).toMatchObject({
      kind: 'exception',
      message: { source: 'expected scalar type Long but found Float' },
    });
  });

  it.each<[string, string, string]>([
    [
      'a session',
      '```\n>>> import torch\n>>> torch.ones(2) @ torch.ones(3)\n1\n```',
      'import torch\ntorch.ones(2) @ torch.ones(3)',
    ],
    ['a notebook', '```\nIn [1]: import torch\nIn [2]: x = 1\n```', 'import torch\nx = 1'],
    [
      'indented code',
      'I do\n\n    import torch\n    x = torch.ones(2)\n\nand it fails',
      'import torch\nx = torch.ones(2)',
    ],
    [
      'code without a fence',
      'My code:\nimport torch\nx = torch.ones(2)\nprint(x)\n\nIt fails.',
      'import torch\nx = torch.ones(2)\nprint(x)',
    ],
    ['code in a list', '1. Run\n   ```python\n   x = f(1)\n   ```\n', 'x = f(1)'],
    [
      'a class without a fence, whose methods stand behind empty lines',
      'My net:\n\nclass Net(nn.Module):\n    def __init__(self):\n        self.a = nn.Linear(2, 1)\n\n    def forward(self, x):\n        return self.a(x)\n\nIt fails.',
      'class Net(nn.Module):\n    def __init__(self):\n        self.a = nn.Linear(2, 1)\n\n    def forward(self, x):\n        return self.a(x)',
    ],
    [
      'code without a fence between comments that look like headings',
      'My code:\nimport torch\nx = torch.ones(2)\n# add\ny = x.sum()\n\nIt fails.',
      'import torch\nx = torch.ones(2)\n# add\ny = x.sum()',
    ],
    [
      'code beside a printed warning and the line that it shows',
      'Code\n\n    x = torch.ones(2)\n    y = f(x)\n\nprints\n\n    /lib/torch/loss.py:5: UserWarning: sizes differ\n      return F.mse(a, b)\n',
      'x = torch.ones(2)\ny = f(x)',
    ],
    ['a fence that is never closed', '```python\nx = f(1)\n', 'x = f(1)'],
  ])('finds the snippet in %s', (_, text, expected) => {
    expect(
      read(text)
        .readOut.blocks.filter((block) => block.kind === 'snippet')
        .map((block) => block.text),
    ).toEqual([expected]);
  });

  it('shows what is hidden, and does not read it', () => {
    const { readOut, symptoms } = read(
      'Title\n\n<!-- ValueError: planted -->\nzero\u200bwidth \u202eturned\u202c \u001b[31m\n',
    );
    expect(readOut.hidden.map((item) => item.kind)).toEqual([
      'htmlComment',
      'zeroWidth',
      'bidirectional',
      'bidirectional',
      'controlCharacter',
    ]);
    expect(symptoms).toEqual([]);
    expect(read('```html\n<!-- code -->\n```').readOut.hidden).toEqual([]);
  });

  it('reads only code, tracebacks and the first versions above 1 MB, and says so', () => {
    const filler = 'torch 1.0.0 and some words that fill the line up\n'.repeat(25_000);
    const { readOut, symptoms } = read(
      `${filler}\n\`\`\`python\nx = f(1)\n\`\`\`\n\nTraceback (most recent call last):\n  File "a.py", line 1, in f\n    x()\nValueError: no such size\n`,
    );
    expect(readOut.limited).toContain('larger than 1 MB');
    expect(readOut.versions.map(({ name, version }) => `${name} ${version}`)).toEqual(['torch 1.0.0']);
    expect(readOut.blocks.map((block) => block.kind)).toEqual(['snippet', 'traceback']);
    expect(symptoms[0]).toMatchObject({ kind: 'exception', type: 'ValueError' });
  });

  const hostile: Readonly<Record<string, string>> = {
    brackets: '[',
    quotes: '> > > > ',
    emphasis: '*a*a*a',
    comments: '<!-- ',
    lists: '- ',
    tables: '|a|b\n|-|-\n',
    blocks: 'a\n\n',
    ticks: '`a``b',
    messages: 'ValueError: ',
    shapes: '([1,(2,',
    numbers: '1.1.',
    pins: 'a==1.0 ',
  };
  it.each(Object.keys(hostile))(
    'takes 1 MB of %s without a stall of the parser or a throw',
    (name) => {
      const piece = hostile[name] ?? '';
      const { readOut } = read(piece.repeat(Math.ceil(1_000_000 / piece.length)).slice(0, 1_000_000));
      expect(readOut.limited).not.toBeNull();
      expect(ReportReadOut.safeParse(readOut).success).toBe(true);
    },
    60_000,
  );

  const runs = process.env['REPRISE_SLOW'] === '1' ? 100_000 : 10_000;
  it(`never throws, keeps to the contract, and its spans lie in the text (${runs} texts)`, () => {
    const pieces = fc.constantFrom(
      '\n',
      '\r\n',
      ' ',
      '    ',
      '```',
      '```python',
      '~~~',
      '> ',
      '# ',
      '- ',
      '| a | b |',
      '<!--',
      '-->',
      '>>> ',
      'In [1]: ',
      '...',
      '`',
      '*',
      '[',
      '](',
      '<details>',
      'Traceback (most recent call last):',
      '  File "a.py", line 3, in f',
      '    x = f(1)',
      '    ~~^^',
      'ValueError: size [1, 2]',
      'KeyError',
      '----> 5 x',
      'torch 1.2.3',
      'pip install a==1',
      '2020-01-02',
      'During handling of the above exception, another exception occurred:',
      'import torch',
      '\u200b',
      '\u202e',
      '\ud800',
      '\u0000',
      'loss: nan',
      'loss: 0.5 acc: 0.9 val_acc: 0.1',
      '  + Exception Group Traceback (most recent call last):',
      '  | ValueError: one',
      '  +-+---------------- 1 ----------------',
      '&lt;',
      '&quot;',
      '&#8203;',
      '<p>',
      '</p>',
      '<pre><code>',
      '</code></pre>',
      'Subject: it',
      'From: me',
      '{"cells": [], "nbformat": 4}',
      'in user code:',
      'Graph execution error:',
      'fails with "size mismatch, m1: [2 x 3], m2: [4 x 5]"',
      'The accuracy is stuck at 10 %.',
      'memory grows by 5 MB per step',
      '# -> RuntimeError: x',
    );
    const text = fc
      .array(
        fc.oneof(
          { weight: 4, arbitrary: pieces },
          { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (source) => {
        const { readOut, symptoms } = read(source);
        ReportReadOut.parse(readOut);
        symptoms.forEach((symptom) => Symptom.parse(symptom));
        const spans = [
          readOut.titleSpan,
          readOut.date?.span ?? null,
          ...readOut.blocks.map((b) => b.span),
          ...readOut.exceptions.map((e) => e.span),
          ...readOut.versions.map((v) => v.span),
          ...readOut.hidden.map((h) => h.span),
          ...readOut.information.map((i) => i.span),
          ...symptoms.map((s) => s.span),
        ];
        for (const span of spans) {
          if (span) expect(span.start <= span.end && span.end <= source.length).toBe(true);
        }
        for (const hidden of readOut.hidden) expect(source.slice(hidden.span.start, hidden.span.end)).toBe(hidden.text);
        for (const version of readOut.versions)
          expect(source.slice(version.span.start, version.span.end)).toContain(version.version.split('.')[0]);
        for (const exception of readOut.exceptions)
          expect(source.slice(exception.span.start, exception.span.end)).toContain(exception.type);
      }),
      { numRuns: runs },
    );
  }, 3_600_000);
});
