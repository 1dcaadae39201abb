import { keras, of, type RuleCase } from './rule-cases';

/** Further repairs: steps that are taken by hand, statistics and weights that lag behind, metrics, ways that are timed. */
export const repairCases: readonly RuleCase[] = [
  ...of('statistics-lag-behind', 'value', [
    ['import torch\nfrom torch import nn\nbn = nn.BatchNorm2d(8, momentum=0.001)\n', 'nn.BatchNorm2d(8, momentum=0.1)'],
    ['import torch\nfrom torch import nn\nbn = nn.BatchNorm1d(8, momentum=0.99)\n', 'momentum=0.1'],
    [
      keras(['layers.Dense(8)', 'layers.BatchNormalization()', 'layers.Dense(1)'], "loss='mse'"),
      'layers.BatchNormalization(momentum=0.5)',
    ],
    ['import torch\nfrom torch import nn\nbn = nn.BatchNorm2d(8, momentum=0.2)\n', null],
  ]),
  ...of('weights-not-loaded', 'load', [
    [
      keras(
        ['layers.Dense(8)'],
        "loss='mse'",
        'm.fit(a, b)\ntext = m.to_json()\nagain = keras.models.model_from_json(text)\nagain.compile(loss="mse")\n',
      ),
      'again.set_weights(m.get_weights())\nagain.compile',
    ],
    [
      keras(['layers.Dense(8)'], "loss='mse'", 'm.fit(a, b)\ncopy = keras.models.clone_model(m)\n'),
      'copy.set_weights(m.get_weights())',
    ],
    [
      'import torch\nnet = Net(4)\ntorch.save(net.state_dict(), "n.pt")\nother = Net(4)\nprint(other(x))\n',
      'other = Net(4)\nother.load_state_dict(net.state_dict())',
    ],
    [
      keras(
        ['layers.Dense(8)'],
        "loss='mse'",
        'm.fit(a, b)\nagain = keras.models.model_from_json(m.to_json())\nagain.load_weights("w.h5")\n',
      ),
      null,
    ],
  ]),
  ...of('accuracy-of-regression', 'stuck', [
    [
      keras(['layers.Dense(8)', 'layers.Dense(1)'], "loss='mse', optimizer='adam', metrics=['accuracy']"),
      ['def accuracy(y_true, y_pred):', 'metrics=[accuracy]'],
    ],
    [
      keras(['layers.Dense(1)'], "loss='mean_absolute_error', optimizer='adam', metrics=['mae', 'acc']"),
      ['def acc(y_true, y_pred):', "metrics=['mae', acc]"],
    ],
    [keras(['layers.Dense(1)'], "'adam', 'mse', ['accuracy']"), ["'mse', [accuracy]"]],
    [keras(["layers.Dense(1, activation='sigmoid')"], "loss='binary_crossentropy', metrics=['accuracy']"), null],
  ]),
  ...of('zero-grad-missing', 'up', [
    [
      'import torch\nw = torch.randn(2, requires_grad=True)\nfor e in range(9):\n    err = ((x @ w - y) ** 2).mean()\n    err.backward()\n    with torch.no_grad():\n        w -= 0.1 * w.grad\n',
      '    w.grad = None\n    err.backward()',
    ],
    [
      'import torch\nfrom torch import nn\nnet = nn.Linear(2, 1)\nfor e in range(9):\n    err = ((net(x) - y) ** 2).mean()\n    err.backward()\n    for p in net.parameters():\n        p.data -= 0.1 * p.grad\n',
      '    net.zero_grad()\n    err.backward()',
    ],
    [
      'import torch\nw = torch.randn(2, requires_grad=True)\nfor e in range(9):\n    err = (w ** 2).mean()\n    err.backward()\n    w.data -= 0.1 * w.grad\n    w.grad.zero_()\n',
      null,
    ],
  ]),
  ...of('optimizer-before-model', 'stuck', [
    [
      'import torch\nfrom torch import nn\nnet = nn.Linear(2, 4)\nopt = torch.optim.Adam(net.parameters())\nfor size in [1, 2]:\n    net = nn.Linear(2, size)\n    for e in range(9):\n        err = net(x).mean()\n        err.backward()\n        opt.step()\n',
      '    net = nn.Linear(2, size)\n    opt = torch.optim.Adam(net.parameters())\n    for e',
    ],
  ]),
  ...of('slow-way-beside-fast-way', 'slow', [
    [
      'import time\nimport torch\nt0 = time.time()\ntotal = 0\nfor n in range(9):\n    total += t[n]\nslow = time.time() - t0\nt0 = time.time()\ntotal = t.sum()\nfast = time.time() - t0\nprint(slow, fast)\n',
      't0 = time.time()\ntotal = t.sum()\nslow = time.time() - t0\nt0 = time.time()\ntotal = t.sum()\n',
    ],
    [
      'import time\nstart = time.perf_counter()\na = one()\nend = time.perf_counter()\nprint(end - start)\nstart = time.perf_counter()\na = two()\nend = time.perf_counter()\nprint(end - start)\n',
      'a = two()\nend = time.perf_counter()\nprint(end - start)\nstart = time.perf_counter()\na = two()',
    ],
    // As the script stands once the times are logged: each is told twice.
    [
      'import time\nfor _ in range(3):\n    t = time.time(); one(a); print("one", time.time() - t)\n    reprise_observe("seconds_one", time.time() - t)\n    t = time.time(); two(b); print("two", time.time() - t)\n    reprise_observe("seconds_two", time.time() - t)\n',
      't = time.time(); two(b); print("one", time.time() - t)',
    ],
  ]),
  ...of('chance-left-open', 'chance', [
    [
      'import numpy as np\nnp.random.seed(1)\nimport tensorflow as tf\nm = tf.keras.Sequential()\n',
      'import tensorflow as tf\ntf.keras.utils.set_random_seed(0)\n',
    ],
    [
      'from keras.models import Sequential\nm = Sequential()\n',
      'import keras as seeded_keras; seeded_keras.utils.set_random_seed(0)',
    ],
  ]),
  ...of('labels-shuffled-alone', 'stuck', [
    ['import numpy as np\nrng = np.random.default_rng(0)\nrng.shuffle(a)\nrng.shuffle(b)\n', 'pass\npass'],
    ['deck = Deck()\ndeck.shuffle(cards)\n', null],
  ]),
];
