import { beforeAll, describe, expect, it } from 'vitest';
import { logging } from '../../../../src/core/actions/logging';
import { ours } from '../../../../src/core/generate/script-lines';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { digestOf } from '../../../../src/node/system/digest';
import type { Symptom } from '../../../../src/protocol/symptom';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const common = { id: 's', confidence: 1, span: null, author: 'report' } as const;
const stuck = (metric: string): Symptom => ({ ...common, kind: 'stuckMetric', metric, value: null });
const nan = (what: 'loss' | 'gradient' | 'weight' | 'output'): Symptom => ({ ...common, kind: 'nonFinite', what });

function logged(code: string, symptom: Symptom, origin: 'report' | 'ours' = 'report'): readonly string[] {
  const text = `${code}\n`;
  const provenance = text.split('\n').map(() => (origin === 'ours' ? ours : { origin, span: null }));
  const { readOut } = readReport({ name: 'report.md', text: '# Title', asOf: null });
  return logging
    .propose({
      script: { text, digest: digestOf(text), provenance },
      diagnosis: { kind: 'nothing' },
      symptom,
      readOut,
      source: '',
      parser,
      pythonVersion: '3.11.7',
      distributionOf: () => null,
    })
    .map(({ change, action }) => {
      expect(action).toBe('logging');
      if (change.kind !== 'script') throw new Error('Logging changes the script.');
      const own = change.lines.filter(({ provenance: { origin: from } }) => from === 'ours').map((line) => line.text);
      const all = change.lines.map((line) => line.text).join('\n');
      expect(parser.parse(all).hasError, all).toBe(false);
      return origin === 'ours' ? all : own.join('\n');
    });
}

const torchLoop = `import torch
from torch import nn
crit = nn.MSELoss()
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for e in range(4):
    out = net(x)
    gap = crit(out, y)
    opt.zero_grad()
    gap.backward()
    opt.step()`;
const kerasFit = `from tensorflow import keras
m = keras.Sequential([keras.layers.Dense(1)])
m.compile(loss="mse", optimizer="sgd")
m.fit(a, b, epochs=3)`;
const tape = `import tensorflow as tf
for i in range(3):
    with tf.GradientTape() as t:
        gap = f(net(a))
    grads = t.gradient(gap, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))`;

