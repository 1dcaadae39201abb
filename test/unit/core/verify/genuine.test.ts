import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';
import {
  atLibrary,
  atScript,
  exceptionOf,
  kerasFile,
  kerasFilter,
  ruleOf,
  torchFile,
  torchInit,
  verdictOf,
  type CaseOptions,
} from './judged-case';

const sizes = 'mat1 and mat2 shapes cannot be multiplied (4x10 and 5x2)';
const report = (code: string, type: string, text: string): string =>
  `# A layer fails\n\n\`\`\`python\n${code}\n\`\`\`\n\n\`${type}: ${text}\`\n`;
const layerReport = report('lin = torch.nn.Linear(5, 2)\nout = lin(torch.rand(4, 10))', 'RuntimeError', sizes);
const layerScript = 'import torch\nlin = torch.nn.Linear(5, 2)\nout = lin(torch.rand(4, 10))\n';

/** A script of our own beside the report's layer, with the exception that it plants. */
function planted(
  lines: string,
  frames: (script: string) => CaseOptions['frames'],
  more: Partial<CaseOptions> = {},
): CaseOptions {
  const script = `import torch\n${lines}\n`;
  return { report: layerReport, script, type: 'RuntimeError', message: sizes, frames: frames(script), ...more };
}

const negative = 'Negative dimension size caused by subtracting 3 from 1';
const nested =
  'net = tf.keras.Sequential([\n    tf.keras.layers.Conv2D(4, 3, input_shape=(4, 4, 1)),\n    tf.keras.layers.Conv2D(8, 3),\n    tf.keras.layers.Conv2D(8, 3)])';
const added =
  'from tensorflow.keras import layers\nnet = Sequential()\nnet.add(layers.Conv2D(4, 3))\nnet.add(layers.Conv2D(8, 3))';

/** A container of layers that is filled in another way than in the report, and fails at the line that holds `at`. */
function filled(code: string, lines: string, at: string, more = ''): CaseOptions {
  const script = `import tensorflow as tf\n${lines}\n`;
  return {
    report:
      more === '' ? report(code, 'ValueError', negative) : `# A layer fails\n\n\`\`\`python\n${code}\n\`\`\`\n${more}`,
    script,
    type: 'ValueError',
    message: negative,
    frames: [atScript(script, at, 'CALL'), atLibrary(kerasFile, 'compute_output_spec')],
  };
}
const oneByOne = (...more: readonly string[]): string =>
  ['layers = tf.keras.layers', 'model = tf.keras.Sequential()', 'model.add(tf.keras.Input((4, 4, 1)))', ...more].join(
    '\n',
  );
const blaming = (line: string): string =>
  `\n\`\`\`\nTraceback (most recent call last):\n  File "a.py", line 3, in <module>\n    ${line}\nValueError: ${negative}\n\`\`\`\n`;

const choiceScript = 'import numpy as np\nrows = np.random.choice(0, 3)\n';
function compiled(op: string, offset: number, script = choiceScript): CaseOptions {
  const inner = atLibrary('/case/numpy/random/mtrand.pyx', 'numpy.random.mtrand.RandomState.choice', op, null);
  return {
    report: report(choiceScript, 'ValueError', negative),
    ...{ script, type: 'ValueError', message: negative },
    frames: [
      atScript(script, 'np.random.choice', 'CALL'),
      { ...inner, place: 'other', module: 'numpy.random.mtrand', instruction: { op, offset } },
    ],
  };
}

