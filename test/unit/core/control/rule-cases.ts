/** Code with a fault, and what the control of the rule must hold; `gives` null: it must find nothing. */
export interface RuleCase {
  readonly rule: string;
  readonly symptom: string;
  readonly code: string;
  readonly gives: string | readonly string[] | null;
}

export const of = (
  rule: string,
  symptom: string,
  cases: readonly (readonly [code: string, gives: RuleCase['gives']])[],
): RuleCase[] => cases.map(([code, gives]) => ({ rule, symptom, code, gives }));

/** A loop of PyTorch with the given lines in its body. */
const loop = (body: readonly string[], head = ''): string =>
  `import torch\nfrom torch import nn\n${head}model = nn.Linear(3, 1)\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nfor batch in range(30):\n${body.map((line) => `    ${line}\n`).join('')}`;
const pass = ['guess = model(a)', 'err = crit(guess, b)'];
const whole = [...pass, 'optimizer.zero_grad()', 'err.backward()', 'optimizer.step()'];

export const keras = (layers: readonly string[], compile: string, rest = 'm.fit(a, b, epochs=4)\n'): string =>
  `import numpy as np\nfrom tensorflow import keras\nfrom tensorflow.keras import layers\nm = keras.Sequential([${layers.join(', ')}])\nm.compile(${compile})\n${rest}`;