describe('the logging action', () => {
  const cases: readonly (readonly [string, string, Symptom, string])[] = [
    ['the loss of each step', torchLoop, stuck('loss'), '    reprise_observe("loss", gap.item())'],
    ['the gradient of each step', torchLoop, nan('gradient'), 'for p in net.parameters() if p.grad is not None'],
    [
      'the change of the weights',
      torchLoop,
      stuck('weights'),
      'weights_before = [p.detach().clone() for p in net.parameters()]',
    ],
    ['weights that may be no numbers', torchLoop, nan('weight'), 'reprise_observe("weight", sum('],
    ['the spread of predictions', torchLoop, stuck('prediction'), 'reprise_observe("prediction_spread"'],
    [
      'the largest prediction',
      torchLoop,
      { ...common, kind: 'wrongValue', what: 'prediction', op: '<=', value: 1 },
      'reprise_observe("max_prediction", float(out.detach().max()))',
    ],
    [
      'the share that is right',
      torchLoop.replace('MSELoss', 'CrossEntropyLoss'),
      stuck('accuracy'),
      'reprise_observe("accuracy", float((out.argmax(-1) == y).float().mean()))',
    ],
    ['the history of fit', kerasFit, stuck('loss'), 'm.history.history.get("loss"'],
    [
      'the history of held-out data',
      kerasFit,
      { ...common, kind: 'metricGap', metric: 'val_accuracy', between: 'trainValidation', op: '<=', value: 0 },
      'reprise_observe("val_accuracy", value)',
    ],
    ['what a model of Keras answers', kerasFit, stuck('prediction'), 'predicted = m.predict(a)'],
    ['weights around fit', kerasFit, stuck('weights'), 'weights_before = m.get_weights()'],
    ['the loss under a tape', tape, stuck('loss'), 'reprise_observe("loss", float(gap))'],
    ['gradients under a tape', tape, nan('gradient'), 'for g in grads if g is not None'],
    [
      'the loss of a batch',
      'import keras\nfor i in range(3):\n    l = m.train_on_batch(a, b)',
      stuck('loss'),
      'reprise_observe("loss", float(',
    ],
    [
      'the score of an estimator',
      'from sklearn.svm import SVC\nc = SVC()\nc.fit(a, b)',
      stuck('accuracy'),
      'c.score(a, b)',
    ],
    [
      'shapes',
      'import torch\nu = torch.cat([a, b])',
      { ...common, kind: 'wrongShape', what: 'output', expected: '(2,)', actual: null },
      'print("u shape", tuple(u.shape))',
    ],
    [
      'types',
      'import numpy as np\nu = np.array([1])',
      { ...common, kind: 'wrongType', what: 'output', expected: 'float32', actual: null },
      'print("u dtype", u.dtype)',
    ],
    [
      'two times',
      'import time\nt = time.time()\nf()\nprint("one", time.time() - t)\nt = time.time()\ng()\nprint("two", time.time() - t)',
      { ...common, kind: 'slow', what: 'f', ratio: null },
      'reprise_observe("seconds_two", time.time() - t)',
    ],
    [
      'memory per round',
      'for i in range(30):\n    kept.append(f(i))',
      { ...common, kind: 'memoryGrowth', bytesPerStep: null },
      '    reprise_observe("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)',
    ],
    [
      'answers before saving and after loading',
      'import keras\nm.fit(a, b)\nm.save("m.keras")\nn = keras.models.load_model("m.keras")',
      { ...common, kind: 'saveLoadMismatch', what: 'output' },
      'reprise_observe("load_difference", float(abs(answer_after - answer_before).max()))',
    ],
  ];
  it.each(cases)('tells %s', (_, code, symptom, line) => {
    expect(logged(code, symptom).join('\n===\n')).toContain(line);
  });

  it('leaves the lines of the report as they are, and adds nothing a second time', () => {
    const [first = ''] = logged(torchLoop, stuck('loss'));
    expect(first.trim()).toBe('reprise_observe("loss", gap.item())');
    expect(logged(`${torchLoop}\n    reprise_observe("loss", gap.item())`, stuck('loss'))).toEqual([]);
    const shape: Symptom = { ...common, kind: 'wrongShape', what: 'output', expected: '(2,)', actual: null };
    const code = 'import torch\nu = torch.nn.Linear(2, 2)(v).squeeze()\nnet = torch.nn.Linear(2, 2)';
    const [told = ''] = logged(code, shape, 'ours');
    expect(told).toContain('print("u shape", tuple(u.shape))');
    expect(told).not.toContain('net.shape');
    expect(logged(told.trim(), shape, 'ours')).toEqual([]);
  });

  it('has nothing to say of an exception, nor where the value is nowhere', () => {
    expect(logged(torchLoop, { ...common, kind: 'signal', signal: 'SIGSEGV' })).toEqual([]);
    expect(logged('import math\nprint(math.pi)', stuck('accuracy'))).toEqual([]);
  });

  it('ties inputs and targets of ours that were drawn apart, so that there is something to learn', () => {
    const code = torchLoop.replace('crit =', 'x = torch.rand(64, 3)\ny = torch.rand(64, 1)\ncrit =');
    expect(logged(code, stuck('loss'), 'ours').join('\n')).toContain('y = y + 3 * x.reshape(len(x), -1).mean(1)');
    expect(logged(code, stuck('loss')).join('\n')).not.toContain('mean(1)');
    const classes = code.replace('y = torch.rand(64, 1)', 'y = torch.randint(0, 4, (64,))');
    expect(logged(classes, stuck('accuracy'), 'ours').join('\n')).not.toContain('x = x + 3');
    expect(logged(classes.replace('MSELoss', 'CrossEntropyLoss'), stuck('accuracy'), 'ours').join('\n')).toContain(
      'x = x + 3 * torch.rand(int(y.max()) + 1, *x.shape[1:])',
    );
  });
});