const counterfeits: Readonly<Record<string, CaseOptions>> = {
  'a raise under the path of a compiled module': compiled('RAISE_VARARGS', 20),
  'a compiled module behind a line of ours': compiled('RESUME', 0, choiceScript.replace('(0, 3)', '(0, size())')),
  'a layer that the container of the report does not begin with': filled(
    nested,
    oneByOne('model.add(layers.MaxPooling2D(2))', 'model.add(layers.Conv2D(8, 3))'),
    'Conv2D(8',
  ),
  'a layer of another container than the blamed one': filled(
    nested,
    oneByOne('model.add(layers.Conv2D(4, 3))', 'model.add(layers.Conv2D(8, 3))'),
    'Conv2D(8',
    blaming('net.fit(x, y)'),
  ),
  'another layer than the one that is blamed': filled(
    added,
    'net = tf.keras.Sequential([tf.keras.layers.Conv2D(4, 3)])',
    'Sequential([',
    blaming('net.add(layers.Conv2D(8, 3))'),
  ),
  'a layer that is added to what is no container': filled(
    nested,
    oneByOne('model = set()', 'model.add(layers.Conv2D(4, 3))'),
    'Conv2D(4',
  ),
  'raise with the message': planted(`raise RuntimeError("${sizes}")`, (s) => [atScript(s, 'raise', 'RAISE_VARARGS')]),
  'raise with the message from a file': planted('raise RuntimeError(open("m.txt").read())', (s) => [
    atScript(s, 'raise', 'RAISE_VARARGS'),
  ]),
  'raise in a function that the report calls by name': planted(
    'def lin(x):\n    raise RuntimeError(words())\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL'), atScript(s, 'raise', 'RAISE_VARARGS', 'lin')],
  ),
  'assert with a message': planted('assert False, words()', (s) => [atScript(s, 'assert', 'RAISE_VARARGS')], {
    report: report('check(x)', 'AssertionError', 'shapes of input and weight differ'),
    type: 'AssertionError',
    message: 'shapes of input and weight differ',
  }),
  'assert in older bytecode': planted(
    'assert 1 == 2, words()',
    (s) => [atScript(s, 'assert', 'LOAD_ASSERTION_ERROR')],
    {
      report: report('check(x)', 'AssertionError', 'shapes of input and weight differ'),
      type: 'AssertionError',
      message: 'shapes of input and weight differ',
    },
  ),
  'exec of a string': planted('exec(open("code.txt").read())', (s) => [
    atScript(s, 'exec', 'CALL'),
    { ...atScript(s, 'exec', 'RAISE_VARARGS'), file: '<string>', place: 'other', code: null },
  ]),
  'code compiled under the path of a library': planted(`run = compile(text, "${torchFile}", "exec")\nrun()`, (s) => [
    atScript(s, 'run()', 'CALL'),
    atLibrary(torchFile, 'forward'),
  ]),
  'a frame at a line that the library does not have': planted('out = helper(torch.rand(4, 10))', (s) => [
    atScript(s, 'out = helper', 'CALL'),
    atLibrary(torchFile, 'forward', 'RAISE_VARARGS', null),
  ]),
  'a class of the same name': planted(
    'class RuntimeError(Exception):\n    pass\nraise RuntimeError(words())',
    (s) => [atScript(s, 'raise', 'RAISE_VARARGS')],
    {
      module: '__main__',
      bases: ['Exception', 'BaseException'],
    },
  ),
  'a class made by type() under a library name': planted(
    'error = type("RuntimeError", (Exception,), {})\nraise error(words())',
    (s) => [atScript(s, 'raise', 'RAISE_VARARGS')],
    { module: '__main__' },
  ),
  'a library function given another meaning': planted(
    'torch.nn.functional.linear = broken\nlin = torch.nn.Linear(5, 2)\nout = lin(torch.rand(4, 10))',
    (s) => [
      atScript(s, 'out = lin', 'CALL'),
      atLibrary(torchFile, 'forward', 'CALL'),
      atScript(s, 'broken', 'RAISE_VARARGS', 'broken'),
    ],
  ),
  'setattr on a library': planted(
    'setattr(torch.nn.Linear, "forward", broken)\nlin = torch.nn.Linear(5, 2)\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL'), atLibrary(torchFile, 'forward')],
  ),
  'torch._check with a message': planted('torch._check(False, words)', (s) => [
    atScript(s, 'torch._check', 'CALL'),
    atLibrary(torchInit, '_check_with'),
  ]),
  'a helper bound to the name that the report calls': planted(
    'import functools\nlin = functools.partial(getattr(torch, "_ch" + "eck"), False, words)\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL'), atLibrary(torchInit, '_check_with')],
  ),
  'a testing function of a library': planted('torch.testing.assert_close(a, b, msg=words)', (s) => [
    atScript(s, 'assert_close', 'CALL'),
    atLibrary('/env/lib/python3.11/site-packages/torch/testing/_comparison.py', 'assert_close'),
  ]),
  'an exception set on a future': planted('f.set_exception(error)\nf.result()', (s) => [
    atScript(s, 'f.result', 'CALL'),
    atLibrary('/usr/lib/python3.11/concurrent/futures/_base.py', '__get_result'),
  ]),
  'a future that was set by a helper': planted('f = made_future()\nout = f.result()', (s) => [
    atScript(s, 'f.result', 'CALL'),
    atLibrary('/usr/lib/python3.11/concurrent/futures/_base.py', 'result'),
    atLibrary('/usr/lib/python3.11/concurrent/futures/_base.py', '__get_result'),
  ]),
  'a mock with a side effect': planted(
    'from unittest.mock import Mock\nlin = Mock(side_effect=error)\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL'), atLibrary('/usr/lib/python3.11/unittest/mock.py', '_execute_mock_call')],
  ),
  'throw into a generator': planted('g = steps()\ng.throw(error)', (s) => [
    atScript(s, 'g.throw', 'CALL'),
    atScript(s, 'steps', 'YIELD_VALUE', 'steps'),
  ]),
  'throw through a context manager of a library': planted('with_error(torch.no_grad())', (s) => [
    atScript(s, 'with_error', 'CALL'),
    atLibrary(torchFile, 'no_grad', 'YIELD_VALUE'),
  ]),
  'set by ctypes': planted('import ctypes\nctypes.pythonapi.PyErr_SetString(RuntimeError, text)', (s) => [
    atScript(s, 'pythonapi', 'CALL'),
  ]),
  'raised from a cause that was never raised': planted(
    'raise ValueError() from RuntimeError(words())',
    (s) => [atScript(s, 'raise', 'RAISE_VARARGS')],
    {
      chain: [
        exceptionOf({
          type: 'ValueError',
          message: '',
          frames: [atScript('raise ValueError()', 'raise', 'RAISE_VARARGS')],
        }),
        { ...exceptionOf({ type: 'RuntimeError', message: sizes, frames: [] }), relation: 'cause' },
      ],
    },
  ),
  'caught and raised anew with other words': planted(
    'try:\n    a @ b\nexcept RuntimeError as e:\n    raise RuntimeError(words(e))',
    (s) => [atScript(s, 'raise', 'RAISE_VARARGS')],
  ),
  'the words of a caught exception changed': planted(
    'try:\n    lin(x)\nexcept RuntimeError as e:\n    e.args = (words(),)\n    raise',
    (s) => [atScript(s, 'lin(x)', 'CALL'), atLibrary(torchFile, 'forward', 'CALL')],
  ),
  'shapes of our own made to clash': planted('a = torch.rand(4, 10)\nb = torch.rand(5, 2)\nc = a @ b', (s) => [
    atScript(s, 'a @ b', 'BINARY_OP'),
  ]),
  'a layer of our own where the report shows its layer': planted(
    'own = torch.nn.Linear(5, 2)\nresult = own.forward(torch.rand(4, 10))',
    (s) => [atScript(s, 'own.forward', 'CALL'), atLibrary(torchFile, 'forward', 'CALL')],
  ),
  'a module written by the script': planted('from lib import lin\nout = lin(torch.rand(4, 10))', (s) => [
    atScript(s, 'out = lin', 'CALL'),
    { ...atLibrary('/case/lib.py', 'lin'), place: 'other' },
  ]),
  'a library file that was changed': planted(
    'lin = torch.nn.Linear(5, 2)\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL'), atLibrary(torchFile, 'forward')],
    {
      installed: { [torchFile]: 'changed' },
    },
  ),
  'a message put together from pieces': planted(
    'parts = ["mat1 and", "mat2 shapes", "cannot be multiplied"]\nlin = torch.nn.Linear(5, 2)\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL'), atLibrary(torchFile, 'forward', 'CALL')],
  ),
  'an excepthook that prints': planted(
    'import sys\nsys.excepthook = show\nlin = torch.nn.Linear(5, 2)\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL'), atLibrary(torchFile, 'forward', 'CALL')],
  ),
  'a way to run text that is only handed on': planted(
    'run = exec\nrun(words(), box)\nlin = box["Layer"]()\nout = lin(torch.rand(4, 10))',
    (s) => [
      atScript(s, 'out = lin', 'CALL'),
      { ...atLibrary('<string>', '__call__'), place: 'other', distribution: null, code: null },
    ],
  ),
  'text that some library ran as code': planted('lin = made(words())\nout = lin(torch.rand(4, 10))', (s) => [
    atScript(s, 'out = lin', 'CALL'),
    { ...atLibrary('<string>', '__call__'), place: 'other', distribution: null, code: null },
  ]),
  'a package that the script wrote into a folder named like that of packages': planted(
    'from made import Layer\nlin = Layer()\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL'), atLibrary('/case/site-packages/made/__init__.py', '__call__')],
    { installed: { '/case/site-packages/made/__init__.py': 'foreign' } },
  ),
  'a raise that a compiler of the library hides from the traceback': planted(
    '@torch.jit.script\ndef lin(x):\n    raise RuntimeError(words())\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL')],
  ),
  'an exception object that was made elsewhere, raised below such a compiler': planted(
    'def lin(x):\n    raise made[0]\nlin = compiled(lin)\nout = lin(torch.rand(4, 10))',
    (s) => [atScript(s, 'out = lin', 'CALL')],
  ),
  'a script that writes other lines over its own, as the record read them': planted(
    'own = words()\nresult = own.forward(torch.rand(4, 10))',
    (s) => [{ ...atScript(s, 'own.forward', 'CALL'), code: 'out = lin(torch.rand(4, 10))' }],
    { report: '# A layer fails\n\n`RuntimeError: ' + sizes + '`\n\nIt is the call of `torch.lin()`.\n' },
  ),
  ...Object.fromEntries(
    [
      'import sys as s\ns.excepthook = show',
      's = torch.os.sys\ns.excepthook = show',
      't = torch.nn.functional\nt.linear = broken',
      'for torch.nn.functional.linear in [broken]: pass',
      'class Box:\n    t = torch\nBox.t.nn = broken',
      'change(torch)',
      'torch.nn.Linear.__module__ = "x"',
      'getattr(torch.os.sys, name)(show)',
      'k = getattr(show, "__code__").replace(co_filename=torch.__file__)',
      'import os\nos.write(7, words())',
      'from os import dup2 as d\nd(1, 7)',
      'from os import *\nwrite(7, words())',
      'open("/proc/self/fd/7", "w").write(words())',
      'open(7, "w").write(words())',
      'import codecs\nlin = codecs.strict_errors',
      'import torch.numpy as t, ctypes.util as c',
      'class R:\n    def __reduce__(self):\n        return show, ()',
      'reprise_observe.__closure__[0].cell_contents(words())',
      'print.__self__.open = show',
    ].map((line) => [
      `a line that reaches for the interpreter, the runner or hidden text: ${line}`,
      planted(`${line}\nlin = torch.nn.Linear(5, 2)\nout = lin(torch.rand(4, 10))`, (s) => [
        atScript(s, 'out = lin', 'CALL'),
        atLibrary(torchFile, 'forward', 'CALL'),
      ]),
    ]),
  ),
  ...Object.fromEntries(
    ['e.__init__(words())', 'e.msg = words()', 'setattr(e, "strerror", words())'].map((line) => [
      `the words of a caught exception changed: ${line}`,
      planted(`try:\n    out = lin(torch.rand(4, 10))\nexcept RuntimeError as e:\n    ${line}\n    raise`, (s) => [
        atScript(s, 'out = lin', 'CALL'),
        atLibrary(torchFile, 'forward', 'CALL'),
      ]),
    ]),
  ),
  'raised by a line of ours in a worker': planted(
    'class D:\n    def __getitem__(self, i):\n        raise RuntimeError(words())\nlin = torch.nn.Linear(5, 2)\nout = lin(torch.rand(4, 10))',
    (s) => [
      atScript(s, 'out = lin', 'CALL'),
      atLibrary('/env/lib/python3.11/site-packages/torch/_utils.py', 'reraise'),
    ],
    {
      message: `Caught RuntimeError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n  File "/case/reproducer.py", line 4, in __getitem__\n    raise RuntimeError(words())\nRuntimeError: ${sizes}`,
    },
  ),
};

