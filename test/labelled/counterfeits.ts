import type { LabelledCase } from './labelled-case';

const code = 'size = len(5)';
const words = 'def words():\n    return "object of type %r" % "int" + " has no" + " len()"\n'.replace(
  '%r" % "int"',
  "'int'\"",
);

/** Ways to raise `TypeError: object of type 'int' has no len()` without meeting the fault. */
const scripts: Readonly<Record<string, string>> = {
  'a raise': `${words}raise TypeError(words())`,
  'a raise in a function': `${words}def fail(text):\n    raise TypeError(text)\nfail(words())`,
  'a raise in a method': `${words}class Net(object):\n    def len(self):\n        raise TypeError(words())\nNet().len()`,
  'a raise in a __len__': `${words}class Rows(object):\n    def __len__(self):\n        raise TypeError(words())\nsize = len(Rows())`,
  'a raise in a property': `${words}class Net(object):\n    @property\n    def size(self):\n        raise TypeError(words())\nsize = Net().size`,
  'a raise in an operator': `${words}class Net(object):\n    def __add__(self, other):\n        raise TypeError(words())\nsize = Net() + 1`,
  'a raise from another': `${words}try:\n    {}["a"]\nexcept KeyError:\n    raise TypeError(words())`,
  'a raise of a class of the same name': `${words}class TypeError(Exception):\n    pass\nraise TypeError(words())`,
  'a raise of a made class': `${words}raise type("TypeError", (Exception,), {})(words())`,
  'a raise of a caught one': 'try:\n    size = len(7)\nexcept TypeError as error:\n    raise TypeError(str(error))',
  'a raise of a kept one': `${words}kept = [TypeError(words())]\nraise kept[0]`,
  'a raise in a lambda': `${words}fail = lambda text: (_ for _ in ()).throw(TypeError(text))\nfail(words())`,
  'a throw into a generator': `${words}def rows():\n    yield 1\nthing = rows()\nnext(thing)\nthing.throw(TypeError(words()))`,
  'a throw by name': `${words}def rows():\n    yield 1\nthing = rows()\nnext(thing)\ngetattr(thing, "th" + "row")(TypeError(words()))`,
  'an exec': "exec(\"raise TypeError('object of type ' + repr('int') + ' has no len()')\")",
  'an exec of the report’s code': 'exec("size = " + "len(5)")',
  'an eval': 'size = eval("len" + "(5)")',
  'a compile under another name': 'code = compile("size = len(5)", "/usr/lib/python3/len.py", "exec")\nexec(code)',
  'a future': `${words}from concurrent.futures import Future\nf = Future()\nf.set_exception(TypeError(words()))\nf.result()`,
  'a mock': `${words}from unittest.mock import Mock\nlen = Mock(side_effect=TypeError(words()))\nsize = len(5)`,
  'a name that hides len': `${words}def len(rows):\n    raise TypeError(words())\nsize = len(5)`,
  'a print and an exit': `${words}import sys\nsys.stderr.write("Traceback (most recent call last):\\n  File \\"x.py\\", line 1, in <module>\\n    size = len(5)\\nTypeError: " + words() + "\\n")\nsys.exit(1)`,
  'a hook': `${words}import sys\ndef hook(kind, value, trace):\n    sys.stderr.write("TypeError: " + words() + "\\n")\nsys.excepthook = hook\n1 / 0`,
  'a message that is changed': `${words}try:\n    {}["a"]\nexcept KeyError as error:\n    error.args = (words(),)\n    raise`,
  'a likeness of one’s own': 'total = len(int("8"))',
  'a likeness elsewhere': 'class Other(object):\n    pass\nprint(len(Other()))',
  'an assertion': `${words}assert 1 == 2, words()`,
  'a message from a file':
    'open("m.txt", "w").write("object of type \'int\' has" + " no len()")\nraise TypeError(open("m.txt").read())',
  'a message from a variable': `import os\nos.environ["M"] = "object of type 'int'" + " has no len()"\nraise TypeError(os.environ["M"])`,
  'a message in pieces': 'raise TypeError(" ".join(["object of", "type \'int\'", "has no", "len()"]))',
  'a message by code':
    'raise TypeError("".join(chr(c - 1) for c in [112,99,107,102,100,117,33,112,103,33,117,122,113,102,33,40,106,111,117,40,33,105,98,116,33,111,112,33,109,102,111,41,42]))',
  'an iterator that raises': `${words}class Rows(object):\n    def __iter__(self):\n        return self\n    def __next__(self):\n        raise TypeError(words())\n    next = __next__\nlist(Rows())`,
  'a descriptor': `${words}class Size(object):\n    def __get__(self, owner, kind):\n        raise TypeError(words())\nclass Net(object):\n    size = Size()\nNet().size`,
  'a getattr': `${words}class Net(object):\n    def __getattr__(self, name):\n        raise TypeError(words())\nNet().size`,
  'a context': `${words}class Guard(object):\n    def __enter__(self):\n        raise TypeError(words())\n    def __exit__(self, *rest):\n        pass\nwith Guard():\n    pass`,
  'an exit that raises': `${words}class Guard(object):\n    def __enter__(self):\n        pass\n    def __exit__(self, *rest):\n        raise TypeError(words())\nwith Guard():\n    pass`,
  'a decorator that raises': `${words}def fail(f):\n    raise TypeError(words())\n@fail\ndef step():\n    pass`,
  'a metaclass': `${words}class Meta(type):\n    def __call__(cls):\n        raise TypeError(words())\nNet = Meta("Net", (object,), {})\nNet()`,
  'a thread that hands on': `${words}import threading\nfound = []\ndef work():\n    found.append(TypeError(words()))\nt = threading.Thread(target=work)\nt.start()\nt.join()\nraise found[0]`,
  'a callback of sorting': `${words}def key(row):\n    raise TypeError(words())\nsorted([1, 2], key=key)`,
  'a callback of map': `${words}def one(row):\n    raise TypeError(words())\nlist(map(one, [1]))`,
  'an import hook': `${words}import sys, types\nmodule = types.ModuleType("m")\nmodule.__dict__["fail"] = lambda: (_ for _ in ()).throw(TypeError(words()))\nsys.modules["m"] = module\nimport m\nm.fail()`,
  'a module of one’s own': `open("other.py", "w").write("def f():\\n    raise TypeError(\\"object of type 'int'\\" + ' has no len()')\\n")\nimport other\nother.f()`,
};

