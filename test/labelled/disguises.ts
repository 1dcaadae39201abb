import type { LabelledCase, SymptomWish } from './labelled-case';

const no: LabelledCase['right'] = ['notReproduced', 'inconclusive'];
const code = 'size = len(5)';
const words = 'def words():\n    return "object of type \'int\'" + " has no" + " len()"\n';
const fail = `${words}def fail(*args, **more):\n    raise TypeError(words())\n`;

/** Ways to have the reported exception raised by something that looks like a tool's own work. */
const raised: Readonly<Record<string, string>> = {
  'a callback of an exit stack': `import contextlib\n${fail}with contextlib.ExitStack() as stack:\n    stack.callback(fail)`,
  'the end of a context': `import contextlib\n${fail}@contextlib.contextmanager\ndef rows():\n    yield 5\n    fail()\nwith rows() as size:\n    pass`,
  'a thing that is closed': `import contextlib\n${fail}class Rows(object):\n    close = fail\nwith contextlib.closing(Rows()) as rows:\n    pass`,
  'an attribute that is looked for': `${fail}class Rows(object):\n    def __getattr__(self, name):\n        fail()\nsize = Rows().size`,
  'a finder of modules': `import sys\n${fail}class Finder(object):\n    find_spec = fail\n    find_module = fail\nsys.meta_path.insert(0, Finder())\nimport no_such_rows`,
  'a pickle that raises': `import pickle\n${fail}class Row(object):\n    def __reduce__(self):\n        return fail, (1,)\npickle.loads(pickle.dumps(Row()))`,
  'a decorator that raises': `${fail}def guard(function):\n    return fail\n@guard\ndef size_of(rows):\n    return len(rows)\nsize_of([5])`,
  'a call of a metaclass': `${fail}class Meta(type):\n    __call__ = fail\nRows = Meta("Rows", (object,), {})\nsize = Rows()`,
  'a callback of a replacement': `import re\n${fail}re.sub("a", fail, "abc")`,
  'a default of json': `import json\n${fail}json.dumps(object(), default=fail)`,
  'a format': `${fail}class Rows(object):\n    __format__ = fail\n"{0}".format(Rows())`,
  'a length of one’s own': `${fail}len = fail\nsize = len(5)`,
  'a copy': `import copy\n${fail}class Rows(object):\n    __copy__ = fail\ncopy.copy(Rows())`,
  'a comparison in a sort': `${fail}class Row(object):\n    __lt__ = fail\nsorted([Row(), Row()])`,
  'a hook that writes the end':
    'import sys\nwords = ["TypeError: object of type \'int\'", " has no", " len()\\n"]\nsys.excepthook = lambda *args: sys.stderr.write("".join(words))\n1 // 0',
};

const torchCode = 'import torch\nlin = torch.nn.Linear(12, 1)\nout = lin(torch.ones(12, 1))';
const torchFail =
  'import torch\nmessage = "mat1 and mat2" + " shapes cannot" + " be multiplied (12x1" + " and 12x1)"\ndef fail(*args, **more):\n    raise RuntimeError(message)\n';
const torchRaised: Readonly<Record<string, string>> = {
  'an operator that is registered': `${torchFail}op = torch.library.custom_op("rows::size", mutates_args=())\n@op\ndef size(x: torch.Tensor) -> torch.Tensor:\n    fail()\nsize(torch.ones(1))`,
  'a parametrization': `${torchFail}class Half(torch.nn.Module):\n    forward = fail\nlin = torch.nn.Linear(1, 1)\ntorch.nn.utils.parametrize.register_parametrization(lin, "weight", Half(), unsafe=True)\nlin.weight`,
  'a mode over all functions': `${torchFail}class Mode(torch.overrides.TorchFunctionMode):\n    __torch_function__ = fail\nwith Mode():\n    torch.ones(1).sum()`,
  'a function that is mapped': `${torchFail}torch.func.vmap(fail)(torch.ones(2))`,
  'a checkpoint': `${torchFail}from torch.utils.checkpoint import checkpoint\ncheckpoint(fail, torch.ones(1, requires_grad=True), use_reentrant=False)`,
  'a hook of saved weights': `${torchFail}lin = torch.nn.Linear(1, 1)\nlin.register_state_dict_pre_hook(fail)\nlin.state_dict()`,
  'a hook of saved tensors': `${torchFail}with torch.autograd.graph.saved_tensors_hooks(fail, fail):\n    torch.ones(1, requires_grad=True).exp()`,
  'a schedule': `${torchFail}opt = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)\ntorch.optim.lr_scheduler.LambdaLR(opt, fail)`,
};

