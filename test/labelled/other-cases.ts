import type { LabelledCase } from './labelled-case';

const no: LabelledCase['right'] = ['notReproduced', 'inconclusive'];

/** The reported class and words from another place than the one that the report's traceback points at. */
const wrongPlace: readonly LabelledCase[] = (
  [
    [
      'rows[5]',
      'rows = [1]\nother = [2]\nrows[5]',
      'rows = [1]\nother = [2]\nother.pop(9) if False else iter(other).__next__ and [][3]',
    ],
    ['a key', 'rows = {}\nrows["a"]', 'import json\ntable = json.loads("{}")\ntable.pop("a")'],
    ['a product', 'w = [1]\nscale = w * 2.5', 'import operator\noperator.mul([1], 2.5)'],
    [
      'a product of another name',
      'w = [1]\nv = [2]\nscale = w * 2.5\nother = len(v)',
      'w = [1]\nv = [2]\nother = len(v)\nother = v * 2.5',
    ],
    ['a layer by hand', 'rows = ["a"]\nout = sum(rows)', 'out = 0 + "a"'],
    ['a length', 'def size_of(rows):\n    return len(rows)\nsize_of(5)', 'import random\nrandom.shuffle(5)'],
    ['an int', 'width = int("wide")', 'import datetime\nfloat("wide")'],
    ['an iteration', 'for row in 5:\n    pass', 'list(map(str, zip([1], iter(5))))'],
    ['an attribute', 'model = None\nmodel.fit(1)', 'model = None\nmodel.predict(1)'],
    ['a call', 'loss = 1.0\nloss.backward()', 'loss = 1.0\nloss.step()'],
  ] as const
).map(([name, code, script]) => ({
  name,
  label: 'wrongPlace',
  runsOn: 'python',
  code,
  script,
  right: no,
  traceback: true,
}));

/** The reported layer, in a container that is not filled as the report's is. */
const otherContainer: LabelledCase = {
  name: 'a layer after another one than in the report',
  label: 'wrongPlace',
  runsOn: 'tensorflow',
  code: 'import tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.Input((4, 4, 1)), tf.keras.layers.Conv2D(4, 3), tf.keras.layers.Conv2D(8, 3)])',
  script:
    'import tensorflow as tf\nlayers = tf.keras.layers\nmodel = tf.keras.Sequential()\nmodel.add(tf.keras.Input((4, 4, 4)))\nmodel.add(layers.MaxPooling2D(2))\nmodel.add(layers.Conv2D(8, 3))',
  right: no,
  traceback: true,
};

/** Something else ends the run before the reported fault could. */
const otherException: readonly LabelledCase[] = (
  [
    ['a name first', 'rows = [1]\nrows[5]', 'rows = [one]\nrows[5]'],
    ['a type first', 'rows = [1]\nrows[5]', 'rows = [1]\nrows["a"]'],
    ['a file first', 'rows = [1]\nrows[5]', 'open("no_such_rows.csv")\nrows = [1]\nrows[5]'],
    ['a value first', 'size = len(5)', 'int("a")\nsize = len(5)'],
    ['an exit first', 'size = len(5)', 'import sys\nsys.exit(1)\nsize = len(5)'],
    ['a clean end', 'size = len(5)', 'size = len([5])'],
    [
      'a caught fault',
      'size = len(5)',
      'try:\n    size = len(5)\nexcept TypeError:\n    print("object can not be counted")',
    ],
    [
      'a caught fault and an exit code',
      'size = len(5)',
      'import sys\ntry:\n    size = len(5)\nexcept TypeError:\n    sys.exit(1)',
    ],
    ['a syntax error', 'size = len(5)', 'size = len(5\n'],
    ['another message', 'size = len(5)', 'size = len(1, 2)'],
  ] as const
).map(([name, code, script]) => ({ name, label: 'otherException', runsOn: 'python', code, script, right: no }));

const environmentFailure: readonly LabelledCase[] = (
  [
    ['a package', 'import no_such_framework\nsize = len(5)'],
    ['a part of a package', 'from json import no_such_part\nsize = len(5)'],
    ['a data file', 'rows = open("train.csv").read()\nsize = len(5)'],
    ['a folder', 'import os\nos.listdir("no_such_folder")\nsize = len(5)'],
    ['a host', 'import socket\nsocket.create_connection(("127.0.0.1", 9), 1)\nsize = len(5)'],
  ] as const
).map(([name, script]) => ({
  name,
  label: 'environmentFailure',
  runsOn: 'python',
  code: 'size = len(5)',
  script,
  right: no,
}));