/** More ways, by what the interpreter and its standard library call back, import, run or hand on. */
const ways: Readonly<Record<string, string>> = {
  'the interpreter’s own C functions': `${words}import ctypes\nctypes.pythonapi.PyErr_SetString(ctypes.py_object(TypeError), words().encode())`,
  'the interpreter’s functions under another name': `${words}from ctypes import pythonapi as api, py_object\ncall = api.PyErr_SetObject\ncall(py_object(TypeError), py_object(TypeError(words())))`,
  'a builtin that is replaced': `${words}try:\n    import builtins\nexcept ImportError:\n    import __builtin__ as builtins\ndef fail(rows):\n    raise TypeError(words())\nbuiltins.len = fail\nsize = len(5)`,
  'an alarm': `${words}import signal, time\ndef fail(number, frame):\n    raise TypeError(words())\nsignal.signal(signal.SIGALRM, fail)\nsignal.setitimer(signal.ITIMER_REAL, 0.05)\ntime.sleep(2)`,
  'a trace function': `${words}import sys\ndef trace(frame, event, value):\n    if event == "line":\n        raise TypeError(words())\n    return trace\nsys.settrace(trace)\nimport json\njson.dumps([1])`,
  'a pickle': `${words}import pickle\ndef fail(text):\n    raise TypeError(text)\nclass Rows(object):\n    def __reduce__(self):\n        return fail, (words(),)\npickle.loads(pickle.dumps(Rows()))`,
  'an object hook': `${words}import json\ndef fail(rows):\n    raise TypeError(words())\njson.loads("{}", object_hook=fail)`,
  'a default of json': `${words}import json\ndef fail(rows):\n    raise TypeError(words())\njson.dumps(object(), default=fail)`,
  'a substitution': `${words}import re\ndef fail(match):\n    raise TypeError(words())\nre.sub("a", fail, "a")`,
  'a conversion of one’s own': `${words}class Rows(object):\n    def __int__(self):\n        raise TypeError(words())\nsize = int(Rows())`,
  'a hash of one’s own': `${words}class Rows(object):\n    def __hash__(self):\n        raise TypeError(words())\nsize = {Rows(): 1}`,
  'a truth of one’s own': `${words}class Rows(object):\n    def __bool__(self):\n        raise TypeError(words())\n    __nonzero__ = __bool__\nif Rows():\n    pass`,
  'a form of one’s own': `${words}class Rows(object):\n    def __str__(self):\n        raise TypeError(words())\nprint(str(Rows()))`,
  'an item of one’s own': `${words}class Rows(object):\n    def __getitem__(self, at):\n        raise TypeError(words())\nsize = Rows()[0]`,
  'a subclass that is told of': `${words}class Base(object):\n    def __init_subclass__(cls):\n        raise TypeError(words())\nclass Net(Base):\n    pass`,
  'a name that is set': `${words}class Size(object):\n    def __set_name__(self, owner, name):\n        raise TypeError(words())\nclass Net(object):\n    size = Size()`,
  'a reduction': `${words}import functools\ndef fail(a, b):\n    raise TypeError(words())\nfunctools.reduce(fail, [1, 2])`,
  'a partial': `${words}import functools\ndef fail(text):\n    raise TypeError(text)\nfunctools.partial(fail, words())()`,
  'a cached function': `${words}import functools\n@functools.wraps(len)\ndef fail(rows):\n    raise TypeError(words())\nfail(5)`,
  'a running of a file':
    'import runpy\nopen("other.py", "w").write("raise TypeError(\\"object of type \'int\'\\" + \' has no len()\')")\nrunpy.run_path("other.py")',
  'a function made of code': `${words}import types\ndef fail():\n    raise TypeError(words())\nmade = types.FunctionType(fail.__code__, {"words": words, "TypeError": TypeError})\nmade()`,
  'code under a library’s name': `${words}import os\nsource = "def f(w):\\n    raise TypeError(w)\\n"\nspace = {}\nexec(compile(source, os.__file__, "exec"), space)\nspace["f"](words())`,
  'an interpreter in the interpreter':
    'import code\nshell = code.InteractiveInterpreter()\nshell.runsource("size = len(5)")\nimport sys\nsys.exit(1)',
  'a measured string': 'import timeit\ntimeit.timeit("len(" + "5)", number=1)',
  'a module made by hand': `${words}import types\nmodule = types.ModuleType("rows")\ndef fail():\n    raise TypeError(words())\nmodule.fail = fail\nmodule.fail()`,
  'a module that hides another': `open("json.py", "w").write("def loads(text):\\n    raise TypeError('object of' + \" type 'int'\" + ' has no len()')\\n")\nimport sys\nsys.path.insert(0, ".")\nsys.modules.pop("json", None)\nimport json\njson.loads("5")`,
  'an end that is printed at exit': `${words}import atexit, sys\ndef last():\n    sys.stderr.write("TypeError: " + words() + "\\n")\natexit.register(last)\nsys.exit(1)`,
  'an exit with words': `${words}import sys\nsys.exit("TypeError: " + words())`,
  'a child that fails': 'import subprocess, sys\nsys.exit(subprocess.call([sys.executable, "-c", "len(" + "5)"]))',
  'a printed traceback': `${words}import sys, traceback\ntry:\n    raise TypeError(words())\nexcept TypeError:\n    traceback.print_exc()\nsys.exit(1)`,
  'bytes to the descriptor': `${words}import os, sys\nos.write(2, ("TypeError: " + words() + "\\n").encode())\nsys.exit(1)`,
  'a finally that raises': `${words}try:\n    pass\nfinally:\n    raise TypeError(words())`,
  'a coroutine': `${words}import asyncio\nasync def fail():\n    raise TypeError(words())\nasyncio.run(fail())`,
  'a generator that hands on': `${words}def fail():\n    yield 1\n    raise TypeError(words())\nlist(row for row in fail())`,
  'an argument’s type': `${words}import argparse\ndef fail(text):\n    raise TypeError(words())\nparser = argparse.ArgumentParser()\nparser.add_argument("--a", type=fail)\nparser.parse_args(["--a", "1"])`,
  'an error handler of a codec': `${words}import codecs\ndef fail(error):\n    raise TypeError(words())\ncodecs.register_error("fail", fail)\nu"\u00e9".encode("ascii", "fail")`,
  'a warning as an error': `${words}import warnings\nwarnings.simplefilter("error")\nclass TypeError(Warning):\n    pass\nwarnings.warn(words(), TypeError)`,
  'a class that is renamed': `${words}class Fault(Exception):\n    pass\nFault.__name__ = "TypeError"\nFault.__qualname__ = "TypeError"\nraise Fault(words())`,
  'a class with a false base': `${words}class Fault(TypeError):\n    def __str__(self):\n        return words()\nraise Fault(1)`,
  'a caught one with other words':
    'try:\n    len()\nexcept TypeError as error:\n    error.args = ("object of" + " type \'int\'" + " has no len()",)\n    raise error',
  'a likeness of another operation': 'rows = [1]\nrows + len(int("5"))',
};