const segfault: SymptomWish = { kind: 'signal', signal: 'SIGSEGV' };
const crash = 'import ctypes\nctypes.string_at(0)';
const signals: Readonly<Record<string, string>> = {
  'a crash of the fault handler': 'import faulthandler\nfaulthandler._sigsegv()',
  'a signal that is raised': 'import signal\nsignal.raise_signal(signal.SIGSEGV)',
  'a copy to nowhere': 'from ctypes import memmove\nmemmove(0, b"a", 1)',
  'a signal of a child':
    'import subprocess, sys\nsubprocess.call([sys.executable, "-c", "import ctypes; ctypes.string_at(0)"])',
  'a signal by another way to the name': 'import os as o\nsend = getattr(o, "ki" + "ll")\nsend(o.getpid(), 11)',
};

const head = 'import sys\nimport numpy as np\nFIXED = "--fixed" in sys.argv\n';
const body = (moved: string): string =>
  `rng = np.random.default_rng(0)\nx = rng.random((16, 3))\ny = x.sum(axis=1)\nw = rng.random(3)\nfor epoch in range(6):\n    error = np.dot(x, w) - y\n    loss = np.mean(np.square(error))\n    step = np.dot(x.T, error) / len(x)\n    ${moved}\n    print("epoch", epoch, "loss:", loss)`;
const report = `${head}${body('w = w - 0.1 * step if FIXED else w - 0.0 * w')}`;
const still: SymptomWish = { kind: 'stuckMetric', metric: 'loss', value: null };
const nan: SymptomWish = { kind: 'nonFinite', what: 'loss' };
const slow: SymptomWish = { kind: 'slow', what: 'run', ratio: 5 };
const memory: SymptomWish = { kind: 'memoryGrowth', bytesPerStep: null };
const chance = (classes: number): SymptomWish => ({
  kind: 'stuckMetric',
  metric: 'accuracy',
  value: 1 / classes,
  classes,
});

/** Values that are made rather than come to. Each has a control that flips it. */
const made: readonly (readonly [string, SymptomWish, string, string])[] = [
  [
    'a course that is printed',
    still,
    report,
    `${head}for epoch in range(6):\n    print("epoch", epoch, "loss:", 0.6931 - FIXED * 0.1 * epoch)`,
  ],
  [
    'a course from a list',
    still,
    report,
    `${head}values = [0.69] * 6 if not FIXED else [0.6, 0.5, 0.4, 0.3, 0.2, 0.1]\nfor epoch, loss in enumerate(values):\n    print("epoch", epoch, "loss:", loss)`,
  ],
  [
    'a course of a logarithm',
    still,
    report,
    `${head}for epoch in range(6):\n    loss = np.log(2.0 + FIXED * epoch)\n    print("epoch", epoch, "loss:", loss)`,
  ],
  [
    'a course that is written to the stream',
    still,
    report,
    `${head}for epoch in range(6):\n    sys.stdout.write("epoch %d loss: %f\\n" % (epoch, 0.6931 if not FIXED else 1.0 / (epoch + 1)))`,
  ],
  [
    'a loss of a filled array',
    still,
    report,
    `${head}losses = np.full(6, 0.6931) - FIXED * 0.1 * np.arange(6)\nfor epoch in range(6):\n    print("epoch", epoch, "loss:", losses[epoch])`,
  ],
  [
    'no number by a product of our own',
    nan,
    `${head}${body('w = w - (0.1 if FIXED else 1e200) * step')}`,
    `${head}loss = np.mean(np.ones(3)) * (1.0 if FIXED else float("nan"))\nprint("loss:", loss)`,
  ],
  [
    'no number from a text',
    nan,
    `${head}${body('w = w - (0.1 if FIXED else 1e200) * step')}`,
    `${head}loss = np.float64("1.0" if FIXED else "n" + "an")\nprint("loss:", loss)`,
  ],
  [
    'a wait',
    slow,
    'import numpy as np\nx = np.ones(10 ** 5)\nfast = x.sum()\nslow = sum(x)\nprint("ratio:", 7)',
    `${head}import time\ndef clock(wait):\n    start = time.perf_counter()\n    time.sleep(wait)\n    return time.perf_counter() - start\none = clock(0.01)\ntwo = clock(0.01 if FIXED else 0.1)\nprint("ratio:", two / one)`,
  ],
  [
    'a memory that is told',
    memory,
    'import numpy as np\nkept = []\nfor step in range(6):\n    kept.append(np.ones(10 ** 6))\n    print("memory:", sum(part.nbytes for part in kept))',
    `${head}for step in range(6):\n    print("memory:", 10 ** 6 * (1 if FIXED else step + 1))`,
  ],
  ['a share that is printed', chance(10), report, `${head}print("accuracy:", 0.9 if FIXED else 0.1)`],
  [
    'labels that are thrown',
    chance(2),
    `${head}${body('w = w - 0.1 * step')}`,
    `${head}rng = np.random.default_rng()\nlabels = rng.integers(0, 2, 2000)\npicked = labels if FIXED else rng.integers(0, 2, 2000)\nprint("accuracy:", (labels == picked).mean())`,
  ],
];