const loss = { kind: 'stuckMetric', metric: 'loss', value: null } as const;
const nan = { kind: 'nonFinite', what: 'loss' } as const;
const up = { kind: 'divergingMetric', metric: 'loss', direction: 'up' } as const;
const training = (rate: string, moves: string, more = ''): string =>
  `import sys\nimport numpy as np\nFIXED = "--fixed" in sys.argv\nrng = np.random.default_rng(0)\nx = rng.random((16, 3))\ny = x.sum(axis=1)\nw = rng.random(3)\nrate = ${rate}\nfor epoch in range(6):\n    error = np.dot(x, w) - y\n    loss = np.mean(np.square(error))${more}\n    step = np.dot(x.T, error) / len(x)\n    ${moves}\n    print("epoch", epoch, "loss:", loss)\n`;
const steps = 'w = w - rate * step';

const torchTraining = (rate: string, moved: string): string =>
  `import sys\nimport torch\nFIXED = "--fixed" in sys.argv\ntorch.manual_seed(0)\nx = torch.rand(16, 3)\ny = x.sum(1, keepdim=True)\nnet = torch.nn.Linear(3, 1)\nopt = torch.optim.SGD(${moved}, lr=${rate})\nfor epoch in range(6):\n    opt.zero_grad()\n    loss = torch.nn.functional.mse_loss(net(x), y)\n    loss.backward()\n    opt.step()\n    print("epoch", epoch, "loss:", loss.item())\n`;

const silent: readonly LabelledCase[] = (
  [
    ['a loss that stands still', 'numpy', loss, training('0.1', 'w = w - rate * step if FIXED else w.copy()'), true],
    ['a loss that moves', 'numpy', loss, training('0.1', steps), false],
    ['a loss that moves little', 'numpy', loss, training('1e-2', steps), false],
    ['a loss that runs up', 'numpy', up, training('0.1 if FIXED else 5.0', steps), true],
    ['a loss that does not run up', 'numpy', up, training('0.1', steps), false],
    ['a loss that is no number', 'numpy', nan, training('0.1 if FIXED else 1e200', steps), true],
    ['a loss that is a number', 'numpy', nan, training('0.1', steps), false],
    ['a log of zero', 'numpy', nan, training('0.1', steps, ' + (0.0 if FIXED else np.log(x - x).sum())'), true],
    [
      'an optimizer of other tensors',
      'torch',
      loss,
      torchTraining('0.1', 'net.parameters() if FIXED else [torch.zeros(1, requires_grad=True)]'),
      true,
    ],
    ['an optimizer of the right tensors', 'torch', loss, torchTraining('0.1', 'net.parameters()'), false],
  ] as const
).map(([name, runsOn, symptom, code, above]) => ({
  name,
  label: above ? 'silentAbove' : 'silentBelow',
  runsOn,
  code,
  symptom,
  control: ['--fixed'],
  right: above ? ['reproduced'] : no,
}));