const torchCode = 'import torch\nlin = torch.nn.Linear(12, 1)\nout = lin(torch.ones(12, 1))';
const torchWords = 'message = "mat1 and mat2" + " shapes cannot" + " be multiplied (12x1" + " and 12x1)"\n';
const torchScripts: Readonly<Record<string, string>> = {
  'torch._check': `import torch\n${torchWords}torch._check(False, lambda: message)`,
  'a raise': `import torch\n${torchWords}raise RuntimeError(message)`,
  'a patched forward': `import torch\n${torchWords}def forward(self, x):\n    raise RuntimeError(message)\ntorch.nn.Linear.forward = forward\nlin = torch.nn.Linear(12, 1)\nout = lin(torch.ones(12, 1))`,
  'a hook of a module': `import torch\n${torchWords}def hook(module, inputs):\n    raise RuntimeError(message)\nlin = torch.nn.Linear(1, 1)\nlin.register_forward_pre_hook(hook)\nlin(torch.ones(12, 1))`,
  'shapes that are made to clash':
    'import torch\nother = torch.nn.Bilinear\nw = torch.ones(12, 1)\nout = torch.mm(torch.ones(12, 1), w)',
  'an item of a data set': `import torch\n${torchWords}class Rows(torch.utils.data.Dataset):\n    def __len__(self):\n        return 1\n    def __getitem__(self, at):\n        raise RuntimeError(message)\nnext(iter(torch.utils.data.DataLoader(Rows())))`,
  'a collation': `import torch\n${torchWords}def collate(rows):\n    raise RuntimeError(message)\nnext(iter(torch.utils.data.DataLoader([1], collate_fn=collate)))`,
  'a worker': `import torch\n${torchWords}def collate(rows):\n    raise RuntimeError(message)\nif __name__ == "__main__":\n    next(iter(torch.utils.data.DataLoader([1], collate_fn=collate, num_workers=1)))`,
  'a function of autograd': `import torch\n${torchWords}class Fail(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        raise RuntimeError(message)\nFail.apply(torch.ones(1))`,
  'a backward hook': `import torch\n${torchWords}def hook(grad):\n    raise RuntimeError(message)\nx = torch.ones(1, requires_grad=True)\nx.register_hook(hook)\nx.sum().backward()`,
  'a dispatch of one’s own': `import torch\n${torchWords}class Rows(torch.Tensor):\n    @classmethod\n    def __torch_function__(cls, function, types, args=(), kwargs=None):\n        raise RuntimeError(message)\ntorch.add(torch.ones(1).as_subclass(Rows), 1)`,
  'a closure of an optimizer': `import torch\n${torchWords}def closure():\n    raise RuntimeError(message)\ntorch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1).step(closure)`,
  'an assertion of the testing part': `import torch\n${torchWords}torch.testing.assert_close(torch.ones(1), torch.zeros(1), msg=message)`,
  'a compiled raise': `import torch\n@torch.jit.script\ndef fail(x: torch.Tensor) -> torch.Tensor:\n    if x.sum() > 0:\n        raise RuntimeError("mat1 and mat2 " + "shapes cannot " + "be multiplied " + "(12x1 and 12x1)")\n    return x\nfail(torch.ones(1))`,
  'an out of memory of one’s own': `import torch\n${torchWords}raise torch.cuda.OutOfMemoryError(message)`,
  'a step of a trainer': `import torch\nimport pytorch_lightning as pl\n${torchWords}class Net(pl.LightningModule):\n    def training_step(self, batch, index):\n        raise RuntimeError(message)\n    def configure_optimizers(self):\n        return None\n    def train_dataloader(self):\n        return torch.utils.data.DataLoader([1])\npl.Trainer(max_epochs=1, logger=False, enable_checkpointing=False).fit(Net())`,
  'a network with another fault':
    'import torch\nnet = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(12, 1))\nout = torch.matmul(torch.ones(12, 1), torch.ones(12, 1))',
  'a module of one’s own': `import torch\n${torchWords}class Net(torch.nn.Module):\n    def forward(self, x):\n        raise RuntimeError(message)\nNet()(torch.ones(1))`,
};

