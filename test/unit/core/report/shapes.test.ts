import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/report/read-report';
import { fieldShapes } from './field-shapes';
import { code, escaped, fenced, notebook, quoted, simple, trace, type Shape } from './shape';

const shapes: readonly Shape[] = [
  // Tracebacks
  {
    name: 'a bare traceback',
    text: simple,
    title: 'ValueError: no such size',
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'Python 2.7',
    text: trace('  File "a.py", line 3, in <module>', '    print x', "NameError: name 'x' is not defined"),
    exceptions: ["NameError: name 'x' is not defined | 1"],
  },
  {
    name: 'carets of 3.11',
    text: trace('  File "a.py", line 3, in <module>', '    a @ b', '    ~~^~~', 'ValueError: no'),
    exceptions: ['ValueError: no | 1'],
  },
  {
    name: 'several lines of a statement of 3.13',
    text: trace('  File "a.py", line 3, in <module>', '    f(', '      1,', '    )', '    ~^^', 'ValueError: no'),
    exceptions: ['ValueError: no | 1'],
  },
  {
    name: 'frames without code',
    text: trace('  File "a.py", line 3, in f', '  File "b.py", line 4, in g', 'KeyError: 1'),
    exceptions: ['KeyError: 1 | 2'],
  },
  {
    name: 'repeated frames',
    text: trace(
      '  File "a.py", line 3, in f',
      '    f()',
      '  [Previous line repeated 996 more times]',
      'RecursionError: maximum recursion depth exceeded',
    ),
    exceptions: ['RecursionError: maximum recursion depth exceeded | 1'],
  },
  {
    name: 'a cause',
    text: `${simple}\n\nThe above exception was the direct cause of the following exception:\n\n${trace('  File "b.py", line 1, in g', '    h()')}\nRuntimeError: outer`,
    exceptions: ['ValueError: no such size | 1', 'RuntimeError: outer | 1'],
  },
  {
    name: 'a context',
    text: `${simple}\n\nDuring handling of the above exception, another exception occurred:\n\n${trace('  File "b.py", line 1, in g', '    h()')}\nKeyError: 'k'`,
    exceptions: ['ValueError: no such size | 1', "KeyError: 'k' | 1"],
  },
  {
    name: 'a dotted class',
    text: fenced(
      `${trace('  File "a.py", line 1, in f')}\ntensorflow.python.framework.errors_impl.NotFoundError: no file`,
    ),
    exceptions: ['tensorflow.python.framework.errors_impl.NotFoundError: no file | 1'],
  },
  {
    name: 'an exception without a message',
    text: fenced(`${trace('  File "a.py", line 1, in f', '    assert x')}\nAssertionError`),
    exceptions: ['AssertionError:  | 1'],
  },
  {
    name: 'a message of several lines',
    text: fenced(
      `${trace('  File "a.py", line 1, in f')}\nRuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "a.weight". `,
    ),
    exceptions: ['RuntimeError: Error(s) in loading state_dict for Net: | 1'],
  },
  {
    name: 'the tail of a traceback',
    text: fenced('  File "enc.py", line 9, in forward\n    x = x + y\nRuntimeError: sizes differ'),
    exceptions: ['RuntimeError: sizes differ | 1'],
  },
  {
    name: 'a numbered line and the end',
    text: fenced('    223     z = torch.cat([a, b], 1)\nRuntimeError: sizes differ'),
    exceptions: ['RuntimeError: sizes differ | 1'],
  },
  {
    name: 'only the last line in a block',
    text: `It ends:\n\n${fenced('RuntimeError: sizes differ')}`,
    exceptions: ['RuntimeError: sizes differ | 0'],
  },
  {
    name: 'the last line as a paragraph',
    text: 'It ends with\n\nRuntimeError: sizes differ\n\nWhy?',
    exceptions: ['RuntimeError: sizes differ | 0'],
  },
  {
    name: 'an exception in backticks',
    text: 'Then `RuntimeError: sizes differ` comes.',
    exceptions: ['RuntimeError: sizes differ | 0'],
  },
  {
    name: 'an exception in a comment of the code',
    text: fenced('y = f(x)  # RuntimeError: sizes differ', 'python'),
    exceptions: ['RuntimeError: sizes differ | 1'],
  },
  {
    name: 'an indented traceback',
    text: `I get\n\n${quoted(simple, '    ')}\n\nwhy?`,
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a traceback in a list',
    text: `1. Run it\n\n   ${fenced(simple).replace(/\n/g, '\n   ')}`,
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a traceback with Windows line ends',
    text: simple.replace(/\n/g, '\r\n'),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a Windows path',
    text: trace('  File "C:\\Users\\x\\site-packages\\torch\\nn\\m.py", line 5, in g', '    h()', 'ValueError: no'),
    exceptions: ['ValueError: no | 1'],
  },
  {
    name: 'pytest',
    text: fenced('E   ValueError: no such size\n\na.py:3: ValueError'),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'one of several ranks',
    text: fenced(quoted(simple, '[rank0]: ')),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'lines with a time stamp',
    text: fenced(quoted(simple, '2023-01-02T10:00:00.000Z ')),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'a syntax error',
    text: trace('  File "a.py", line 3', '    print x', '          ^', 'SyntaxError: invalid syntax'),
    exceptions: ['SyntaxError: invalid syntax | 1'],
  },
  // Groups
  {
    name: 'an exception group',
    text: fenced(
      '  + Exception Group Traceback (most recent call last):\n  |   File "a.py", line 5, in <module>\n  |     run()\n  | ExceptionGroup: several (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n    |   File "a.py", line 2, in load\n    |     x()\n    | ValueError: one\n    +---------------- 2 ----------------\n    | TypeError: two\n    +------------------------------------',
    ),
    exceptions: ['ExceptionGroup: several (2 sub-exceptions) | 1', 'ValueError: one | 1', 'TypeError: two | 0'],
  },
  {
    name: 'an exception group in prose',
    text: 'See:\n\n  + Exception Group Traceback (most recent call last):\n  |   File "a.py", line 5, in <module>\n  | BaseExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)\n  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n    |   File "b.py", line 2, in job\n    | KeyError: 3\n    +------------------------------------\n',
    exceptions: ['BaseExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception) | 1', 'KeyError: 3 | 1'],
  },
  // Notebooks
  {
    name: 'IPython 7',
    text: fenced(
      '---------------------------------------------------------------------------\nValueError                                Traceback (most recent call last)\n<ipython-input-3-5c> in <module>\n      1 x = 1\n----> 2 f(x)\n\n~/lib/python3.7/site-packages/m.py in f(x)\n     10 def f(x):\n---> 11     raise\n\nValueError: no such size',
    ),
    exceptions: ['ValueError: no such size | 2'],
  },
  {
    name: 'IPython 8',
    text: fenced(
      '---------------------------------------------------------------------------\nValueError                                Traceback (most recent call last)\nCell In[3], line 2\n      1 x = 1\n----> 2 f(x)\n\nFile ~/site-packages/m.py:11, in f(x)\n     10 def f(x):\n---> 11     raise\n\nValueError: no such size',
    ),
    exceptions: ['ValueError: no such size | 2'],
  },
  {
    name: 'a numbered session',
    text: fenced('In [3]: import torch\n\nIn [4]: torch.ones(2)\nOut[4]: tensor([1., 1.])'),
    blocks: ['snippet'],
  },
  {
    name: 'a saved notebook',
    text: notebook(
      { cell_type: 'markdown', source: ['# Broken fit\n', 'with keras 2.3.1'] },
      code('import keras\nkeras.fit()'),
    ),
    title: 'Broken fit',
    blocks: ['snippet'],
    versions: ['keras 2.3.1'],
  },
  {
    name: 'a saved error',
    text: notebook(
      code('f(x)', {
        output_type: 'error',
        ename: 'ValueError',
        evalue: 'no',
        traceback: [
          '\u001b[0;31mValueError\u001b[0m                                Traceback (most recent call last)',
          '\u001b[0;32m<ipython-input-1-a>\u001b[0m in \u001b[0;36m<module>\u001b[0;34m\u001b[0m\n\u001b[0;32m----> 1\u001b[0m f(x)',
          '\u001b[0;31mValueError\u001b[0m: no',
        ],
      }),
    ),
    exceptions: ['ValueError: no | 1'],
  },
  {
    name: 'a saved stream',
    text: notebook(code('fit()', { output_type: 'stream', text: ['loss: nan\n', 'loss: nan\n'] })),
    blocks: ['snippet', 'log'],
    symptom: 'nonFinite',
  },
  {
    name: 'a saved value',
    text: notebook(
      code('x', { output_type: 'execute_result', data: { 'text/plain': ['array([[1, 2],\n', '       [3, 4]])'] } }),
    ),
    blocks: ['snippet', 'dataSample'],
  },
  { name: 'JSON that is no notebook', text: '{"cells": 3, "nbformat": "x"}', exceptions: [] },
  // Pages and entities
  {
    name: 'a page',
    text: `<!DOCTYPE html><html><head><title>Fit fails</title><script>var ValueError = 1</script></head><body><p>With <b>torch 1.4.0</b>:</p><pre><code>${escaped('import torch\nx = torch.ones(2) @ torch.ones(3)')}\n</code></pre><pre>${escaped(simple)}</pre></body></html>`,
    title: 'Fit fails',
    blocks: ['snippet', 'traceback'],
    exceptions: ['ValueError: no such size | 1'],
    versions: ['torch 1.4.0'],
  },
  {
    name: 'a piece of a page',
    text: `<h1>Why?</h1>\n<div class="post"><p>I run</p><pre class="lang-py"><code>import torch\nx = torch.ones(2)\n</code></pre></div>`,
    title: 'Why?',
    blocks: ['snippet'],
  },
  {
    name: 'a list in a page',
    text: '<div><ul><li>Python 3.8</li><li>TensorFlow 2.3.0</li></ul><p>It hangs forever.</p></div>',
    versions: ['python 3.8', 'tensorflow 2.3.0'],
    symptom: 'hang',
  },
  {
    name: 'code with its entities',
    text: `I ran\n\n${fenced(escaped('>>> x = f(1)\n>>> x[5]'))}`,
    blocks: ['snippet'],
  },
  {
    name: 'a traceback with its entities',
    text: fenced(escaped(simple)),
    exceptions: ['ValueError: no such size | 1'],
  },
  {
    name: 'numbered entities',
    text: fenced('print(&#39;x&#39;)\nimport torch\ny = torch.ones(2) &#60; 3', 'python'),
    blocks: ['snippet'],
  },
  { name: 'a comment that is shown as text', text: '&lt;!-- the loss is nan', symptom: 'nonFinite' },
  {
    name: 'folded logs',
    text: `Bug\n\n<details><summary>log</summary>\n\n${fenced(simple)}\n</details>`,
    exceptions: ['ValueError: no such size | 1'],
  },
  // Mails and quotes
  {
    name: 'a mail',
    text: `From: Ann <a@example.org>\nDate: Tue, 5 May 2020 10:00:00 +0200\nSubject: crash\n\n${quoted(`Hello,\n${simple}`)}\n`,
    title: 'crash',
    exceptions: ['ValueError: no such size | 1'],
    date: '2020-05-05',
  },
  {
    name: 'a quoted answer',
    text: `${quoted(`with torch 1.5.0\n\n${simple}`)}\n\nSame here.`,
    exceptions: ['ValueError: no such size | 1'],
    versions: ['torch 1.5.0'],
  },
  { name: 'a quote within a quote', text: quoted(quoted(simple)), exceptions: ['ValueError: no such size | 1'] },
  {
    name: 'a session that looks quoted',
    text: '>>> import torch\n>>> torch.ones(2)\ntensor([1., 1.])\n',
    blocks: ['snippet'],
  },
  // Templates
  {
    name: 'a template',
    text: '### Describe the bug\n\n<!-- clear -->\nThe loader hangs with 2 workers.\n\n### To Reproduce\n\n```python\nimport torch\n```\n',
    title: 'The loader hangs with 2 workers.',
    blocks: ['snippet'],
    symptom: 'hang',
  },
  {
    name: 'a template with bold headings',
    text: '**System information**\n- TensorFlow version (use command below): 2.1.0\n- Python version: 3.6\n\n**Describe the current behavior**\nLoss is nan.\n',
    versions: ['tensorflow 2.1.0', 'python 3.6'],
    symptom: 'nonFinite',
  },
  {
    name: 'an example in a template',
    text: ' - PyTorch Version (e.g., 1.0): 1.4.0\n - OS (e.g., Linux): Linux\n',
    versions: ['torch 1.4.0'],
  },
  { name: 'a title line', text: 'Title: Fit fails on rows\n\nBody.', title: 'Fit fails on rows' },
  {
    name: 'a copied issue',
    text: 'Fit fails on rows #1234\n\nOpen\nann opened this issue on Jan 3, 2020 · 4 comments\n\nBody.',
    title: 'Fit fails on rows #1234',
    date: '2020-01-03',
  },
  // Versions
  {
    name: 'pip freeze',
    text: fenced('absl-py==0.9.0\nnumpy==1.18.1\ntorch==1.5.0+cu101'),
    blocks: ['versionTable'],
    versions: ['absl-py 0.9.0', 'numpy 1.18.1', 'torch 1.5.0+cu101'],
  },
  {
    name: 'conda list',
    text: fenced(
      '# packages in environment at /opt/conda:\n#\n# Name                    Version                   Build  Channel\nblas                      1.0                         mkl\nkeras                     2.3.1                         0    conda-forge\nnumpy                     1.18.1           py37h4f9e942_0\nabsl-py                   0.9.0                    pypi_0    pypi',
    ),
    blocks: ['versionTable'],
    versions: ['keras 2.3.1', 'numpy 1.18.1', 'absl-py 0.9.0'],
  },
  {
    name: 'collect_env',
    text: fenced(
      'Collecting environment information...\nPyTorch version: 1.13.1+cu117\nCUDA used to build PyTorch: 11.7\nPython version: 3.9.15 (main, Nov  4 2022)  [GCC 11.2.0]\n\n[pip3] numpy==1.23.5\n[conda] mkl                       2021.4.0           h06a4308_640\n[conda] numpy                     1.23.5           py39h14f4228_0',
    ),
    blocks: ['versionTable'],
    versions: ['torch 1.13.1+cu117', 'python 3.9.15', 'numpy 1.23.5'],
  },
  { name: 'pip show', text: fenced('Name: torch\nVersion: 1.5.0\nSummary: Tensors'), blocks: ['log'] },
  {
    name: 'a table of versions',
    text: '| library | version |\n| --- | --- |\n| keras | 2.2.4 |\n| numpy | 1.16.4 |\n',
    versions: ['keras 2.2.4', 'numpy 1.16.4'],
  },
  { name: 'a printed version', text: fenced(">>> tf.__version__\n'2.0.0'"), versions: ['tensorflow 2.0.0'] },
  {
    name: 'transformers-cli env',
    text: '- `transformers` version: 4.6.1\n- Platform: Linux\n- Python version: 3.7.10\n- PyTorch version (GPU?): 1.8.1 (False)\n',
    versions: ['transformers 4.6.1', 'python 3.7.10', 'torch 1.8.1'],
  },
  {
    name: 'an install command',
    text: fenced('$ pip install tensorflow-gpu==1.15.0 keras==2.2.4', 'bash'),
    blocks: ['shell'],
    versions: ['tensorflow-gpu 1.15.0', 'keras 2.2.4'],
  },
  // Frameworks' own forms
  {
    name: 'in user code',
    text: fenced(
      `${trace('  File "t.py", line 30, in <module>', '    model.fit(x, y)')}\nValueError: in user code:\n\n    File "/lib/keras/engine/training.py", line 12, in train_function  *\n        return step(self)\n\n    ValueError: Shapes (None, 1) and (None, 10) are incompatible`,
    ),
    exceptions: ['ValueError: in user code: | 1'],
  },
  {
    name: 'graph execution error',
    text: fenced(
      `${trace('  File "t.py", line 7, in <module>', '    model.fit(x, y)')}\nInvalidArgumentError: Graph execution error:\n\nDetected at node 'loss/x' defined at (most recent call last):\n    File "t.py", line 7, in <module>\n      model.fit(x, y)\nNode: 'loss/x'\nReceived a label value of 5\n\t [[{{node loss/x}}]]`,
    ),
    exceptions: ['InvalidArgumentError: Graph execution error: | 1'],
  },
  {
    name: 'Keras names its layer',
    text: fenced(
      `${trace('  File "t.py", line 7, in <module>', '    net(x)')}\nValueError: Exception encountered when calling layer "softmax" (type Softmax).\n\nIncompatible shapes: [4,5] vs. [4,6]\n\nCall arguments received by layer "softmax":\n  • inputs=x`,
    ),
    exceptions: ['ValueError: Exception encountered when calling layer "softmax" (type Softmax). | 1'],
  },
  {
    name: 'a DataLoader worker',
    text: fenced(
      `${trace('  File "t.py", line 7, in <module>', '    next(it)')}\nValueError: Caught ValueError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n  File "w.py", line 1, in f\n    g()\nValueError: bad sample here`,
    ),
    exceptions: ['ValueError: Caught ValueError in DataLoader worker process 0. | 1'],
  },
  {
    name: 'the C++ tail of a message',
    text: fenced(
      `${trace('  File "a.py", line 9, in <module>', '    loss.backward()')}\nRuntimeError: CUDA error: device-side assert triggered\nException raised from alloc_block at /x/CUDACachingAllocator.cpp:272 (most recent call first):\nframe #0: c10::Error::Error() + 0x46 (0x7fa in libc10.so)`,
    ),
    exceptions: ['RuntimeError: CUDA error: device-side assert triggered | 1'],
  },
  {
    name: 'an assertion on the device',
    text: fenced(
      `/x/ClassNLLCriterion.cu:108: cunn_update: block: [0,0,0], thread: [0,0,0] Assertion \`t >= 0 && t < n_classes\` failed.\n${simple.replace('ValueError: no such size', 'RuntimeError: cuda runtime error (59) : device-side assert triggered at /x.cu:26')}`,
    ),
    exceptions: ['RuntimeError: cuda runtime error (59) : device-side assert triggered at /x.cu:26 | 1'],
  },
  {
    name: 'an end in C++',
    text: fenced(
      "terminate called after throwing an instance of 'c10::Error'\n  what():  something\nAborted (core dumped)",
    ),
    symptom: 'signal',
  },
  {
    name: 'a fatal error of the interpreter',
    text: fenced(
      'Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n  File "a.py", line 3 in f',
    ),
    symptom: 'signal',
  },
  { name: 'a killed process', text: fenced('$ python train.py\nKilled'), symptom: 'outOfMemory' },
  {
    name: 'a native warning',
    text: fenced(
      '[W TensorImpl.h:1156] Warning: Named tensors and all their associated APIs are an experimental feature',
    ),
    symptom: 'warning',
  },
  // Blocks
  {
    name: 'a log of training',
    text: fenced('Epoch 1/2\n10/10 [====] - 1s - loss: 0.5\nEpoch 2/2\n10/10 [====] - 1s - loss: 0.4'),
    blocks: ['log'],
  },
  { name: 'a table of data', text: fenced('a,b,c\n1,2,3\n4,5,6', 'csv'), blocks: ['dataSample'] },
  { name: 'a printed tensor', text: fenced('tensor([[1., 2.],\n        [3., 4.]])'), blocks: ['dataSample'] },
  { name: 'a fence of tildes', text: '~~~python\nx = f(1)\n~~~\n', blocks: ['snippet'] },
  {
    name: 'code without a fence',
    text: 'My code:\nimport torch\nx = torch.ones(2)\nprint(x)\n\nIt fails.',
    blocks: ['snippet'],
  },
  { name: 'a shell session', text: fenced('$ git clone x\n$ python train.py --lr 1'), blocks: ['shell'] },
];

