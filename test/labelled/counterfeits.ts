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

const torchCode = 'import torch\nlin = torch.nn.Linear(12, 1)\nout = lin(torch.ones(12, 1))';
const torchWords = 'message = "mat1 and mat2" + " shapes cannot" + " be multiplied (12x1" + " and 12x1)"\n';
const torchScripts: Readonly<Record<string, string>> = {
  'torch._check': `import torch\n${torchWords}torch._check(False, lambda: message)`,
  'a raise': `import torch\n${torchWords}raise RuntimeError(message)`,
  'a patched forward': `import torch\n${torchWords}def forward(self, x):\n    raise RuntimeError(message)\ntorch.nn.Linear.forward = forward\nlin = torch.nn.Linear(12, 1)\nout = lin(torch.ones(12, 1))`,
  'a hook of a module': `import torch\n${torchWords}def hook(module, inputs):\n    raise RuntimeError(message)\nlin = torch.nn.Linear(1, 1)\nlin.register_forward_pre_hook(hook)\nlin(torch.ones(12, 1))`,
  'shapes that are made to clash':
    'import torch\nother = torch.nn.Bilinear\nw = torch.ones(12, 1)\nout = torch.mm(torch.ones(12, 1), w)',
  'a module of one’s own': `import torch\n${torchWords}class Net(torch.nn.Module):\n    def forward(self, x):\n        raise RuntimeError(message)\nNet()(torch.ones(1))`,
};

/** Scripts that look as if they failed as reported. None may pass. */
export const counterfeits: readonly LabelledCase[] = [
  ...Object.entries(scripts).map(([name, script]): LabelledCase => {
    return { name, label: 'counterfeit', runsOn: 'python', code, script, right: ['notReproduced', 'inconclusive'] };
  }),
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