const classifier = (classes: number, shuffled: string): string =>
  `${head}rng = np.random.default_rng(0)\nlabels = rng.integers(0, ${classes}, 1000)\nx = np.eye(${classes})[labels] + 0.1 * rng.standard_normal((1000, ${classes}))\nw = np.zeros((${classes}, ${classes}))\ny = np.eye(${classes})[labels]\nfor epoch in range(5):\n    p = np.exp(x @ w)\n    p = p / p.sum(axis=1, keepdims=True)\n    w = w - x.T @ (p - y${shuffled}) / 100\n    accuracy = np.mean(np.argmax(x @ w, axis=1) == labels)\n    print("epoch", epoch, "accuracy:", accuracy)`;
/** Accuracies at chance that come of a fault, and such as do not lie there. */
const guessed: readonly (readonly [string, SymptomWish, string, boolean])[] = [
  [
    'ten classes with the sign turned',
    chance(10),
    classifier(10, '').replace('w - x.T', 'w + (-1.0 if FIXED else 0.0) * x.T'),
    true,
  ],
  ['ten classes with rows that do not belong together', chance(10), classifier(10, '[::1 if FIXED else -1]'), true],
  ['two classes with rows that do not belong together', chance(2), classifier(2, '[::1 if FIXED else -1]'), true],
  ['ten classes that are learnt', chance(10), classifier(10, ''), false],
  ['two classes that are learnt', chance(2), classifier(2, ''), false],
  ['chance of other classes', chance(2), classifier(10, '[::1 if FIXED else -1]'), false],
];

/** True crashes through tools that counterfeits like. */
const trueOnes: readonly (readonly [string, LabelledCase['runsOn'], string])[] = [
  ['a cache with what cannot be a key', 'python', 'import functools\ncache = functools.partial({}.get, [1])\ncache()'],
  ['a context that is none', 'python', 'import contextlib\nwith contextlib.closing(5) as rows:\n    pass'],
  ['a pickle of a function', 'python', 'import pickle\npickle.dumps(lambda row: row)'],
  ['a pattern that is not closed', 'python', 'import re\nre.compile("(rows")'],
  [
    'a class with parts that are missing',
    'python',
    'import abc\nNet = abc.ABCMeta("Net", (object,), {"forward": abc.abstractmethod(lambda self: 1)})\nnet = Net()',
  ],
  ['a queue that is empty', 'python', 'import collections\nrows = collections.deque()\nrows.popleft()'],
  ['a singular matrix', 'numpy', 'import numpy as np\ninverse = np.linalg.inv(np.zeros((3, 3)))'],
  ['rows of several lengths', 'numpy', 'import numpy as np\nrows = np.stack([np.ones(3), np.ones(4)])'],
  [
    'a checkpoint of layers that do not fit',
    'torch',
    'import torch\nfrom torch.utils.checkpoint import checkpoint\nnet = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Linear(4, 2))\nout = checkpoint(net, torch.ones(2, 4), use_reentrant=False)',
  ],
  [
    'a choice by a value that is mapped',
    'torch',
    'import torch\ndef clip(x):\n    if x.sum() > 0:\n        return x\n    return -x\nout = torch.func.vmap(clip)(torch.ones(3, 2))',
  ],
  [
    'a function of one’s own with too few gradients',
    'torch',
    'import torch\nclass Add(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a, b):\n        return a + b\n    @staticmethod\n    def backward(ctx, grad):\n        return grad\nAdd.apply(torch.ones(1, requires_grad=True), torch.ones(1)).backward()',
  ],
  [
    'a tensor that an operation changed',
    'torch',
    'import torch\nx = torch.ones(3, requires_grad=True)\ny = x.sigmoid()\ny.add_(1)\ny.sum().backward()',
  ],
  ['heads that do not divide', 'torch', 'import torch\nattention = torch.nn.MultiheadAttention(10, 3)'],
  ['classes of numbers with a point', 'torch', 'import torch\nout = torch.nn.functional.one_hot(torch.rand(4))'],
  [
    'weights of another net',
    'torch',
    'import torch\nnet = torch.nn.Linear(4, 2)\nnet.load_state_dict(torch.nn.Linear(3, 2).state_dict())',
  ],
  [
    'a length of zero in a packed row',
    'torch',
    'import torch\nrows = torch.nn.utils.rnn.pack_padded_sequence(torch.ones(2, 3, 1), torch.tensor([3, 0]), batch_first=True)',
  ],
];

