/** Scripts of the frameworks, of the shapes that reports have: they fail, warn, train, draw, print. */
export const NUMPY: Readonly<Record<string, string>> = {
  'shapes that clash': 'import numpy as np\na = np.ones((3, 4))\nb = np.ones((5, 6))\nprint(a @ b)\n',
  'singular matrix': 'import numpy as np\nnp.linalg.inv(np.zeros((2, 2)))\n',
  'removed name': 'import numpy as np\nx = np.float(3)\n',
  'overflow warning': 'import numpy as np\nprint(np.array([1e300]) * np.array([1e300]))\n',
  'seeded draws': 'import numpy as np\nnp.random.seed(3)\nprint(np.random.rand(2), np.random.randint(10))\n',
  'draws of the given seed': 'import random\nimport numpy as np\nprint(random.random(), np.random.rand())\n',
  'division by zero made an error': 'import numpy as np\nnp.seterr(all="raise")\nnp.array([1.0]) / 0\n',
  'object that does not broadcast':
    'import numpy as np\nfrom numpy import zeros\nx = zeros((3,))\nx[:] = np.ones((2, 2))\n',
  'import after a filter': 'import warnings\nwarnings.filterwarnings("ignore")\nimport numpy as np\nprint(np.log(0))\n',
  'variable before the import':
    'import os\nos.environ["OMP_NUM_THREADS"] = "1"\nimport numpy as np\nprint(np.arange(3))\n',
};

export const TORCH: Readonly<Record<string, string>> = {
  'shapes that clash': 'import torch\nimport torch.nn as nn\nm = nn.Linear(3, 4)\nm(torch.ones(2, 5))\n',
  trains: `import torch
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
  'wrong class':
    'import torch\nimport torch.nn.functional as F\nF.cross_entropy(torch.ones(2, 3), torch.tensor([0, 7]))\n',
  'in-place change': `import torch
x = torch.ones(2, requires_grad=True)
y = x * 2
z = (y * y).sum()
y.add_(1)
z.backward()
`,
  'draws of its own seed': 'import torch\nprint(torch.rand(2), torch.nn.Linear(2, 1).weight)\n',
  'workers of a loader': `import torch
from torch.utils.data import DataLoader
if __name__ == "__main__":
    for batch in DataLoader(list(range(6)), batch_size=3, num_workers=2):
        print(batch)
`,
};

export const TENSORFLOW: Readonly<Record<string, string>> = {
  'fails while building': `import numpy as np
import tensorflow as tf
m = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(3,)), tf.keras.layers.Conv2D(3, 3)])
`,
  trains: `import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
m = tf.keras.Sequential([layers.Input((3,)), layers.Dense(4)])
m.compile("sgd", "mse")
h = m.fit(np.ones((8, 3)), np.ones((8, 4)), epochs=2, verbose=0)
print(h.history)
`,
};
