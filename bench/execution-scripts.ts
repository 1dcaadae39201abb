/** A script whose runs are timed. */
export interface BenchScript {
  readonly name: string;
  readonly text: string;
  /** Exit code that each run must have. */
  readonly code: number;
  /** Variable that names an environment with the framework; null: any Python will do. */
  readonly variable: string | null;
  readonly rounds: number;
}

const TORCH_ENVIRONMENT = 'REPRISE_TEST_TORCH';
const TENSORFLOW_ENVIRONMENT = 'REPRISE_TEST_TENSORFLOW';

export const SCRIPTS: readonly BenchScript[] = [
  {
    name: 'standard library',
    text: 'import json\nprint(json.dumps({"a": 1}))\n',
    code: 0,
    variable: null,
    rounds: 15,
  },
  {
    name: 'NumPy: shapes that clash',
    text: 'import numpy as np\na = np.ones((3, 4))\nb = np.ones((5, 6))\nprint(a @ b)\n',
    code: 1,
    variable: TORCH_ENVIRONMENT,
    rounds: 11,
  },
  {
    name: 'torch: shapes that clash',
    text: 'import torch\nimport torch.nn as nn\nm = nn.Linear(3, 4)\nm(torch.ones(2, 5))\n',
    code: 1,
    variable: TORCH_ENVIRONMENT,
    rounds: 5,
  },
  {
    name: 'torch: trains',
    text: `import torch
import torch.nn as nn
import torch.optim as optim
torch.manual_seed(0)
m = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
o = optim.SGD(m.parameters(), lr=0.1)
for i in range(3):
    o.zero_grad()
    l = m(torch.ones(2, 3)).sum()
    l.backward()
    o.step()
    print("loss: %.4f" % l.item())
`,
    code: 0,
    variable: TORCH_ENVIRONMENT,
    rounds: 5,
  },
  {
    name: 'TensorFlow: fails while building',
    text: `import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(3,)), tf.keras.layers.Conv2D(3, 3)])
`,
    code: 1,
    variable: TENSORFLOW_ENVIRONMENT,
    rounds: 7,
  },
  {
    name: 'TensorFlow: trains',
    text: `import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
m = tf.keras.Sequential([layers.Input((3,)), layers.Dense(4)])
m.compile("sgd", "mse")
h = m.fit(np.ones((8, 3)), np.ones((8, 4)), epochs=2, verbose=0)
print(h.history)
`,
    code: 0,
    variable: TENSORFLOW_ENVIRONMENT,
    rounds: 7,
  },
];