const numbers = (body: string): string => `import sys\nimport numpy as np\nFIXED = "--fixed" in sys.argv\n${body}\n`;
const silentNumbers: readonly LabelledCase[] = (
  [
    [
      'a mean of another type',
      { kind: 'wrongType', what: 'dtype', expected: 'float32', actual: 'float64' },
      numbers('a = np.ones(3, dtype="float32")\nb = a if FIXED else a + np.float64([1.0])\nprint("dtype:", b.dtype)'),
      true,
    ],
    [
      'a mean of the right type',
      { kind: 'wrongType', what: 'dtype', expected: 'float32', actual: 'float64' },
      numbers('a = np.ones(3, dtype="float32")\nprint("dtype:", a.dtype)'),
      false,
    ],
    [
      'a shape that lost an axis',
      { kind: 'wrongShape', what: 'b', expected: '(3, 1)', actual: '(3,)' },
      numbers('a = np.ones((3, 2))\nb = a.sum(axis=1, keepdims=FIXED)\nprint("b", b.shape)'),
      true,
    ],
    [
      'a shape as it should be',
      { kind: 'wrongShape', what: 'b', expected: '(3, 1)', actual: '(3,)' },
      numbers('a = np.ones((3, 2))\nb = a.sum(axis=1, keepdims=True)\nprint("b", b.shape)'),
      false,
    ],
    [
      'a value below zero',
      { kind: 'wrongValue', what: 'total', op: '<', value: 0 },
      numbers(
        'a = np.full(2, 100, dtype="int64" if FIXED else "int8")\ntotal = a.sum(dtype=a.dtype)\nprint("total:", total)',
      ),
      true,
    ],
    [
      'a value above zero',
      { kind: 'wrongValue', what: 'total', op: '<', value: 0 },
      numbers('a = np.full(2, 100, dtype="int64")\ntotal = a.sum(dtype=a.dtype)\nprint("total:", total)'),
      false,
    ],
    [
      'a mismatch after loading',
      { kind: 'saveLoadMismatch', what: 'weights' },
      numbers(
        'a = np.linspace(0, 1, 7)\nnp.save("w.npy", a if FIXED else a.astype("float16"))\ndiff = np.abs(np.load("w.npy") - a).max()\nprint("max_diff:", diff)',
      ),
      true,
    ],
    [
      'no mismatch after loading',
      { kind: 'saveLoadMismatch', what: 'weights' },
      numbers(
        'a = np.linspace(0, 1, 7)\nnp.save("w.npy", a)\ndiff = np.abs(np.load("w.npy") - a).max()\nprint("max_diff:", diff)',
      ),
      false,
    ],
  ] as const
).map(([name, symptom, code, above]) => ({
  name,
  label: above ? 'silentAbove' : 'silentBelow',
  runsOn: 'numpy',
  code,
  symptom,
  control: ['--fixed'],
  right: above ? ['reproduced'] : no,
}));

const flaky: readonly LabelledCase[] = [
  {
    name: 'a fault of some seeds',
    label: 'flaky',
    runsOn: 'python',
    code: 'import random\nrows = 5 if random.random() < 0.5 else [5]\nsize = len(rows)',
    symptom: {
      kind: 'exception',
      type: 'TypeError',
      message: {
        source: "object of type 'int' has no len()",
        parts: [{ kind: 'text', text: "object of type 'int' has no len()" }],
      },
      blamed: null,
      phase: null,
    },
    seeded: true,
    right: no,
  },
  {
    name: 'a fault without the recorder alone',
    label: 'flaky',
    runsOn: 'python',
    code: 'size = len(5)',
    script: 'rows = 5\ntry:\n    reprise_observe\n    rows = [5]\nexcept NameError:\n    pass\nsize = len(rows)',
    right: no,
  },
  {
    name: 'a fault under the recorder alone',
    label: 'flaky',
    runsOn: 'python',
    code: 'size = len(5)',
    script: 'rows = [5]\ntry:\n    reprise_observe\n    rows = 5\nexcept NameError:\n    pass\nsize = len(rows)',
    right: no,
  },
];