export const ruleCases: readonly RuleCase[] = [
  ...of('softmax-over-one-unit', 'stuck', [
    [
      keras(
        ['layers.Dense(8)', "layers.Dense(1, activation='softmax')"],
        "loss='binary_crossentropy', optimizer='adam'",
      ),
      "layers.Dense(1, activation='sigmoid')",
    ],
    [
      "import keras\nn = keras.Sequential()\nn.add(keras.layers.Dense(units=1, activation='softmax'))\nn.compile('sgd', 'mse')\n",
      "activation='sigmoid'",
    ],
    [
      'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(9, 1), nn.Softmax(dim=1))\n',
      'nn.Linear(9, 1), nn.Sigmoid()',
    ],
    [keras(["layers.Dense(4, activation='softmax')"], "loss='categorical_crossentropy'"), null],
  ]),
  ...of('bounded-output-of-regression', 'value', [
    [
      keras(
        ["layers.Dense(8, activation='relu')", "layers.Dense(1, activation='tanh')"],
        "loss='mae', optimizer='adam'",
      ),
      "layers.Dense(1, activation='linear')",
    ],
    [keras(["layers.Dense(2, 'sigmoid')"], 'loss=keras.losses.MeanSquaredError()'), "layers.Dense(2, 'linear')"],
    [
      'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1), nn.Sigmoid())\nlossf = nn.MSELoss()\n',
      'nn.Linear(4, 1), nn.Identity())',
    ],
    [keras(["layers.Dense(8, activation='relu')", 'layers.Dense(1)'], "loss='mse'"), null],
  ]),
  ...of('activation-before-loss-with-its-own', 'stuck', [
    [
      'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(2, 4), nn.Softmax(dim=1))\nlossf = nn.CrossEntropyLoss()\n',
      'nn.Linear(2, 4), nn.Identity())',
    ],
    [
      'import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\nclass N(nn.Module):\n    def forward(self, v):\n        v = self.one(v)\n        return F.softmax(self.two(v), dim=1)\ncrit = nn.CrossEntropyLoss()\n',
      'return self.two(v)',
    ],
    [
      'import torch\nimport torch.nn as nn\nclass N(nn.Module):\n    def forward(self, v):\n        v = torch.sigmoid(self.two(v))\n        return v\ncrit = nn.BCEWithLogitsLoss()\n',
      'v = self.two(v)',
    ],
    [
      'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))\nlossf = nn.CrossEntropyLoss()\n',
      null,
    ],
  ]),
  ...of('logits-taken-for-probabilities', 'stuck', [
    [
      keras(
        ["layers.Dense(3, activation='softmax')"],
        'loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True)',
      ),
      'from_logits=False',
    ],
    [
      keras(['layers.Dense(3)'], 'loss=keras.losses.CategoricalCrossentropy()'),
      'CategoricalCrossentropy(from_logits=True)',
    ],
    [keras(['layers.Dense(1)'], "loss='binary_crossentropy'"), "layers.Dense(1, activation='sigmoid')"],
    [keras(["layers.Dense(5, activation='softmax')"], "loss='categorical_crossentropy'"), null],
  ]),
  ...of('loss-for-other-labels', 'stuck', [
    [keras(["layers.Dense(1, activation='sigmoid')"], "loss='categorical_crossentropy'"), "loss='binary_crossentropy'"],
    [
      keras(
        ["layers.Dense(7, activation='softmax')"],
        "loss='binary_crossentropy'",
        'b = keras.utils.to_categorical(b)\nm.fit(a, b)\n',
      ),
      "loss='categorical_crossentropy'",
    ],
    [keras(["layers.Dense(7, activation='softmax')"], "loss='mse'"), "loss='sparse_categorical_crossentropy'"],
    [keras(['layers.Dense(1)'], "loss='mse'"), null],
  ]),
  ...of('class-taken-over-one-column', 'value', [
    [
      'import torch\nfrom torch import nn\ncrit = nn.BCEWithLogitsLoss()\nlabel = logits.argmax(1)\n',
      'label = (logits > 0).long().squeeze(-1)',
    ],
    [
      'import torch\nfrom torch import nn\ncrit = nn.BCELoss()\n_, label = torch.max(probs, 1)\n',
      '(probs, (probs > 0.5).long().squeeze(-1))',
    ],
    [
      keras(
        ["layers.Dense(1, activation='sigmoid')"],
        "loss='binary_crossentropy'",
        'label = np.argmax(m.predict(a), axis=1)\n',
      ),
      "label = (m.predict(a) > 0.5).astype('int64').reshape(-1)",
    ],
    ['import torch\nfrom torch import nn\ncrit = nn.CrossEntropyLoss()\nlabel = logits.argmax(1)\n', null],
  ]),
  ...of('shapes-broadcast-in-loss', 'stuck', [
    [loop(whole, 'crit = nn.MSELoss()\n'), 'err = crit(guess.reshape(b.shape), b)'],
    [
      loop(['guess = model(a)', 'err = torch.nn.functional.l1_loss(guess, b)', 'err.backward()', 'optimizer.step()']),
      'l1_loss(guess.reshape(b.shape), b)',
    ],
    [loop(whole, 'crit = nn.BCEWithLogitsLoss()\n'), 'crit(guess.reshape(b.shape), b)'],
    [loop(whole, 'crit = nn.CrossEntropyLoss()\n'), null],
  ]),
  ...of('wrong-axis', 'stuck', [
    ['import torch\nimport torch.nn.functional as F\np = F.softmax(scores, dim=0)\n', 'F.softmax(scores, dim=-1)'],
    [
      'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(2, 3), nn.LogSoftmax(dim=0))\n',
      'nn.LogSoftmax(dim=-1)',
    ],
    ['import numpy as np\nbest = scores.argmax(0)\n', 'scores.argmax(-1)'],
    ['import torch\np = torch.softmax(scores, 1)\n', null],
  ]),
  ...of('zero-grad-missing', 'up', [
    [loop([...pass, 'err.backward()', 'optimizer.step()']), '    optimizer.zero_grad()\n    err.backward()'],
    [
      `import torch\ndef run(opt, net):\n    for a, b in data:\n        gap = f(net(a), b)\n        gap.backward()\n        opt.step()\n`,
      '        opt.zero_grad()\n        gap.backward()',
    ],
    [loop(['err = (model(a) - b).pow(2).mean()', 'err.backward()', 'optimizer.step()']), 'optimizer.zero_grad()'],
    [loop(whole), null],
  ]),
  ...of('zero-grad-before-step', 'stuck', [
    [
      loop([...pass, 'err.backward()', 'optimizer.zero_grad()', 'optimizer.step()']),
      '    optimizer.zero_grad()\n    err.backward()\n    optimizer.step()',
    ],
    [
      loop([...pass, 'err.backward()', 'model.zero_grad()', 'optimizer.step()']),
      'model.zero_grad()\n    err.backward()',
    ],
    [
      loop([...pass, 'err.backward()', 'print(err)', 'optimizer.zero_grad()', 'optimizer.step()']),
      'optimizer.zero_grad()\n    err.backward()\n    print(err)\n    optimizer.step()',
    ],
    [loop(whole), null],
  ]),
  ...of('step-missing', 'stuck', [
    [loop([...pass, 'optimizer.zero_grad()', 'err.backward()']), 'err.backward()\n    optimizer.step()'],
    [
      'import torch\nadam = torch.optim.Adam(net.parameters())\nwhile going:\n    gap = f(net(a), b)\n    gap.backward()\n    adam.zero_grad()\n',
      'gap.backward()\n    adam.step()',
    ],
    [
      'from torch import optim\nimport torch\ndef go(net):\n    o = optim.RMSprop(net.parameters())\n    for a in data:\n        v = net(a).sum()\n        v.backward()\n',
      '        v.backward()\n        o.step()',
    ],
    [loop(whole), null],
  ]),
  ...of('step-once-an-epoch', 'stuck', [
    [
      'import torch\nfor e in range(3):\n    for a, b in data:\n        gap = f(net(a), b)\n        gap.backward()\n    opt.step()\n',
      'gap.backward()\n        opt.step()',
    ],
    [
      'import torch\nfor e in range(3):\n    for a in data:\n        v = net(a).sum()\n        v.backward()\n    print(e)\n    sgd.step()\n',
      'v.backward()\n        sgd.step()\n    print(e)',
    ],
    [
      'import torch\nfor e in range(3):\n    for a, b in data:\n        gap = f(net(a), b)\n        gap.backward()\n        opt.step()\n',
      null,
    ],
  ]),
  ...of('step-without-backward', 'stuck', [
    [
      loop([...pass, 'optimizer.zero_grad()', 'loss = err.mean()', 'optimizer.step()']),
      'loss.backward()\n    optimizer.step()',
    ],
    ['import torch\nfor a, b in data:\n    cost = f(net(a), b)\n    opt.step()\n', 'cost.backward()\n    opt.step()'],
    [loop(whole), null],
  ]),
  ...of('schedule-each-batch', 'value', [
    [
      'import torch\nfor epoch in range(5):\n    for a, b in data:\n        opt.step()\n        sched.step()\n    print(epoch)\n',
      '        opt.step()\n        pass\n    sched.step()\n    print(epoch)',
    ],
    [
      'import torch\nfor e in range(2):\n    for batch in data:\n        optimizer.step()\n        lr_scheduler.step()\n',
      '        optimizer.step()\n        pass\n    lr_scheduler.step()\n',
    ],
    ['import torch\nfor e in range(2):\n    for batch in data:\n        opt.step()\n    scheduler.step()\n', null],
  ]),
  ...of('forward-made-once', 'stuck', [
    [
      loop(
        ['err = crit(guess, b)', 'optimizer.zero_grad()', 'err.backward(retain_graph=True)', 'optimizer.step()'],
        'guess = model(a)\n',
      ),
      'for batch in range(30):\n    guess = model(a)\n    err = crit',
    ],
    [
      'import torch\nout = w * x\nfor i in range(9):\n    gap = mse(out, y)\n    gap.backward(retain_graph=True)\n    opt.step()\n',
      'for i in range(9):\n    out = w * x\n',
    ],
    [loop(whole), null],
  ]),
  ...of('optimizer-over-other-tensors', 'stuck', [
    [
      'import torch\nx = torch.rand(9, 2)\nw = torch.rand(2, 1, requires_grad=True)\nopt = torch.optim.Adam([x], lr=0.1)\nfor i in range(5):\n    v = f(x @ w, y)\n    v.backward()\n    opt.step()\n',
      'Adam([w], lr=0.1)',
    ],
    [
      'import torch\nfrom torch import nn\nfirst = nn.Linear(2, 2)\nsecond = nn.Linear(2, 1)\nopt = torch.optim.SGD(first.parameters(), lr=1)\nfor i in range(5):\n    v = f(second(first(x)), y)\n    v.backward()\n    opt.step()\n',
      'for group in (second.parameters(), first.parameters())',
    ],
    [loop(whole), null],
  ]),
  ...of('optimizer-before-model', 'stuck', [
    [
      'import torch\nnet = Net()\nopt = torch.optim.Adam(net.parameters())\nnet = Net(wide=True)\n',
      'net = Net(wide=True)\nopt = torch.optim.Adam(net.parameters())',
    ],
    [
      'import torch\nm = Small()\no = torch.optim.SGD(m.parameters(), lr=0.1)\nm = copy.deepcopy(m)\nprint(m)\n',
      'm = copy.deepcopy(m)\no = torch.optim.SGD',
    ],
    [loop(whole), null],
  ]),
  ...of('modules-in-plain-list', 'stuck', [
    [
      'from torch import nn\nclass N(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.parts = [nn.Linear(3, 3), nn.Linear(3, 3)]\n',
      'self.parts = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])',
    ],
    [
      'from torch import nn\nclass N(nn.Module):\n    def __init__(self, k):\n        super().__init__()\n        self.convs = [nn.Conv2d(3, 3, 1) for _ in range(k)]\n',
      'nn.ModuleList([nn.Conv2d(3, 3, 1) for _ in range(k)])',
    ],
    [
      'from torch import nn\nclass N(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.parts = nn.ModuleList([nn.Linear(3, 3)])\n',
      null,
    ],
  ]),
  ...of('running-sum-not-reset', 'up', [
    [
      'total = 0.0\nfor e in range(3):\n    for a in data:\n        total += f(a)\n    print(total)\n',
      'for e in range(3):\n    total = 0\n    for a',
    ],
    [
      'seen, good = 0, 0\nfor e in range(3):\n    for a in data:\n        seen += 1\n        good += f(a)\n',
      ['    seen = 0\n    good = 0\n'],
    ],
    ['for e in range(3):\n    total = 0\n    for a in data:\n        total += f(a)\n', null],
    ['count = 0\nfor a in data:\n    count += 1\n', null],
  ]),
  ...of('graph-cut', 'stuck', [
    [
      loop(['guess = model(a).detach()', 'err = crit(guess, b)', 'err.backward()', 'optimizer.step()']),
      'guess = model(a)\n',
    ],
    [
      loop([
        'guess = torch.tensor(model(a), requires_grad=True)',
        'err = crit(guess, b)',
        'err.backward()',
        'optimizer.step()',
      ]),
      'guess = model(a)\n',
    ],
    [
      'import torch\nfrom torch import nn\nclass N(nn.Module):\n    def forward(self, v):\n        h = self.one(v).data\n        return self.two(h)\n',
      'h = self.one(v)\n',
    ],
    [loop([...whole, 'total += err.item()']), null],
  ]),
  ...of('no-grad-around-training', 'stuck', [
    [
      `import torch\nfor i in range(3):\n    with torch.no_grad():\n        out = net(a)\n        err = f(out, b)\n    err.requires_grad_()\n    err.backward()\n    opt.step()\n`,
      'with torch.enable_grad():',
    ],
    [
      'import torch\nclass N(torch.nn.Module):\n    @torch.no_grad()\n    def forward(self, v):\n        return self.a(v)\n',
      '@torch.enable_grad()',
    ],
    ['import torch\nwith torch.no_grad():\n    print(net(a))\n', null],
  ]),
  ...of('frozen-parameters', 'stuck', [
    ['for p in net.parameters():\n    p.requires_grad = False\n', 'p.requires_grad = True'],
    ['for part in base.layers:\n    part.trainable = False\n', 'part.trainable = True'],
    ['net.requires_grad_(False)\n', 'net.requires_grad_(True)'],
    ['x = layers.Dense(4, trainable=False)(x)\n', 'trainable=True'],
    ['net.requires_grad_(True)\n', null],
  ]),
  ...of('graph-kept-alive', 'memory', [
    [loop([...whole, 'sums += err']), 'sums += err.detach()'],
    [loop([...whole, 'history.append(err)']), 'history.append(err.detach())'],
    [loop([...whole, 'answers.append(guess)']), 'answers.append(guess.detach())'],
    [loop([...whole, 'history.append(err.item())']), null],
  ]),
  ...of('constant-weights', 'stuck', [
    ['from torch import nn\nnn.init.zeros_(net.a.weight)\n', 'nn.init.normal_(net.a.weight, 0.0, 0.1)'],
    ["x = layers.Dense(9, kernel_initializer='zeros')(x)\n", "kernel_initializer='glorot_uniform'"],
    ['import torch\nw = torch.zeros(4, 2, requires_grad=True)\n', '(torch.randn(4, 2) * 0.1).requires_grad_(True)'],
    ['from torch import nn\nnn.init.zeros_(net.a.bias)\n', null],
  ]),
  ...of('weights-too-large', 'nan', [
    ['from torch import nn\nnn.init.normal_(net.a.weight, 0, 10)\n', 'nn.init.normal_(net.a.weight, 0, 0.05)'],
    ['i = keras.initializers.RandomNormal(stddev=5.0)\n', 'stddev=0.05'],
    ['from torch import nn\nnn.init.uniform_(net.a.weight, -9, 9)\n', 'uniform_(net.a.weight, -0.05, 0.05)'],
    ['from torch import nn\nnn.init.normal_(net.a.weight, 0, 0.02)\n', null],
  ]),
  ...of('evaluation-mode-missing', 'chance', [
    [
      'import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))\nprint(net(x))\n',
      'net.eval()\nprint(net(x))',
    ],
    [
      'import torch\nfrom torch import nn\nclass N(nn.Module):\n    def __init__(self):\n        self.b = nn.BatchNorm1d(3)\nm = N()\nout = m(x)\n',
      'm.eval()\nout = m(x)',
    ],
    ['import torch\nfrom torch import nn\nnet = nn.Linear(2, 2)\nprint(net(x))\n', null],
  ]),
  ...of('training-mode-missing', 'stuck', [
    [
      'import torch\nnet.eval()\nfor a in data:\n    v = net(a).sum()\n    v.backward()\n    opt.step()\n',
      'import torch\nfor a in data',
    ],
    [
      'import torch\nfor e in range(3):\n    for a in data:\n        v = net(a).sum()\n        v.backward()\n        opt.step()\n    net.eval()\n    check(net)\n',
      'for e in range(3):\n    net.train()\n',
    ],
    [
      'import torch\nfor e in range(3):\n    net.train()\n    for a in data:\n        v = net(a).sum()\n        v.backward()\n        opt.step()\n    net.eval()\n',
      null,
    ],
  ]),
  ...of('training-flag', 'stuck', [
    ['with tf.GradientTape() as tape:\n    out = model(x, training=False)\n', 'training=True'],
    ['y = drop(x, training=False)\n', 'training=True'],
    ['with tf.GradientTape() as tape:\n    out = model(x, training=True)\n', null],
  ]),
  ...of('apply-gradients-missing', 'stuck', [
    [
      'import tensorflow as tf\nopt = tf.keras.optimizers.Adam()\nfor i in range(3):\n    with tf.GradientTape() as tape:\n        v = f(m(x))\n    grads = tape.gradient(v, m.trainable_variables)\n',
      'opt.apply_gradients(zip(grads, m.trainable_variables))',
    ],
    [
      'import tensorflow as tf\no = tf.optimizers.SGD(0.1)\nfor i in range(3):\n    with tf.GradientTape() as t:\n        v = f(w)\n    g = t.gradient(v, [w])\n',
      'o.apply_gradients(zip(g, [w]))',
    ],
    [
      'import tensorflow as tf\no = tf.optimizers.SGD(0.1)\nfor i in range(3):\n    with tf.GradientTape() as t:\n        v = f(w)\n    g = t.gradient(v, [w])\n    o.apply_gradients(zip(g, [w]))\n',
      null,
    ],
  ]),
  ...of('outside-the-domain', 'nan', [
    ['import torch\nv = -(p * torch.log(p)).sum()\n', 'torch.log(abs(p) + 1e-6)'],
    ['import torch\nd = (a - b).pow(2).sum().sqrt()\n', '((a - b).pow(2).sum()).abs() + 1e-6).sqrt()'],
    ['r = a / b.sum()\n', 'a / (b.sum() + 1e-6)'],
    ['r = a / 255\n', null],
  ]),
  ...of('half-precision', 'nan', [
    ['net = Net().half()\n', 'Net().float()'],
    ["keras.mixed_precision.set_global_policy('mixed_float16')\n", "'float32'"],
    ['x = x.to(torch.float16)\n', 'torch.float32'],
    ['x = x.float()\n', null],
  ]),
  ...of('chance-left-open', 'chance', [
    ['from sklearn.cluster import KMeans\nk = KMeans(3)\n', 'KMeans(3, random_state=0)'],
    ['import numpy as np\nx = np.random.rand(3)\n', 'np.random.seed(0)\nx = '],
    ['import numpy as np\nr = np.random.default_rng()\n', 'default_rng(0)'],
    ['import math\nx = math.sin(1)\n', null],
  ]),
  ...of('slow-way-beside-fast-way', 'slow', [
    [
      'import time\nt = time.time()\none(a)\nprint("one", time.time() - t)\nt = time.time()\ntwo(b)\nprint("two", time.time() - t)\n',
      ['two(b)\nprint("one"', 'one(a)\nprint("two"'],
    ],
    [
      'from time import perf_counter\ns = perf_counter()\nslow = [f(i) for i in v]\nprint(perf_counter() - s)\ns = perf_counter()\nfast = g(v)\nprint(perf_counter() - s)\n',
      'fast = g(v)\nprint(perf_counter() - s)\ns = perf_counter()\nfast = g(v)',
    ],
    ['import time\nt = time.time()\none(a)\nprint("one", time.time() - t)\n', null],
  ]),
  ...of('compiled-anew-in-loop', 'slow', [
    [
      'import tensorflow as tf\nfor i in range(9):\n    f = tf.function(step)\n    f(i)\n',
      'f = tf.function(step)\nfor i in range(9):\n    pass',
    ],
    ['import jax\nfor i in range(9):\n    g = jax.jit(h)\n    g(i)\n', 'g = jax.jit(h)\nfor i'],
    ['import tensorflow as tf\nf = tf.function(step)\nfor i in range(9):\n    f(i)\n', null],
  ]),
  ...of('kept-in-list', 'memory', [
    ['kept = []\nfor i in range(9):\n    kept.append(f(i))\n', 'for i in range(9):\n    pass'],
    ['kept = []\nfor i in range(9):\n    kept += [f(i)]\n', 'for i in range(9):\n    pass'],
    ['kept = []\nkept.append(1)\n', null],
  ]),
  ...of('ragged-inner-axis', 'shape', [
    [
      'import tensorflow as tf\nr = tf.ragged.stack([a, b])\n',
      'tf.RaggedTensor.from_row_lengths(tf.concat([a, b], axis=0), [len(rows) for rows in [a, b]])',
    ],
    ['import tensorflow as tf\nr = tf.ragged.stack(groups, axis=0)\n', 'tf.concat(groups, axis=0)'],
    ['import tensorflow as tf\nr = tf.stack([a, b])\n', null],
  ]),
  ...of('axis-dropped', 'shape', [
    ['import torch\ny = x.squeeze()\n', 'y = x\n'],
    ['import torch\ny = x.sum(1)\n', 'x.sum(1, keepdim=True)'],
    ['import numpy as np\ny = np.mean(x, axis=1)\n', 'np.mean(x, axis=1, keepdims=True)'],
    ['import numpy as np\ny = np.mean(x, axis=1, keepdims=True)\n', null],
  ]),
  ...of('column-of-predictions', 'shape', [
    ['import keras\nr = model.predict(x) - y\n', 'r = model.predict(x).reshape(-1) - y'],
    ['import keras\np = net.predict(a, verbose=0)\n', 'p = net.predict(a, verbose=0).reshape(-1)\n'],
    ['import keras\nr = model.predict(x).ravel() - y\n', null],
  ]),
  ...of('probabilities-without-logarithm', 'value', [
    [
      'import torch\nimport torch.nn.functional as F\nloss = F.nll_loss(F.softmax(out, dim=1), y)\n',
      'F.nll_loss(F.log_softmax(out, dim=1), y)',
    ],
    [
      'import torch\nnet = nn.Sequential(nn.Linear(2, 3), nn.Softmax(dim=1))\ncrit = nn.NLLLoss()\n',
      'nn.LogSoftmax(dim=1)',
    ],
    ['import torch\ncrit = nn.NLLLoss()\nout = F.log_softmax(x, 1)\n', null],
  ]),
  ...of('type-promoted', 'type', [
    ['import numpy as np\nx = np.array([1.0, 2.0])\n', 'np.array([1.0, 2.0], dtype=np.float32)'],
    ['import torch\nx = torch.from_numpy(a)\n', 'torch.from_numpy(a).to(torch.float32)'],
    ['import numpy as np\nx = np.random.rand(3)\n', "np.random.rand(3).astype('float32')"],
    ['import numpy as np\nx = np.zeros(3, dtype=np.float64)\n', null],
  ]),
  ...of('inputs-not-scaled', 'nan', [
    [
      keras(['layers.Dense(1)'], "loss='mse', optimizer='sgd'"),
      'a = (a - np.mean(a, axis=0)) / (np.std(a, axis=0) + 1e-6)\nm.fit',
    ],
    [
      loop(whole, 'a = torch.rand(9, 3) * 500\nb = torch.rand(9, 1)\n'),
      'a = (a.float() - a.float().mean(0)) / (a.float().std(0) + 1e-6)\nfor batch',
    ],
    [
      'import torch\nfrom torch.utils.data import TensorDataset\nd = TensorDataset(pix, lab)\n',
      'pix = (pix.float() - pix.float().mean(0))',
    ],
    ['print(1)\n', null],
  ]),
  ...of('targets-not-scaled', 'nan', [
    [keras(['layers.Dense(1)'], "loss='mse', optimizer='sgd'"), 'b = (b - np.mean(b, axis=0))'],
    [
      'import torch\nfrom torch import nn\nfrom torch.utils.data import TensorDataset\nl = nn.MSELoss()\nd = TensorDataset(u, v)\n',
      'v = (v.float() - v.float().mean(0))',
    ],
    [keras(["layers.Dense(3, activation='softmax')"], "loss='categorical_crossentropy'"), null],
  ]),
  ...of('samples-in-order', 'stuck', [
    [
      keras(['layers.Dense(3)'], "loss='mse'", 'm.fit(a, b, validation_split=0.3)\n'),
      'sample_order = np.random.permutation(len(a))\na, b = a[sample_order], b[sample_order]\nm.fit',
    ],
    [
      keras(['layers.Dense(3)'], "loss='mse'", 'm.fit(u, v, shuffle=False)\n'),
      'u, v = u[sample_order], v[sample_order]',
    ],
    [keras(['layers.Dense(3)'], "loss='mse'"), null],
  ]),
  ...of('shuffle-off', 'stuck', [
    ['d = DataLoader(s, batch_size=4, shuffle=False)\n', 'shuffle=True'],
    ['m.fit(a, b, shuffle=False)\n', 'shuffle=True'],
    ['a, b = train_test_split(x, y, shuffle=False)\n', 'shuffle=True'],
    ['d = DataLoader(s, shuffle=True)\n', null],
  ]),
  ...of('integers-cut-off', 'stuck', [
    ['x = pix // 255\n', 'x = pix / 255'],
    ["x = (pix / 255).astype('uint8')\n", ".astype('float32')"],
    ['x = (np.random.rand(3, 3)).astype(int)\n', ".astype('float32')"],
    ['half = n // 2\n', null],
  ]),
  ...of('labels-shuffled-alone', 'stuck', [
    ['import numpy as np\nnp.random.shuffle(x)\nm.fit(x, y)\n', 'pass\nm.fit(x, y)'],
    ['import random\nrandom.shuffle(labels)\n', 'pass'],
    ['import numpy as np\np = np.random.permutation(9)\nx, y = x[p], y[p]\n', null],
  ]),
  ...of('learning-rate', 'stuck', [
    [loop(whole), ['lr=0.01', 'lr=0.001', 'lr=1)']],
    [keras(['layers.Dense(1)'], "loss='mse', optimizer=keras.optimizers.Adam(1e-7)"), 'Adam(0.00001)'],
    ['import torch\nlr = 50\nopt = torch.optim.SGD(net.parameters(), lr=lr)\n', 'lr = 5\n'],
    [keras(['layers.Dense(1)'], "loss='mse', optimizer='sgd'"), "optimizer='adam'"],
    ['print(1)\n', null],
  ]),
  ...of('other-optimizer', 'stuck', [
    ['import torch\nopt = torch.optim.SGD(net.parameters(), lr=3)\n', 'torch.optim.Adam(net.parameters(), lr=0.01)'],
    ['from tensorflow.keras.optimizers import SGD\nm.compile(optimizer=SGD(0.5))\n', "optimizer='adam'"],
    ['from torch import optim\nimport torch\no = optim.Adagrad([w], lr=1)\n', 'optim.Adam([w], lr=0.01)'],
    ['import torch\nopt = torch.optim.Adam(net.parameters())\n', null],
  ]),
  ...of('momentum-or-decay', 'stuck', [
    ['o = SGD(p, lr=0.1, weight_decay=0.9)\n', 'weight_decay=0.0'],
    ['o = SGD(p, lr=0.1, momentum=0.999)\n', 'momentum=0.5'],
    ['o = Adam(p, eps=1.0)\n', 'eps=1e-8'],
    ['o = SGD(p, momentum=0.9, weight_decay=1e-4)\n', null],
  ]),
  ...of('schedule-ends-training', 'stuck', [
    [loop([...whole, 'scheduler.step()']), 'optimizer.step()\n'],
    ['for e in range(3):\n    sched.step()\n    go()\n', 'for e in range(3):\n    go()'],
    [loop(whole), null],
  ]),
  ...of('gradients-explode', 'nan', [
    [loop(whole), 'torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n    optimizer.step()'],
    [
      'import torch\nw = torch.rand(3, requires_grad=True)\no = torch.optim.SGD([w], lr=9)\nfor i in range(3):\n    v = f(w)\n    v.backward()\n    o.step()\n',
      'clip_grad_norm_([w], 1.0)',
    ],
    [loop([...whole.slice(0, 4), 'torch.nn.utils.clip_grad_norm_(model.parameters(), 1)', 'optimizer.step()']), null],
  ]),
  ...of('dropout-too-high', 'stuck', [
    ['d = nn.Dropout(0.95)\n', 'nn.Dropout(0.1)'],
    ['x = layers.Dropout(rate=0.8)(x)\n', 'rate=0.1'],
    ['x = F.dropout(x, 0.9)\n', 'F.dropout(x, 0.1)'],
    ['d = nn.Dropout(0.2)\n', null],
  ]),
  ...of('stops-too-early', 'value', [
    ["c = EarlyStopping(monitor='val_accuracy', mode='min')\n", "mode='max'"],
    ["c = EarlyStopping(monitor='loss', patience=0)\n", 'patience=1000'],
    ["c = keras.callbacks.EarlyStopping('val_loss')\n", "EarlyStopping('val_loss', patience=1000)"],
    ['c = ModelCheckpoint("a")\n', null],
  ]),
  {
    rule: 'modules-in-plain-list',
    symptom: 'load',
    code: 'import torch.nn as nn\nclass N(nn.Module):\n    def __init__(self, names):\n        super().__init__()\n        self.heads = {n: nn.Linear(2, 1) for n in names}\n',
    gives: 'self.heads = nn.ModuleDict({n: nn.Linear(2, 1) for n in names})',
  },
  {
    rule: 'modules-in-plain-list',
    symptom: 'stuck',
    code: 'import torch.nn as nn\nclass N(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layers = []\n        for n in range(3):\n            self.layers.append(nn.Linear(2, 2))\n',
    gives: 'self.layers = nn.ModuleList()',
  },
  {
    rule: 'modules-in-plain-list',
    symptom: 'load',
    code: 'import torch.nn as nn\nclass N(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.losses = []\n        self.names = {"a": 1}\n        self.losses.append(1)\n',
    gives: null,
  },
  {
    rule: 'samples-over-batches',
    symptom: 'value',
    code: 'import torch\ncorrect = 0\nfor x, y in test_loader:\n    correct += (net(x).argmax(1) == y).sum().item()\nprint(100 * correct / len(test_loader))\n',
    gives: '100 * correct / len(test_loader.dataset)',
  },
  {
    rule: 'samples-over-batches',
    symptom: 'value',
    code: 'import torch\nrunning = 0\nfor x, y in test_loader:\n    running += loss(net(x), y).item()\nprint(running / len(test_loader))\n',
    gives: null,
  },
  {
    rule: 'samples-over-batches',
    symptom: 'value',
    code: 'import torch\ndef check(net, val_dl):\n    hits = 0\n    for x, y in val_dl:\n        hits += net(x).argmax(1).eq(y).sum().item()\n    acc = hits / len(val_dl)\n    return acc\n',
    gives: 'acc = hits / len(val_dl.dataset)',
  },
  ...of('gaps-in-table', 'nan', [
    ["import pandas as pd\nd = pd.read_csv('a.csv')\n", "d = pd.read_csv('a.csv').dropna()"],
    ["import pandas as pd\nd = pd.read_excel('a.xlsx').values\n", "pd.read_excel('a.xlsx').dropna().values"],
    ["import pandas as pd\nd = pd.read_csv('a.csv')\nd = d.fillna(0)\n", null],
  ]),
  ...of('inputs-not-scaled', 'stuck', [
    [
      'import keras\nimport numpy as np\nx, y = np.ones((9, 2)), np.ones(9)\nmodel = keras.Sequential([keras.layers.Dense(1)])\nmodel.fit(x[:6], y[:6])\n',
      'x = (x - np.mean(x, axis=0)) / (np.std(x, axis=0) + 1e-6)',
    ],
  ]),
];