const numpyCode = 'import numpy as np\nx = np.ones((2, 3))\ny = x @ np.ones((2, 3))';
const numpyWords =
  'message = "matmul: Input operand 1 has" + " a mismatch in its" + " core dimension 0, with" + " gufunc signature (n?,k),(k,m?)->(n?,m?)" + " (size 2 is" + " different from 3)"\n';
const numpyScripts: Readonly<Record<string, string>> = {
  'an array function': `import numpy as np\n${numpyWords}class Rows(object):\n    def __array_function__(self, function, types, args, kwargs):\n        raise ValueError(message)\nnp.concatenate([Rows()])`,
  'an array ufunc': `import numpy as np\n${numpyWords}class Rows(object):\n    def __array_ufunc__(self, *args, **kwargs):\n        raise ValueError(message)\nnp.add(Rows(), 1)`,
  'a vectorised function': `import numpy as np\n${numpyWords}def fail(row):\n    raise ValueError(message)\nnp.vectorize(fail)(np.ones(1))`,
  'a function along an axis': `import numpy as np\n${numpyWords}def fail(row):\n    raise ValueError(message)\nnp.apply_along_axis(fail, 0, np.ones(2))`,
  'an array that is asked for': `import numpy as np\n${numpyWords}class Rows(object):\n    def __array__(self, *args, **kwargs):\n        raise ValueError(message)\nnp.asarray(Rows())`,
  'an assertion of the testing part': `import numpy as np\n${numpyWords}np.testing.assert_equal(1, 2, err_msg=message)`,
  'an error that numpy calls': `import numpy as np\n${numpyWords}def fail(kind, flag):\n    raise ValueError(message)\nnp.seterrcall(fail)\nnp.seterr(all="call")\nnp.ones(1) / np.zeros(1)`,
  'another product':
    'import numpy as np\na = np.ones((2, 3))\nb = np.ones((2, 3))\nprint(np.matmul(a[:, :3], b[:2]))\n',
};