const fromReport = (
  code: string,
  type: string,
  text: string,
  frames: (script: string) => CaseOptions['frames'],
  more: Partial<CaseOptions> = {},
): CaseOptions => {
  const script = `import torch\nimport numpy as np\n${code}\n`;
  return { report: report(code, type, text), script, type, message: text, frames: frames(script), ...more };
};

const crashes: Readonly<Record<string, CaseOptions>> = {
  'a layer, raised in C below torch': {
    report: layerReport,
    script: layerScript,
    type: 'RuntimeError',
    message: sizes,
    frames: [atScript(layerScript, 'out = lin', 'CALL'), atLibrary(torchFile, 'forward', 'CALL')],
  },
  'an operator of the script': fromReport('c = a @ b', 'RuntimeError', sizes, (s) => [
    atScript(s, 'a @ b', 'BINARY_OP'),
  ]),
  'an operator in Python 2.7': fromReport(
    'c = a + b',
    'TypeError',
    "unsupported operand type(s) for +: 'int' and 'str'",
    (s) => [atScript(s, 'a + b', 'BINARY_ADD')],
  ),
  'a matrix product in Python 3.7': fromReport(
    'c = a @ b',
    'ValueError',
    'shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)',
    (s) => [atScript(s, 'a @ b', 'BINARY_MATRIX_MULTIPLY')],
  ),
  'a call into C': fromReport(
    'both = torch.tensor([f(r) for r in x])',
    'ValueError',
    'only one element tensors can be converted to Python scalars',
    (s) => [atScript(s, 'torch.tensor', 'CALL')],
  ),
  'a call in Python 3.10': fromReport(
    'both = torch.tensor(x)',
    'ValueError',
    'only one element tensors can be converted',
    (s) => [atScript(s, 'torch.tensor', 'CALL_METHOD')],
  ),
  'an unexpected keyword': fromReport(
    'm = Net(width=3)',
    'TypeError',
    "__init__() got an unexpected keyword argument 'width'",
    (s) => [atScript(s, 'Net(', 'CALL_FUNCTION_KW')],
  ),
  'a subscript': fromReport('x = data["label"]', 'KeyError', "'label'", (s) => [atScript(s, 'data[', 'BINARY_SUBSCR')]),
  'a missing attribute': fromReport(
    'x = torch.nn.Nothing',
    'AttributeError',
    "module 'torch.nn' has no attribute 'Nothing'",
    (s) => [atScript(s, 'Nothing', 'LOAD_ATTR')],
  ),
  'an import': fromReport(
    'from torch.nn import Nothing',
    'ImportError',
    "cannot import name 'Nothing' from 'torch.nn'",
    (s) => [atScript(s, 'Nothing', 'IMPORT_FROM')],
  ),
  'an unpacking': fromReport('a, b = values', 'ValueError', 'too many values to unpack (expected 2)', (s) => [
    atScript(s, 'a, b', 'UNPACK_SEQUENCE'),
  ]),
  'an iteration': fromReport('for x in loader:\n    print(x)', 'TypeError', "'int' object is not iterable", (s) => [
    atScript(s, 'for x', 'GET_ITER'),
  ]),
  'a comparison': fromReport(
    'if a > b:\n    print(a)',
    'RuntimeError',
    'Boolean value of Tensor with more than one value is ambiguous',
    (s) => [atScript(s, 'a > b', 'TO_BOOL')],
  ),
  'a name that is not callable': fromReport(
    'loss = loss(preds, ys)',
    'TypeError',
    "'Tensor' object is not callable",
    (s) => [atScript(s, 'loss(preds', 'CALL')],
  ),
  'a raise in the report’s own code': fromReport(
    'def check(x):\n    raise ValueError("size of the input is odd")\ncheck(3)',
    'ValueError',
    'size of the input is odd',
    (s) => [atScript(s, 'check(3)', 'CALL'), atScript(s, 'raise', 'RAISE_VARARGS', 'check')],
  ),
  'an assertion in the report’s own code': fromReport(
    'assert n % 2 == 0, "n must be even here"',
    'AssertionError',
    'n must be even here',
    (s) => [atScript(s, 'assert', 'RAISE_VARARGS')],
  ),
  'a layer under Keras’ traceback filter': fromReport(
    'net.add(Conv2D(8, 3))',
    'ValueError',
    'Computed output size would be negative. Received: inputs',
    (s) => [
      atScript(s, 'net.add', 'CALL'),
      atLibrary(kerasFilter, 'error_handler'),
      atLibrary(kerasFile, 'compute_conv_output_shape'),
    ],
  ),
  'a method of one’s own layer under the filter': fromReport(
    'y = self.att(query=v, value=v)',
    'ValueError',
    'Incompatible shapes: [4,5] vs. [4,6]',
    (s) => [atScript(s, 'self.att', 'CALL', 'call'), atLibrary(kerasFilter, 'error_handler')],
  ),
  'a helper that the library calls for itself': fromReport(
    'y = torch.cat([a, b], 1)',
    'RuntimeError',
    'Sizes of tensors must match except in dimension 1',
    (s) => [
      atScript(s, 'torch.cat', 'CALL'),
      atLibrary('/env/lib/python3.11/site-packages/torch/_meta_registrations.py', 'meta_cat', 'CALL'),
      atLibrary(torchInit, '_check_with'),
    ],
  ),
  'a testing function that the report itself calls': fromReport(
    'np.testing.assert_allclose(a, b)',
    'AssertionError',
    'Not equal to tolerance rtol=1e-07, atol=0',
    (s) => [
      atScript(s, 'assert_allclose', 'CALL'),
      atLibrary('/env/lib/python3.11/site-packages/numpy/testing/_private/utils.py', 'assert_array_compare'),
    ],
  ),
  'a library of the standard library': fromReport(
    'x = json.loads(text)',
    'JSONDecodeError',
    'Expecting value: line 1 column 1 (char 0)',
    (s) => [atScript(s, 'json.loads', 'CALL'), atLibrary('/usr/lib/python3.11/json/decoder.py', 'raw_decode')],
    { module: 'json.decoder' },
  ),
  'variables renamed throughout': {
    ...fromReport('c = a @ b', 'RuntimeError', sizes, () => []),
    script: 'import torch\nleft = torch.rand(4, 10)\nright = torch.rand(5, 2)\nresult = left @ right\n',
    report: report('a = torch.rand(4, 10)\nb = torch.rand(5, 2)\nc = a @ b', 'RuntimeError', sizes),
    frames: [
      atScript(
        'import torch\nleft = torch.rand(4, 10)\nright = torch.rand(5, 2)\nresult = left @ right\n',
        'left @ right',
        'BINARY_OP',
      ),
    ],
  },
  'a subclass of the reported class': fromReport(
    'y = f(x)',
    'LookupError',
    'nothing is known under that name',
    (s) => [atScript(s, 'f(x)', 'CALL')],
    { type: 'KeyError', bases: ['LookupError', 'Exception', 'BaseException'] },
  ),
  'the cause of what ended the script': fromReport(
    'y = f(x)',
    'RuntimeError',
    sizes,
    (s) => [atScript(s, 'f(x)', 'CALL')],
    {
      chain: [
        exceptionOf({ type: 'KeyError', message: "'x'", frames: [atScript('y = f(x)', 'f(x)', 'CALL')] }),
        {
          ...exceptionOf({
            type: 'RuntimeError',
            message: sizes,
            frames: [atScript('import torch\nimport numpy as np\ny = f(x)', 'f(x)', 'CALL')],
          }),
          relation: 'context',
        },
      ],
    },
  ),
  'a file of a package without digests': {
    report: layerReport,
    script: layerScript,
    type: 'RuntimeError',
    message: sizes,
    frames: [atScript(layerScript, 'out = lin', 'CALL'), atLibrary(torchFile, 'forward')],
    installed: { [torchFile]: 'unknown' },
  },
  'code that the report itself hands to exec': fromReport('exec("c = a @ b")', 'RuntimeError', sizes, (s) => [
    atScript(s, 'exec(', 'CALL'),
    { ...atScript(s, 'exec(', 'BINARY_OP'), file: '<string>', place: 'other', code: null },
  ]),
  ...Object.fromEntries(
    [
      'kind = getattr(torch, "float16")',
      'net = torch.nn.ReLU()\nnet.compile()\nnet.eval()\nfound = list(net.modules())',
      'both = torch.stack([torch.rand(2)])\nboth.trace()',
      'torch.backends.cudnn.enabled = False',
      'try:\n    import absl\nexcept ImportError as error:\n    absl = None',
      'try:\n    helper()\nexcept OSError as error:\n    print(error)\n    raise',
      'class Net(torch.nn.Module):\n    def __init__(self):\n        torch.nn.Module.__init__(self)\n        self.fc = torch.nn.Linear(2, 2)',
      'class Data:\n    def __getitem__(self, i):\n        raise IndexError(i)',
      'import os, sys\npath = os.path.join(os.getcwd(), sys.argv[0])',
      'nn = torch.nn\nlayer = nn.Linear(2, 2)\nlayer.bias.data = torch.zeros(2)',
    ].map((lines) => [
      `harmless lines of ours beside the report's: ${lines}`,
      {
        report: layerReport,
        script: `${layerScript.replace('import torch\n', `import torch\n${lines}\n`)}`,
        type: 'RuntimeError',
        message: sizes,
        frames: [
          atScript(layerScript.replace('import torch\n', `import torch\n${lines}\n`), 'out = lin', 'CALL'),
          atLibrary(torchFile, 'forward', 'CALL'),
        ],
      },
    ]),
  ),
  'a function of a compiled module': compiled('RESUME', 0),
  'layers added one by one where the report nests them': filled(
    nested,
    oneByOne('model.add(layers.Conv2D(4, 3))', 'model.add(layers.Conv2D(8, 3))'),
    'Conv2D(8',
  ),
  'layers added one by one where the traceback points into the nest': filled(
    nested,
    oneByOne('model.add(layers.Conv2D(4, 3))', 'model.add(layers.Conv2D(8, 3))'),
    'Conv2D(8',
    blaming('net = tf.keras.Sequential(['),
  ),
  'layers nested where the report adds them one by one': filled(
    added,
    'model = tf.keras.Sequential([tf.keras.layers.Conv2D(4, 3), tf.keras.layers.Conv2D(8, 3)])',
    'Sequential([',
  ),
  'layers nested where the traceback points at one that is added': filled(
    added,
    'model = tf.keras.Sequential([tf.keras.layers.Conv2D(4, 3), tf.keras.layers.Conv2D(8, 3)])',
    'Sequential([',
    blaming('net.add(layers.Conv2D(8, 3))'),
  ),
  'modules with names where the report has none': filled(
    'net = nn.Sequential(nn.Linear(3, 4), nn.ReLU())',
    'import torch.nn as nn\nfrom collections import OrderedDict\nmodel = nn.Sequential(OrderedDict([("a", nn.Linear(3, 4)), ("b", nn.ReLU())]))',
    'Sequential(',
  ),
  'a report without code, by analogy': {
    report: '# torch.cat fails on empty lists\n\nRuntimeError: torch.cat(): expected a non-empty list of Tensors\n',
    script: 'import torch\nout = torch.cat([])\n',
    type: 'RuntimeError',
    message: 'torch.cat(): expected a non-empty list of Tensors',
    frames: [atScript('import torch\nout = torch.cat([])\n', 'torch.cat', 'CALL')],
  },
};

describe('judge: genuine', () => {
  let parser: PythonParser;
  beforeAll(async () => {
    parser = await createTestParser();
  });

  it.each(Object.keys(counterfeits))('refuses %s', (name) => {
    const verdict = verdictOf(counterfeits[name] as CaseOptions, parser);
    expect(verdict.outcome).toBe('notReproduced');
    expect(verdict.nearMiss).toBeTruthy();
  });

  it.each(Object.keys(crashes))('accepts %s', (name) => {
    const verdict = verdictOf(crashes[name] as CaseOptions, parser);
    expect(verdict.rules.filter((rule) => rule.result === 'failed' || rule.result === 'notReached')).toEqual([]);
    expect(verdict.outcome).toBe('reproduced');
    expect(verdict.byAnalogy).toBe(name.includes('by analogy'));
  });

  it('names the line and the reason of a refusal', () => {
    const verdict = verdictOf(counterfeits['raise with the message from a file'] as CaseOptions, parser);
    expect(ruleOf(verdict, 'genuine')).toEqual({
      rule: 'genuine',
      result: 'failed',
      evidence: [
        {
          text: 'Refused: this line raises the exception itself, and it is not from the report.',
          reference: { kind: 'script', line: 2 },
        },
      ],
    });
  });
});
