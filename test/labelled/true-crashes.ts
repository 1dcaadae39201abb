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

/** Scripts that do what the report's code does in other words or with what it leaves out, against the report's whole traceback. */
const otherwise: readonly Pick<LabelledCase, 'name' | 'runsOn' | 'code' | 'script'>[] = [
  {
    name: 'a product renamed throughout',
    runsOn: 'python',
    code: 'w = [1]\nscale = w * 2.5',
    script: 'weights = [1]\nscaled = weights * 2.5',
  },
  {
    name: 'a call with its result shown',
    runsOn: 'python',
    code: 'rows = sorted([2, "a"])',
    script: 'print(sorted([2, "a"]))',
  },
  {
    name: 'layers added one by one where the report nests them',
    runsOn: 'tensorflow',
    code: 'import tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.Input((4, 4, 1)), tf.keras.layers.Conv2D(4, 3), tf.keras.layers.Conv2D(8, 3)])',
    script:
      'import tensorflow as tf\nlayers = tf.keras.layers\nmodel = tf.keras.Sequential()\nmodel.add(tf.keras.Input((4, 4, 1)))\nmodel.add(layers.Conv2D(4, 3))\nmodel.add(layers.Conv2D(8, 3))',
  },
  {
    name: 'layers nested where the report adds them one by one',
    runsOn: 'tensorflow',
    code: 'import tensorflow as tf\nfrom tensorflow.keras import layers\nnet = tf.keras.Sequential()\nnet.add(layers.Input((4, 4, 1)))\nnet.add(layers.Conv2D(4, 3))\nnet.add(layers.Conv2D(8, 3))',
    script:
      'import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.Input((4, 4, 1)), tf.keras.layers.Conv2D(4, 3), tf.keras.layers.Conv2D(8, 3)])',
  },
  {
    name: 'a layer with the input that was missing',
    runsOn: 'torch',
    code: 'import torch\nlin = torch.nn.Linear(12, 1)\nx = torch.ones(12, 1)\nout = lin(x)',
    script:
      'import torch\nfrom torch import nn\ntorch.manual_seed(0)\nlayer = nn.Linear(in_features=12, out_features=1)\ninputs = torch.rand(12, 1)\nresult = layer(inputs)\nprint(result.shape)',
  },
  {
    name: 'a network with its loop shortened',
    runsOn: 'torch',
    code: 'import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.conv = nn.Conv2d(3, 4, 3)\n        self.head = nn.Linear(4, 2)\n    def forward(self, x):\n        x = self.conv(x).flatten(1)\n        return self.head(x)\nnet = Net()\nfor step in range(100):\n    out = net(torch.rand(2, 3, 8, 8))',
    script:
      'import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.conv = nn.Conv2d(3, 4, 3)\n        self.head = nn.Linear(4, 2)\n\n    def forward(self, x):\n        x = self.conv(x).flatten(1)\n        return self.head(x)\n\nnet = Net()\nfor step in range(1):\n    out = net(torch.rand(2, 3, 8, 8))\n    print(out.shape)',
  },
  {
    name: 'an array read from a stand-in',
    runsOn: 'numpy',
    code: 'import numpy as np\nx = np.load("features.npy")\nw = np.ones((4, 2))\ny = np.dot(x, w)',
    script:
      'import numpy as np\nnp.save("features.npy", np.ones((5, 3)))\nx = np.load("features.npy")\nw = np.ones((4, 2))\ny = np.dot(x, w)',
  },
];