const all = [...shapes, ...fieldShapes];

describe('shapes of reports', () => {
  it('are at least 120, each another one', () => {
    process.stdout.write(`${all.length} shapes of report\n`);
    expect(all.length).toBeGreaterThanOrEqual(120);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  });

  it.each(all.map((shape) => [shape.name, shape] as const))('%s', (_, shape) => {
    const { readOut, symptoms } = readReport({ name: 'report.md', text: shape.text, asOf: null });
    if (shape.title !== undefined) expect(readOut.title).toBe(shape.title);
    if (shape.blocks) expect(readOut.blocks.map((block) => block.kind)).toEqual(shape.blocks);
    if (shape.exceptions) {
      expect(
        readOut.exceptions.map(
          ({ type, message, frames }) => `${type}: ${message.split('\n')[0] ?? ''} | ${frames.length}`,
        ),
      ).toEqual(shape.exceptions);
    }
    if (shape.versions)
      expect(readOut.versions.map(({ name, version }) => `${name} ${version}`)).toEqual(shape.versions);
    if (shape.date !== undefined) expect(readOut.date?.value ?? null).toBe(shape.date);
    if (shape.symptom !== undefined) expect(symptoms[0]?.kind).toBe(shape.symptom);
    for (const { type, span } of readOut.exceptions) expect(shape.text.slice(span.start, span.end)).toContain(type);
    for (const { version, span } of readOut.versions) expect(shape.text.slice(span.start, span.end)).toContain(version);
    for (const { span } of readOut.blocks) expect(shape.text.slice(span.start, span.end).trim()).not.toBe('');
  });

  it('keeps what a wrapper holds in its message', () => {
    const wrapped = shapes.filter((shape) => ['in user code', 'graph execution error'].includes(shape.name));
    const messages = wrapped.map(
      ({ text }) => readReport({ name: 'r', text, asOf: null }).readOut.exceptions[0]?.message,
    );
    expect(messages[0]).toContain('Shapes (None, 1) and (None, 10) are incompatible');
    expect(messages[1]).toContain('Received a label value of 5');
  });
});