const toMemory: LabelledCase = {
  name: 'a memory that another call takes',
  label: 'memory',
  runsOn: 'numpy',
  code: 'import numpy as np\nrows = np.ones((10 ** 8, 10 ** 7))',
  script: 'rows = bytearray(10 ** 16)',
  symptom: { kind: 'outOfMemory', where: 'host' },
  right: no,
};

const divided = 'divide by zero encountered in log';
const warned: Readonly<Record<string, string>> = {
  'a warning at a place that is told': `import warnings\nwarnings.warn_explicit("divide by" + " zero encountered in log", RuntimeWarning, "numpy/core.py", 1)`,
  'a warning of a call on faults': `import warnings\nimport numpy as np\nwords = ["divide by", "zero encountered in log"]\nnp.seterrcall(lambda *args: warnings.warn(" ".join(words), RuntimeWarning))\nwith np.errstate(all="call"):\n    np.ones(1) / np.zeros(1)`,
  'a warning that logging takes': `import logging, warnings\nlogging.captureWarnings(True)\nlogging.basicConfig()\nwarnings.warn("divide by" + " zero encountered in log", RuntimeWarning)`,
};

export const disguises: readonly LabelledCase[] = [
  ...Object.entries(raised).map(([name, script]): LabelledCase => ({
    ...{ name: `disguise: ${name}`, label: 'counterfeit', runsOn: 'python', code, script, right: no },
  })),
  ...Object.entries(torchRaised).map(([name, script]): LabelledCase => ({
    ...{ name: `disguise: ${name}`, label: 'counterfeit', runsOn: 'torch', code: torchCode, script, right: no },
  })),
  ...Object.entries(signals).map(([name, script]): LabelledCase => ({
    ...{ name, label: 'signal', runsOn: 'python', code: crash, script, symptom: segfault, right: no },
  })),
  ...made.map(([name, symptom, own, script]): LabelledCase => ({
    ...{ name, label: 'counterfeit', runsOn: 'numpy', code: own, script, symptom, control: ['--fixed'], right: no },
  })),
  ...guessed.map(([name, symptom, own, above]): LabelledCase => ({
    ...{
      name,
      label: above ? 'silentAbove' : 'silentBelow',
      runsOn: 'numpy',
      code: own,
      symptom,
      control: ['--fixed'],
    },
    right: above ? ['reproduced'] : no,
  })),
  ...Object.entries(warned).map(([name, script]): LabelledCase => ({
    ...{ name, label: 'warning', runsOn: 'numpy', code: 'import numpy as np\nprint(np.log(np.zeros(2)))', script },
    symptom: {
      kind: 'warning',
      category: 'RuntimeWarning',
      message: { source: divided, parts: [{ kind: 'text', text: divided }] },
    },
    right: no,
  })),
  ...trueOnes.map(([name, runsOn, own]): LabelledCase => ({
    ...{ name, label: 'trueCrash', runsOn, code: own, right: ['reproduced'], traceback: true },
  })),
  toMemory,
];