/** Crashes with the whole traceback in the report, many of them deep in a library or below the wrappers of one. */
const deep: Readonly<Partial<Record<LabelledCase['runsOn'], Readonly<Record<string, string>>>>> = {
  python: {
    'a list of a thread':
      'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(1) as pool:\n    sizes = list(pool.map(len, [1]))',
    'a cause that is named':
      'def load(text):\n    try:\n        return int(text)\n    except ValueError as error:\n        raise RuntimeError("the label of the row can not be read")\nload("cat")',
    'a pickle': 'import pickle\npickle.dumps(lambda row: row)',
    'a regular expression': 'import re\nre.compile("(")',
    'a date': 'import datetime\nday = datetime.datetime.strptime("2020-13-01", "%Y-%m-%d")',
    'a table': 'import csv\nrows = csv.reader(5)',
  },
  numpy: {
    'a solution': 'import numpy as np\nx = np.linalg.solve(np.ones((2, 3)), np.ones(2))',
    'a conversion': 'import numpy as np\nx = np.array(["1.0", "two"]).astype("float32")',
    'a broadcast': 'import numpy as np\nx = np.zeros((2, 2))\nx[:, 0] = np.ones(3)',
    'a choice': 'import numpy as np\nx = np.random.choice(0, 3)',
    'a file of arrays': 'import numpy as np\nopen("w.npy", "w").write("text")\nx = np.load("w.npy")',
  },
  torch: {
    'a convolution': 'import torch\nconv = torch.nn.Conv2d(3, 8, 3)\nout = conv(torch.rand(2, 1, 8, 8))',
    'a loss of other types':
      'import torch\nloss = torch.nn.CrossEntropyLoss()\nloss(torch.rand(2, 3), torch.tensor([0, 7]))',
    'an embedding': 'import torch\nemb = torch.nn.Embedding(4, 2)\nout = emb(torch.tensor([4]))',
    'an in-place change': 'import torch\nw = torch.ones(2, requires_grad=True)\nw += 1',
    'a gradient of none': 'import torch\nx = torch.ones(2)\nx.sum().backward()',
    'a gradient of a vector': 'import torch\nx = torch.ones(2, requires_grad=True)\ny = x * 2\ny.backward()',
    'a leaf in numpy': 'import torch\nx = torch.ones(2, requires_grad=True)\nprint(x.numpy())',
    'a view': 'import torch\nx = torch.rand(2, 3).t()\ny = x.view(6)',
    'a normalisation of one': 'import torch\nbn = torch.nn.BatchNorm1d(3)\nout = bn(torch.rand(1, 3))',
    'rows of other lengths':
      'import torch\nfrom torch.utils.data import DataLoader\nrows = [torch.ones(2), torch.ones(3)]\nfor batch in DataLoader(rows, batch_size=2):\n    print(batch)',
    'rows of other lengths in a worker':
      'import torch\nfrom torch.utils.data import DataLoader\nrows = [torch.ones(2), torch.ones(3)]\nif __name__ == "__main__":\n    for batch in DataLoader(rows, batch_size=2, num_workers=1):\n        print(batch)',
    'a data set of one’s own':
      'import torch\nfrom torch.utils.data import DataLoader, Dataset\nclass Rows(Dataset):\n    def __len__(self):\n        return 4\n    def __getitem__(self, at):\n        return {"x": torch.ones(1)}["y"]\nfor batch in DataLoader(Rows(), batch_size=2):\n    print(batch)',
    'a script compiled':
      'import torch\n@torch.jit.script\ndef add(a, b):\n    return torch.mm(a, b)\nadd(torch.ones(2, 3), torch.ones(2, 3))',
    'a state dict that lacks':
      'import torch\nnet = torch.nn.Sequential(torch.nn.Linear(2, 2))\nnet.load_state_dict({})',
    'an optimizer of nothing': 'import torch\nopt = torch.optim.Adam([])',
    'an attention': 'import torch\natt = torch.nn.MultiheadAttention(5, 2)',
    'a stack': 'import torch\nx = torch.stack([torch.ones(2), torch.ones(3)])',
    'a file of weights': 'import torch\nopen("w.pt", "w").write("text of no model")\nstate = torch.load("w.pt")',
    'a backward twice in a network':
      'import torch\nnet = torch.nn.Linear(2, 1)\nout = net(torch.ones(3, 2))\nloss = (out * out).mean()\nfor step in range(2):\n    loss.backward()',
    'a classifier':
      'from sklearn.linear_model import LogisticRegression\nclf = LogisticRegression()\nclf.fit([[1.0], [2.0]], [1, 1])',
    'a prediction before a fit':
      'from sklearn.linear_model import LinearRegression\nreg = LinearRegression()\nreg.predict([[1.0]])',
    'a trainer':
      'import torch\nimport pytorch_lightning as pl\nclass Net(pl.LightningModule):\n    def training_step(self, batch, index):\n        return None\ntrainer = pl.Trainer(max_epochs=1, logger=False, enable_checkpointing=False)\ntrainer.fit(Net())',
  },
  tensorflow: {
    'a fit of labels out of range':
      'import numpy as np\nimport tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.layers.Dense(3, activation="softmax")])\nnet.compile(loss="sparse_categorical_crossentropy", optimizer="sgd")\nnet.fit(np.ones((4, 2)), np.array([0, 1, 2, 5]), verbose=0)',
    'a loss of other shapes':
      'import numpy as np\nimport tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.layers.Dense(7, activation="softmax")])\nnet.compile(loss="categorical_crossentropy", optimizer="sgd")\nnet.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0)',
    'a model of other inputs':
      'import tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2)])\nnet.predict(tf.ones((3, 5)), verbose=0)',
    'a layer of one’s own':
      'import tensorflow as tf\nclass Scale(tf.keras.layers.Layer):\n    def call(self, x):\n        return tf.concat([x, tf.ones((2, 2))], axis=1)\nnet = tf.keras.Sequential([Scale()])\nnet(tf.ones((3, 2)))',
    'a concatenation of layers':
      'import tensorflow as tf\na = tf.keras.Input((4, 2))\nb = tf.keras.Input((3, 2, 1))\nout = tf.keras.layers.Concatenate()([a, b])',
    'a function of the graph':
      'import tensorflow as tf\n@tf.function\ndef step(x):\n    return tf.reshape(x, (4, 4))\nstep(tf.ones((3, 3)))',
    'a truth in a graph': 'import tensorflow as tf\na = tf.keras.Input((2,))\nif a > 0:\n    print("above")',
    'an unknown activation': 'import tensorflow as tf\nlayer = tf.keras.layers.Dense(2, activation="softmaxx")',
    'a model that is not compiled':
      'import numpy as np\nimport tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.layers.Dense(2)])\nnet.fit(np.ones((2, 2)), np.ones((2, 2)))',
    'a weight file that is none':
      'import tensorflow as tf\nnet = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])\nnet.load_weights("no_such.weights.h5")',
    'an old argument': 'import tensorflow as tf\nopt = tf.keras.optimizers.Adam(lr=0.1)',
    'an old name': 'import tensorflow as tf\nx = tf.placeholder(tf.float32)',
    'a column': 'import pandas as pd\nframe = pd.DataFrame({"a": [1]})\nx = frame["label"]',
    'a merge': 'import pandas as pd\nframe = pd.DataFrame({"a": [1, 2]})\nframe["b"] = [1, 2, 3]',
  },
};

/** Crashes in the report's own code: in an operation, a call into C, a library, or a raise of its own. */
export const trueCrashes: readonly LabelledCase[] = [
  ...toCases('python', plain),
  ...toCases('numpy', numpy),
  ...toCases('torch', torch),
  ...toCases('tensorflow', tensorflow),
  ...otherwise.map((item): LabelledCase => ({ ...item, label: 'trueCrash', right: ['reproduced'], traceback: true })),
  ...(['python', 'numpy', 'torch', 'tensorflow'] as const).flatMap((runsOn) =>
    toCases(runsOn, deep[runsOn] ?? {}).map((item) => ({
      ...item,
      name: `${item.name}, with its traceback`,
      traceback: true,
    })),
  ),
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
