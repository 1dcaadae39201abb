import type { LabelledCase } from './labelled-case';

const plain: Readonly<Record<string, string>> = {
  'an operator': 'count = "a" + 1',
  'a product': 'size = [1] * "b"',
  'a division': 'rate = 1.0 / 0',
  'a modulo': 'rest = 7 % 0',
  'a shift': 'mask = 1 << -1',
  'a comparison of a set': 'rows = {[1]: 2}',
  'an augmented assignment': 'count = 1\ncount += "a"',
  'a negation': 'low = -"a"',
  'a call into C': 'size = len(5)',
  'a call into C with a keyword': 'rows = sorted([2, 1], reversed=True)',
  'an unexpected keyword': 'def build(width):\n    return width\nbuild(width=1, height=2)',
  'a missing argument': 'def build(width):\n    return width\nbuild()',
  'too many arguments': 'def build(width):\n    return width\nbuild(1, 2)',
  'a call of what is not callable': 'loss = 1.0\nloss = loss(1)',
  'a call of a module': 'import json\njson("text")',
  'a subscript': 'rows = {"a": 1}\nrows["label"]',
  'a subscript out of range': 'rows = [1, 2]\nrows[5]',
  'a subscript of a number': 'size = 5\nsize[0]',
  'an assignment to an item': 'shape = (1, 2)\nshape[0] = 3',
  'a deletion': 'rows = {}\ndel rows["a"]',
  'an attribute': 'name = "abc"\nname.decoded',
  'an attribute of None': 'model = None\nmodel.fit(1)',
  'an attribute that is set': 'size = 5\nsize.width = 1',
  'an import': 'import no_such_module_here',
  'a name of a module': 'from os import no_such_name_here',
  'an unpacking of too many': 'a, b = [1, 2, 3]',
  'an unpacking of too few': 'a, b, c = [1, 2]',
  'an iteration': 'for row in 5:\n    print(row)',
  'a conversion': 'size = int("twelve")',
  'a float': 'rate = float("a tenth")',
  'an unknown name': 'print(learning_rate_of_the_model)',
  'a local before its value': 'def step():\n    print(total_of_step)\n    total_of_step = 1\nstep()',
  'a standard library that raises': 'import json\njson.loads("no json here")',
  'a struct': 'import struct\nstruct.unpack("i", b"ab")',
  'a file': 'rows = open("no_such_file.csv").read()\nprint(rows)',
  'a method of a class': 'class Net(object):\n    def forward(self, x):\n        return x + None\nNet().forward(1)',
  'a missing method': 'class Net(object):\n    pass\nNet().forward(1)',
  'a comprehension': 'rows = [len(row) for row in [1, 2]]',
  'a lambda': 'double = lambda row: row * 2 + "a"\ndouble(3)',
  'a recursion': 'def depth(n):\n    return depth(n + 1)\ndepth(0)',
  'a raise of its own': 'def check(size):\n    raise ValueError("size %d of the input is odd" % size)\ncheck(3)',
  'an assertion of its own': 'size = 3\nassert size == 4, "size of the input must be four"',
  'a class of its own':
    'class ShapeError(Exception):\n    pass\nraise ShapeError("shape of the input is not known here")',
  'a generator of its own': 'def rows():\n    yield 1\n    yield len(5)\nlist(rows())',
  'a raise again of what was caught': 'try:\n    size = len(5)\nexcept TypeError:\n    raise',
  'an error within handling': 'try:\n    {}["a"]\nexcept KeyError:\n    len(5)',
  'a with that fails': 'with 5 as handle:\n    print(handle)',
  'a decorator': 'def twice(f):\n    return f + 1\n@twice\ndef step():\n    pass',
  'a key function': 'sorted([1, "a"], key=lambda row: row.size)',
  'a join': '", ".join([1, 2])',
  'an encoding': '"caf\\u00e9".encode("no-such-encoding")',
  'a base class': 'class Net(5):\n    pass',
};

const numpy: Readonly<Record<string, string>> = {
  'a product of matrices': 'import numpy as np\nx = np.ones((2, 3))\nw = np.ones((2, 3))\ny = x @ w',
  'a sum of shapes': 'import numpy as np\na = np.ones(3)\nb = np.ones(4)\nc = a + b',
  'a reshape': 'import numpy as np\na = np.ones(6).reshape(4, 2)',
  'a concatenation': 'import numpy as np\na = np.concatenate([np.ones((2, 2)), np.ones(3)])',
  'an index': 'import numpy as np\na = np.ones(3)\na[7]',
  'an inverse': 'import numpy as np\na = np.linalg.inv(np.zeros((2, 2)))',
  'an axis': 'import numpy as np\na = np.ones(3).sum(axis=4)',
  'a truth of an array': 'import numpy as np\nif np.ones(3):\n    print(1)',
  'a name that went away': 'import numpy as np\na = np.float(1)',
  'a stack': 'import numpy as np\na = np.stack([np.ones(2), np.ones(3)])',
};

const torch: Readonly<Record<string, string>> = {
  'a linear layer': 'import torch\nlin = torch.nn.Linear(12, 1)\nout = lin(torch.ones(12, 1))',
  'a concatenation': 'import torch\na = torch.cat([torch.ones(2, 3), torch.ones(3, 2)], 1)',
  'a dimension': 'import torch\na = torch.ones(3).sum(1)',
  'a second backward':
    'import torch\nx = torch.ones(2, requires_grad=True)\nloss = (x * x).sum()\nloss.backward()\nloss.backward()',
  'a state dict':
    'import torch\nnet = torch.nn.Linear(2, 2)\nnet.load_state_dict({"weight": torch.ones(3, 2), "bias": torch.ones(2)})',
  'a keyword': 'import torch\nopt = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1, rate=3)',
};

const tensorflow: Readonly<Record<string, string>> = {
  'a product': 'import tensorflow as tf\na = tf.matmul(tf.ones((2, 3)), tf.ones((2, 3)))',
  'a layer’s rank': 'import tensorflow as tf\nlayer = tf.keras.layers.Conv2D(2, 3)\nlayer(tf.ones((2, 8, 8)))',
  'a fit of other shapes':
    'import tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nnet.compile(loss="mse", optimizer="sgd")\nnet.fit(tf.ones((4, 2)), tf.ones((3, 1)), verbose=0)',
};

/** Crashes in the report's own code: in an operation, a call into C, a library, or a raise of its own. */
export const trueCrashes: readonly LabelledCase[] = [
  ...toCases('python', plain),
  ...toCases('numpy', numpy),
  ...toCases('torch', torch),
  ...toCases('tensorflow', tensorflow),
];

function toCases(runsOn: LabelledCase['runsOn'], codes: Readonly<Record<string, string>>): LabelledCase[] {
  return Object.entries(codes).map(([name, code]) => ({
    name,
    label: 'trueCrash',
    runsOn,
    code,
    right: ['reproduced'],
  }));
}
