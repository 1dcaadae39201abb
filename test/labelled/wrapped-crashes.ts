import type { LabelledCase } from './labelled-case';

/** Crashes that come through a wrapper: a traced function, a compiler, a worker, a child process. */
interface Wrapped {
  readonly name: string;
  readonly runsOn: 'python' | 'torch' | 'tensorflow';
  readonly code: string;
  /** The same fault, with lines of ours around it. */
  readonly ours?: string;
  /** What looks like it, and is made by a line of ours. */
  readonly planted: readonly string[];
}

const tf = 'import tensorflow as tf\n';
const torch = 'import torch\n';
const main = 'if __name__ == "__main__":\n';

const wrapped: readonly Wrapped[] = [
  {
    name: 'a product in a traced function',
    runsOn: 'tensorflow',
    code: `${tf}@tf.function\ndef step(x, w):\n    y = tf.matmul(x, w)\n    return tf.reduce_sum(y)\nloss = step(tf.ones((2, 3)), tf.ones((2, 3)))`,
    ours: `import os\n${tf}\ntf.random.set_seed(0)\n\n@tf.function\ndef step(x, w):\n    y = tf.matmul(x, w)\n    return tf.reduce_sum(y)\n\nresult = step(tf.random.normal((2, 3)), tf.random.normal((2, 3)))\nprint(result)`,
    planted: [
      `${tf}def words():\n    return "Dimensions must be equal, but are 3 and 2 for"\n@tf.function\ndef step(x, w):\n    raise ValueError(words() + " '{{node MatMul}} = MatMul[T=DT_FLOAT, grad_a=false, grad_b=false, transpose_a=false, transpose_b=false](x, w)' with input shapes: [2,3], [2,3].")\nloss = step(tf.ones((2, 3)), tf.ones((2, 3)))`,
    ],
  },
  {
    name: 'a loop in a traced function',
    runsOn: 'tensorflow',
    code: `${tf}@tf.function\ndef grow(n):\n    x = tf.zeros((1,))\n    while tf.reduce_sum(x) < n:\n        x = tf.concat([x, tf.ones((1,))], 0)\n    return x\ngrow(tf.constant(3.0))`,
    planted: [],
  },
  {
    name: 'a truth in a traced function without autograph',
    runsOn: 'tensorflow',
    code: `${tf}@tf.function(autograph=False)\ndef clip(x):\n    if tf.reduce_sum(x) > 1:\n        return x\n    return -x\nclip(tf.ones((3,)))`,
    planted: [],
  },
  {
    name: 'a variable made in each call of a traced function',
    runsOn: 'tensorflow',
    code: `${tf}@tf.function\ndef scale(x):\n    w = tf.Variable(2.0)\n    return w * x\nscale(tf.constant(1.0))\nscale(tf.constant(2.0))`,
    planted: [],
  },
  {
    name: 'an attribute in a traced function that calls another',
    runsOn: 'tensorflow',
    code: `${tf}def sizes(x):\n    return x.shapes[0]\n@tf.function\ndef step(x):\n    return sizes(x) + 1\nstep(tf.ones((2, 3)))`,
    planted: [
      `${tf}def sizes(x):\n    return getattr(x, "shape" + "s")[0]\n@tf.function\ndef step(x):\n    return sizes(x) + 1\nclass Tensor:\n    pass\nsizes(Tensor())`,
    ],
  },
  {
    name: 'labels of another shape in a training',
    runsOn: 'tensorflow',
    code: `import numpy as np\n${tf}net = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3, activation="softmax")])\nnet.compile(loss="categorical_crossentropy", optimizer="adam")\nnet.fit(np.ones((8, 4)), np.ones((8, 5)), epochs=1, verbose=0)`,
    planted: [],
  },
  {
    name: 'a layer of one’s own that does not fit',
    runsOn: 'tensorflow',
    code: `import numpy as np\n${tf}class Mix(tf.keras.layers.Layer):\n    def call(self, x):\n        return tf.matmul(x, tf.ones((3, 2)))\nnet = tf.keras.Sequential([tf.keras.Input((4,)), Mix()])`,
    planted: [
      `${tf}class Mix(tf.keras.layers.Layer):\n    def call(self, x):\n        text = "Dimensions must be equal,"\n        raise ValueError(text + " but are 4 and 3 for '{{node mix_1/MatMul}} = MatMul[T=DT_FLOAT, grad_a=false, grad_b=false, transpose_a=false, transpose_b=false](Placeholder, mix_1/ones)' with input shapes: [?,4], [3,2].")\nnet = tf.keras.Sequential([tf.keras.Input((4,)), Mix()])`,
    ],
  },
  {
    name: 'a training step of one’s own',
    runsOn: 'tensorflow',
    code: `import numpy as np\n${tf}class Net(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n        self.head = tf.keras.layers.Dense(2)\n    def call(self, x):\n        return self.head(x)\n    def train_step(self, data):\n        x, y = data\n        with tf.GradientTape() as tape:\n            loss = tf.reduce_mean(tf.square(self(x) - y))\n        grads = tape.gradient(loss, self.trainable_variables)\n        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))\n        return {"loss": loss.values}\nnet = Net()\nnet.compile(optimizer="sgd")\nnet.fit(np.ones((4, 3), "float32"), np.ones((4, 2), "float32"), verbose=0)`,
    planted: [],
  },
  {
    name: 'a function mapped over a data set',
    runsOn: 'tensorflow',
    code: `${tf}def prepare(x):\n    return tf.reshape(x, (3, 3))\ndata = tf.data.Dataset.from_tensor_slices(tf.ones((4, 8))).map(prepare)`,
    planted: [
      `${tf}def prepare(x):\n    raise ValueError("Cannot reshape a tensor with 8 " + "elements to shape [3,3] (9 elements)")\ndata = tf.data.Dataset.from_tensor_slices(tf.ones((4, 8))).map(prepare)`,
    ],
  },
  {
    name: 'a data set that fails while it is read',
    runsOn: 'tensorflow',
    code: `import numpy as np\n${tf}def rows():\n    yield np.ones(3)\n    yield np.ones(4)\ndata = tf.data.Dataset.from_generator(rows, output_signature=tf.TensorSpec((3,), tf.float32))\nfor row in data:\n    print(row.shape)`,
    planted: [],
  },
  {
    name: 'a function of Python in a graph',
    runsOn: 'tensorflow',
    code: `${tf}def look(x):\n    return x.numpy() + "a"\n@tf.function\ndef step(x):\n    return tf.py_function(look, [x], tf.float32)\nstep(tf.constant(1.0))`,
    planted: [
      `${tf}def look(x):\n    raise TypeError("ufunc " + "'add' did not contain a loop")\n@tf.function\ndef step(x):\n    return tf.py_function(look, [x], tf.float32)\nstep(tf.constant(1.0))`,
    ],
  },
  {
    name: 'a compiled network',
    runsOn: 'torch',
    code: `${torch}class Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = torch.nn.Linear(4, 2)\n    def forward(self, x):\n        return self.fc(x)\nnet = torch.compile(Net(), backend="eager")\nout = net(torch.ones(3, 5))`,
    ours: `import os\nimport torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(4, 2)\n\n    def forward(self, x):\n        return self.fc(x)\n\ntorch.manual_seed(0)\nnet = torch.compile(Net(), backend="eager")\nresult = net(torch.rand(3, 5))\nprint(result)`,
    planted: [
      `${torch}class Net(torch.nn.Module):\n    def forward(self, x):\n        text = "a and b must have same reduction dim, but got [3, 5] X"\n        raise RuntimeError(text + " [4, 2].")\nnet = torch.compile(Net(), backend="eager")\nout = net(torch.ones(3, 5))`,
      `${torch}def plan(x):\n    return torch.ones(3, 5) @ torch.ones(4, 2)\nother = torch.compile(plan, backend="eager")\nout = other(torch.ones(1))`,
    ],
  },
  {
    name: 'a compiled function that may not break its graph',
    runsOn: 'torch',
    code: `${torch}@torch.compile(backend="eager", fullgraph=True)\ndef step(x):\n    if x.sum() > 0:\n        return x\n    return -x\nstep(torch.ones(3))`,
    planted: [
      `${torch}@torch.compile(backend="eager", fullgraph=True)\ndef other(x):\n    torch._dynamo.graph_break()\n    return x\nother(torch.ones(3))`,
    ],
  },
  {
    name: 'a compiled function with a call it does not know',
    runsOn: 'torch',
    code: `${torch}@torch.compile(backend="eager")\ndef add(a, b):\n    c = a * 2\n    return torch.cat([c, b], dim=0)\nadd(torch.ones(2, 3), torch.ones(2, 4))`,
    planted: [],
  },
  {
    name: 'a scripted function',
    runsOn: 'torch',
    code: `${torch}@torch.jit.script\ndef mix(a, b):\n    c = a + 1\n    return torch.mm(c, b)\nmix(torch.ones(2, 3), torch.ones(2, 3))`,
    ours: `import warnings\nimport torch\nwarnings.filterwarnings("ignore")\n\n@torch.jit.script\ndef mix(a, b):\n    c = a + 1\n    return torch.mm(c, b)\n\nout = mix(torch.rand(2, 3), torch.rand(2, 3))`,
    planted: [
      `${torch}@torch.jit.script\ndef mix(a, b):\n    if a.size(0) == 2:\n        raise RuntimeError("mat1 and mat2 shapes cannot be " + "multiplied (2x3 and 2x3)")\n    return torch.mm(a, b)\nmix(torch.ones(2, 3), torch.ones(2, 3))`,
    ],
  },
  {
    name: 'a network that was scripted, saved and loaded',
    runsOn: 'torch',
    code: `${torch}class Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = torch.nn.Linear(4, 2)\n    def forward(self, x):\n        return self.fc(x)\ntorch.jit.script(Net()).save("net.pt")\nnet = torch.jit.load("net.pt")\nout = net(torch.ones(3, 5))`,
    planted: [],
  },
  {
    name: 'a function that cannot be scripted',
    runsOn: 'torch',
    code: `${torch}def pick(x, at):\n    return x[at].unknown_name()\nscripted = torch.jit.script(pick)`,
    planted: [],
  },
  {
    name: 'a worker of a loader',
    runsOn: 'torch',
    code: `${torch}from torch.utils.data import DataLoader, Dataset\nclass Rows(Dataset):\n    def __len__(self):\n        return 4\n    def __getitem__(self, at):\n        return torch.ones(3)[at + 3]\n${main}    for batch in DataLoader(Rows(), batch_size=2, num_workers=2):\n        print(batch)`,
    ours: `import torch\nfrom torch.utils.data import DataLoader, Dataset\n\nclass Rows(Dataset):\n    def __len__(self):\n        return 4\n\n    def __getitem__(self, at):\n        return torch.ones(3)[at + 3]\n\nif __name__ == "__main__":\n    torch.manual_seed(0)\n    loader = DataLoader(Rows(), batch_size=2, num_workers=1)\n    for batch in loader:\n        print(batch)`,
    planted: [
      `${torch}from torch.utils.data import DataLoader, Dataset\nclass Rows(Dataset):\n    def __len__(self):\n        return 4\n    def __getitem__(self, at):\n        raise IndexError("index 3 is out of bounds " + "for dimension 0 with size 3")\n${main}    for batch in DataLoader(Rows(), batch_size=2, num_workers=2):\n        print(batch)`,
      `${torch}from torch.utils.data import DataLoader, Dataset\nclass Rows(Dataset):\n    def __len__(self):\n        return 4\n    def __getitem__(self, at):\n        torch._check_index(False, lambda: "index 3 is out of bounds" + " for dimension 0 with size 3")\n${main}    for batch in DataLoader(Rows(), batch_size=2, num_workers=2):\n        print(batch)`,
    ],
  },
  {
    name: 'a worker that collates rows of two sizes',
    runsOn: 'torch',
    code: `${torch}from torch.utils.data import DataLoader\nrows = [torch.ones(2), torch.ones(3)]\n${main}    for batch in DataLoader(rows, batch_size=2, num_workers=1):\n        print(batch)`,
    planted: [],
  },
  {
    name: 'a spawned process',
    runsOn: 'torch',
    code: `${torch}import torch.multiprocessing as mp\ndef work(rank, size):\n    x = torch.ones(2, 3)\n    return torch.mm(x, x)\n${main}    mp.spawn(work, args=(2,), nprocs=1)`,
    ours: `import os\nimport torch\nimport torch.multiprocessing as mp\n\nos.environ["OMP_NUM_THREADS"] = "1"\n\ndef work(rank, size):\n    x = torch.ones(2, 3)\n    return torch.mm(x, x)\n\nif __name__ == "__main__":\n    mp.spawn(work, args=(2,), nprocs=1)`,
    planted: [
      `${torch}import torch.multiprocessing as mp\ndef work(rank, size):\n    raise RuntimeError("mat1 and mat2 shapes cannot " + "be multiplied (2x3 and 2x3)")\n${main}    mp.spawn(work, args=(2,), nprocs=1)`,
    ],
  },
  {
    name: 'a worker of a pool',
    runsOn: 'python',
    code: `from multiprocessing import Pool\ndef size_of(row):\n    return len(row)\n${main}    pool = Pool(1)\n    sizes = pool.map(size_of, [5])`,
    ours: `from multiprocessing import Pool\n\ndef size_of(row):\n    return len(row)\n\n${main}    rows = [7]\n    pool = Pool(1)\n    sizes = pool.map(size_of, rows)\n    print(sizes)`,
    planted: [
      `from multiprocessing import Pool\ndef size_of(row):\n    raise TypeError("object of type " + "'int' has no len()")\n${main}    pool = Pool(1)\n    sizes = pool.map(size_of, [5])`,
    ],
  },
  {
    name: 'a task of a pool of threads',
    runsOn: 'python',
    code: `from multiprocessing.pool import ThreadPool\ndef size_of(row):\n    return len(row)\npool = ThreadPool(1)\nsizes = pool.map(size_of, [5])`,
    planted: [
      `from multiprocessing.pool import ThreadPool\ndef size_of(row):\n    raise TypeError("object of type " + "'int' has no len()")\npool = ThreadPool(1)\nsizes = pool.map(size_of, [5])`,
    ],
  },
];

/** True and planted crashes behind wrappers, each with the whole traceback in its report. */
export const wrappedCrashes: readonly LabelledCase[] = wrapped.flatMap(({ name, runsOn, code, ours, planted }) => [
  { name, label: 'trueCrash', runsOn, code, right: ['reproduced'], traceback: true } as const,
  ...(ours === undefined
    ? []
    : ([
        {
          name: `${name}, in a script of ours`,
          label: 'trueCrash',
          runsOn,
          code,
          script: ours,
          right: ['reproduced'],
          traceback: true,
        },
      ] as const)),
  ...planted.map((script, index): LabelledCase => ({
    name: `${name}, planted ${index + 1}`,
    label: 'counterfeit',
    runsOn,
    code,
    script,
    right: ['notReproduced', 'inconclusive'],
    traceback: true,
  })),
]);