const tensorflowCode = 'import tensorflow as tf\nlayer = tf.keras.layers.Conv2D(2, 3)\nlayer(tf.ones((2, 8, 8)))';
const tensorflowWords =
  'message = "Input 0 of layer \\"conv2d\\" is" + " incompatible with the" + " layer: expected min_ndim=4," + " found ndim=3. Full" + " shape received: (2, 8, 8)"\n';
const tensorflowScripts: Readonly<Record<string, string>> = {
  'a layer of one’s own': `import tensorflow as tf\n${tensorflowWords}class Conv(tf.keras.layers.Layer):\n    def call(self, x):\n        raise ValueError(message)\nConv()(tf.ones((2, 8, 8)))`,
  'a callback': `import numpy as np\nimport tensorflow as tf\n${tensorflowWords}class Stop(tf.keras.callbacks.Callback):\n    def on_epoch_begin(self, epoch, logs=None):\n        raise ValueError(message)\nnet = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nnet.compile(loss="mse")\nnet.fit(np.ones((2, 2)), np.ones((2, 1)), callbacks=[Stop()], verbose=0)`,
  'an assertion of the debugging part': `import tensorflow as tf\n${tensorflowWords}tf.debugging.assert_equal(1, 2, message=message)`,
  'a function of Python in the graph': `import tensorflow as tf\n${tensorflowWords}def fail(x):\n    raise ValueError(message)\ntf.py_function(fail, [tf.ones(1)], tf.float32)`,
  'a loss of one’s own': `import numpy as np\nimport tensorflow as tf\n${tensorflowWords}def loss(a, b):\n    raise ValueError(message)\nnet = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nnet.compile(loss=loss)\nnet.fit(np.ones((2, 2)), np.ones((2, 1)), verbose=0)`,
  'a generator of rows': `import tensorflow as tf\n${tensorflowWords}def rows():\n    raise ValueError(message)\n    yield 1\nlist(tf.data.Dataset.from_generator(rows, output_types=tf.float32))`,
};

/** Scripts that look as if they failed as reported. None may pass. */
export const counterfeits: readonly LabelledCase[] = [
  ...Object.entries(scripts).map(([name, script]): LabelledCase => {
    return { name, label: 'counterfeit', runsOn: 'python', code, script, right: ['notReproduced', 'inconclusive'] };
  }),
  ...Object.entries(ways).map(([name, script]): LabelledCase => {
    return {
      name: `way: ${name}`,
      label: 'counterfeit',
      runsOn: 'python',
      code,
      script,
      right: ['notReproduced', 'inconclusive'],
    };
  }),
  ...(
    [
      ['numpy', numpyCode, numpyScripts],
      ['tensorflow', tensorflowCode, tensorflowScripts],
    ] as const
  ).flatMap(([runsOn, reported, forged]) =>
    Object.entries(forged).map(([name, script]): LabelledCase => {
      return {
        name: `${runsOn}: ${name}`,
        label: 'counterfeit',
        runsOn,
        code: reported,
        script,
        right: ['notReproduced', 'inconclusive'],
      };
    }),
  ),
  ...Object.entries(torchScripts).map(([name, script]): LabelledCase => {
    return {
      name: `torch: ${name}`,
      label: 'counterfeit',
      runsOn: 'torch',
      code: torchCode,
      script,
      right: ['notReproduced', 'inconclusive'],
    };
  }),
];
