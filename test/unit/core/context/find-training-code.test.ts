import { beforeAll, describe, expect, it } from 'vitest';
import { findTrainingCode } from '../../../../src/core/context/training/find-training-code';
import { rankTraining } from '../../../../src/core/context/training/link-steps';
import type { TrainingUnit } from '../../../../src/core/context/training/training-unit';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const find = (code: string): readonly TrainingUnit[] => findTrainingCode(parser.parse(code));
const units = (code: string): readonly (readonly [string | null, string, number, number])[] =>
  find(code)
    .filter(({ kind }) => kind !== 'caller')
    .map(({ framework, kind, firstLine, lastLine }) => [framework, kind, firstLine, lastLine] as const);

describe('findTrainingCode', () => {
  it('finds a PyTorch loop as the outermost loop, with what it uses', () => {
    const code = `import torch
model = Net()
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(3):
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
print(accuracy)
`;
    expect(units(code)).toEqual([['torch', 'loop', 4, 10]]);
    expect(find(code)[0]?.uses).toMatchObject({
      model: 'model',
      optimizer: 'optimizer',
      loss: 'criterion',
      data: 'loader',
    });
  });

  it('finds Keras fit, with what its compile says', () => {
    const code = `from tensorflow import keras
model = keras.Sequential([])
model.compile(optimizer='adam', loss='mse', metrics=['mae'])
history = model.fit(x_train, y_train, epochs=3)
`;
    expect(units(code)).toEqual([['keras', 'call', 4, 4]]);
    expect(find(code)[0]?.uses).toEqual({
      model: 'model',
      optimizer: "'adam'",
      loss: "'mse'",
      data: 'x_train',
      metrics: "['mae']",
    });
  });

  it.each([
    ['train_on_batch', 'import keras\nfor i in range(9):\n    gan.train_on_batch(z, y)\n', 'keras', 'loop'],
    [
      'a GradientTape',
      'import tensorflow as tf\ndef step(x, y):\n    with tf.GradientTape() as tape:\n        loss = f(x, y)\n    grads = tape.gradient(loss, m.trainable_variables)\n    opt.apply_gradients(zip(grads, m.trainable_variables))\n',
      'gradientTape',
      'step',
    ],
    [
      'Lightning',
      'import pytorch_lightning as pl\nclass M(pl.LightningModule):\n    def training_step(self, batch, i):\n        return self.loss(batch)\n',
      'lightning',
      'step',
    ],
    [
      'a Lightning trainer',
      'import pytorch_lightning as pl\ntrainer = pl.Trainer()\ntrainer.fit(model, data)\n',
      'lightning',
      'call',
    ],
    [
      'a Hugging Face trainer',
      'from transformers import Trainer\nt = Trainer(model=m)\nt.train()\n',
      'transformers',
      'call',
    ],
    [
      'accelerate',
      'import torch\nfrom accelerate import Accelerator\naccelerator = Accelerator()\nfor b in loader:\n    loss = model(b)\n    accelerator.backward(loss)\n    optimizer.step()\n',
      'accelerate',
      'loop',
    ],
    [
      'a session of TensorFlow 1, in Python 2',
      "import tensorflow as tf\nwith tf.Session() as sess:\n    for i in range(9):\n        _, l = sess.run([train_op, loss])\n        print 'loss', l\n",
      'session',
      'loop',
    ],
    [
      'an estimator',
      'import tensorflow as tf\ntf.estimator.train_and_evaluate(e, train_spec, eval_spec)\n',
      'estimator',
      'call',
    ],
    [
      'Flax',
      'import jax\ndef train_step(state, batch):\n    loss, grads = jax.value_and_grad(f)(state.params)\n    return state.apply_gradients(grads=grads)\n',
      'jax',
      'step',
    ],
    [
      'Optax in a loop',
      'import jax, optax\ntx = optax.adam(1e-3)\nfor batch in data:\n    grads = jax.grad(loss)(params, batch)\n    updates, state = tx.update(grads, state)\n    params = optax.apply_updates(params, updates)\n',
      'jax',
      'loop',
    ],
  ])('finds %s', (_, code, framework, kind) => {
    expect(units(code).map(([found, how]) => [found, how])).toEqual([[framework, kind]]);
  });

  it.each([
    [
      'subprocess.run in a loop',
      'import subprocess\nimport torch\nfor c in commands:\n    subprocess.run(c, check=True)\n',
    ],
    [
      'the step of a scheduler',
      'import torch\nscheduler = torch.optim.lr_scheduler.StepLR(o, 1)\nfor e in range(9):\n    scheduler.step()\n',
    ],
    ['the fit of scikit-learn', 'import keras\nfrom sklearn.svm import SVC\nmodel = SVC()\nmodel.fit(x, y)\n'],
    ['a scaler beside Keras', 'import keras\nscaler.fit(x)\n'],
    [
      'the step of an environment',
      'import gym, torch\nfor i in range(9):\n    obs, r, d, _ = env.step(agent.act(obs))\n',
    ],
    [
      'minimize of SciPy',
      'import tensorflow as tf\nfrom scipy import optimize\nfor x in starts:\n    optimize.minimize(f, x)\n',
    ],
    [
      'a session that only evaluates',
      'import tensorflow as tf\nwith tf.Session() as sess:\n    for b in data:\n        print(sess.run(accuracy))\n',
    ],
    ['the update of a dict', 'import torch\nfor k in names:\n    settings.update(k)\n'],
    ['the run of a web server', 'import tensorflow as tf\nimport uvicorn\nfor p in ports:\n    uvicorn.run(app)\n'],
    ['train(), the mode', 'import torch\nfor m in models:\n    m.train()\n'],
  ])('tells %s apart', (_, code) => {
    expect(units(code)).toEqual([]);
  });

  it('knows no training in a file that never parses, and does not throw', () => {
    expect(units('def f(:\n  ((((\nfor x in')).toEqual([]);
  });
});

describe('rankTraining', () => {
  it('finds a loop whose step is in another file, and says which', () => {
    const step = `import torch
def optimize_batch(model, batch, optimizer):
    loss = model(batch)
    loss.backward()
    optimizer.step()
    return loss
`;
    const loop =
      'from steps import optimize_batch\nfor epoch in range(9):\n    for batch in loader:\n        optimize_batch(model, batch, opt)\n';
    const [best, ...rest] = rankTraining([
      { path: 'steps.py', role: 'source', training: find(step) },
      { path: 'main.py', role: 'source', training: find(loop) },
      { path: 'tests/test_x.py', role: 'test', training: find(loop) },
    ]);
    expect(best).toMatchObject({
      path: 'main.py',
      kind: 'loop',
      framework: 'torch',
      firstLine: 2,
      lastLine: 4,
      through: 'steps.py:2 optimize_batch',
    });
    expect(best?.uses).toMatchObject({ model: 'model', data: 'loader' });
    expect(rest.map(({ path }) => path)).toEqual(['steps.py', 'tests/test_x.py']);
  });

  it('drops loops that call what trains nothing', () => {
    const loop = 'import torch\nfor batch in loader:\n    update_progress(batch)\n';
    expect(rankTraining([{ path: 'main.py', role: 'source', training: find(loop) }])).toEqual([]);
  });
});