const ends: readonly LabelledCase[] = [
  {
    name: 'a hang of the report',
    label: 'hang',
    runsOn: 'python',
    code: 'import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()',
    symptom: { kind: 'hang', afterSeconds: null },
    right: ['reproduced'],
    seconds: 3,
  },
  {
    name: 'a sleep of our own',
    label: 'hang',
    runsOn: 'python',
    code: 'import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()',
    script: 'import time\ntime.sleep(60)',
    symptom: { kind: 'hang', afterSeconds: null },
    right: no,
    seconds: 3,
  },
  {
    name: 'a slow run that talks',
    label: 'hang',
    runsOn: 'python',
    code: 'import time\nwhile True:\n    print(1)\n    time.sleep(0.1)',
    symptom: { kind: 'hang', afterSeconds: null },
    right: no,
    seconds: 3,
  },
  {
    name: 'a run that ends',
    label: 'hang',
    runsOn: 'python',
    code: 'import threading\nlock = threading.Lock()\nlock.acquire()',
    symptom: { kind: 'hang', afterSeconds: null },
    right: no,
    seconds: 3,
  },
  {
    name: 'exhausted memory',
    label: 'memory',
    runsOn: 'python',
    code: 'rows = [0] * (10 ** 16)',
    symptom: { kind: 'outOfMemory', where: 'host' },
    right: ['reproduced'],
  },
  {
    name: 'exhausted memory of numpy',
    label: 'memory',
    runsOn: 'numpy',
    code: 'import numpy as np\nrows = np.ones((10 ** 8, 10 ** 7))',
    symptom: { kind: 'outOfMemory', where: 'host' },
    right: ['reproduced'],
  },
  {
    name: 'a raise of exhausted memory',
    label: 'memory',
    runsOn: 'python',
    code: 'rows = [0] * (10 ** 16)',
    script: 'raise MemoryError()',
    symptom: { kind: 'outOfMemory', where: 'host' },
    right: no,
  },
  {
    name: 'memory enough',
    label: 'memory',
    runsOn: 'python',
    code: 'rows = [0] * (10 ** 16)',
    script: 'rows = [0] * 10',
    symptom: { kind: 'outOfMemory', where: 'host' },
    right: no,
  },
  {
    name: 'a segfault of the report',
    label: 'signal',
    runsOn: 'python',
    code: 'import ctypes\nctypes.string_at(0)',
    symptom: { kind: 'signal', signal: 'SIGSEGV' },
    right: ['reproduced'],
  },
  {
    name: 'a signal that is sent',
    label: 'signal',
    runsOn: 'python',
    code: 'import ctypes\nctypes.string_at(0)',
    script: 'import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)',
    symptom: { kind: 'signal', signal: 'SIGSEGV' },
    right: no,
  },
  {
    name: 'an exit with the code of a signal',
    label: 'signal',
    runsOn: 'python',
    code: 'import ctypes\nctypes.string_at(0)',
    script: 'import sys\nsys.exit(139)',
    symptom: { kind: 'signal', signal: 'SIGSEGV' },
    right: no,
  },
  {
    name: 'an abort instead',
    label: 'signal',
    runsOn: 'python',
    code: 'import ctypes\nctypes.string_at(0)',
    script: 'import os\nos.abort()',
    symptom: { kind: 'signal', signal: 'SIGSEGV' },
    right: no,
  },
];

const divided = {
  kind: 'warning',
  category: 'RuntimeWarning',
  message: {
    source: 'divide by zero encountered in log',
    parts: [{ kind: 'text', text: 'divide by zero encountered in log' }],
  },
} as const;
const warnings: readonly LabelledCase[] = (
  [
    ['a warning of the library', 'import numpy as np\nprint(np.log(np.zeros(2)))', undefined, ['reproduced']],
    [
      'a warning given by us',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import warnings\nwarnings.warn("divide by" + " zero encountered in log", RuntimeWarning)',
      no,
    ],
    [
      'a warning printed by us',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import sys\nsys.stderr.write("RuntimeWarning: divide by" + " zero encountered" + " in log\\n")',
      no,
    ],
    [
      'a warning printed by another name of print',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'say = print\nimport sys\nsay("divide by" + " zero encountered" + " in log", file=sys.stderr)',
      no,
    ],
    [
      'a warning that is printed as the process ends',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import sys\nsys.exit("RuntimeWarning: divide by" + " zero encountered" + " in log")',
      no,
    ],
    [
      'a warning from a child',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import subprocess, sys\nsubprocess.call([sys.executable, "-c", "import numpy as np; np.log(np.zeros(2))"])',
      no,
    ],
    [
      'a warning of a logger',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import logging\nlogging.getLogger("numpy").warning("divide by" + " zero encountered" + " in log")',
      no,
    ],
    [
      'a warning printed by a map',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import sys\nlist(map(sys.stderr.write, ["divide by", " zero encountered", " in log"]))',
      no,
    ],
    [
      'a warning that a hook shows',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import warnings\nwarnings.showwarning("divide by" + " zero encountered in log", RuntimeWarning, "numpy.py", 1)',
      no,
    ],
    [
      'no warning',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import numpy as np\nprint(np.log(np.ones(2)))',
      no,
    ],
    [
      'another warning',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import numpy as np\nprint(np.log(-np.ones(2)))',
      no,
    ],
    [
      'a warning of another call',
      'import numpy as np\nprint(np.log(np.zeros(2)))',
      'import numpy as np\nprint(np.ones(2) / np.zeros(2))',
      no,
    ],
  ] as const
).map(([name, code, script, right]) => ({
  name,
  label: 'warning',
  runsOn: 'numpy',
  code,
  ...(script === undefined ? {} : { script }),
  symptom: { ...divided, message: { ...divided.message, parts: [...divided.message.parts] } },
  right,
}));

export const otherCases: readonly LabelledCase[] = [
  ...wrongPlace,
  otherContainer,
  ...otherException,
  ...environmentFailure,
  ...silent,
  ...silentNumbers,
  ...flaky,
  ...ends,
  ...warnings,
];
