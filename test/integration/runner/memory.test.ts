import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { estimateMemory } from '../../../src/core/estimate/estimate-memory';
import { hostBytes } from '../../../src/protocol/memory-estimate';
import { createTestParser } from '../../helpers/create-test-parser';
import { lineOf, runRecorded, withFolder } from './run-script';

/** How far the estimate of these scripts may be from what their runs took, either way. */
const FACTOR = 2;

const torch: Readonly<Record<string, string>> = {
  'a large linear network with Adam': `
import torch
import torch.nn as nn

N, D_in, H, D_out = 64, 4096, 4096, 1000
model = nn.Sequential(nn.Linear(D_in, H), nn.ReLU(), nn.Linear(H, H), nn.ReLU(), nn.Linear(H, D_out))
x = torch.randn(N, D_in)
y = torch.randn(N, D_out)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for step in range(3):
    optimizer.zero_grad()
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
print("done", float(loss.detach()))
`,
  'convolutions of a class over pictures': `
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self, channels, out):
        super().__init__()
        self.conv = nn.Conv2d(channels, out, kernel_size=3, padding=1)
        self.act = nn.ReLU()
    def forward(self, x):
        return self.act(self.conv(x))

class Net(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.body = nn.Sequential(Block(3, width), Block(width, width), Block(width, width))
    def forward(self, x):
        return self.body(x).mean(dim=(2, 3))

net = Net(width=64)
images = torch.rand(16, 3, 128, 128)
out = net(images)
out.sum().backward()
print("done", tuple(out.shape))
`,
  'matrices and their product': `
import torch
n = 6000
a = torch.randn(n, n)
b = torch.randn(n, n)
c = a @ b
print("done", c.shape)
`,
  'a table of words and a recurrent layer': `
import torch
from torch import nn
vocabulary = 200_000
embedding = nn.Embedding(vocabulary, 256)
lstm = nn.LSTM(256, 512, num_layers=2, batch_first=True)
head = nn.Linear(512, 10)
tokens = torch.randint(0, vocabulary, (32, 50))
out, _ = lstm(embedding(tokens))
head(out[:, -1]).sum().backward()
print("done")
`,
};

const keras: Readonly<Record<string, string>> = {
  'a dense network on random rows': `
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x = np.random.rand(20000, 784)
y = np.random.randint(0, 10, (20000,))
model = keras.Sequential()
model.add(layers.Dense(2048, activation="relu", input_shape=(784,)))
model.add(layers.Dense(2048, activation="relu"))
model.add(layers.Dense(10, activation="softmax"))
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy")
model.fit(x, y, epochs=1, steps_per_epoch=3, batch_size=128, verbose=0)
print("done")
`,
  'convolutions over pictures': `
import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Conv2D, MaxPooling2D, Flatten, Dense

pictures = np.zeros((600, 64, 64, 3), dtype="float32")
labels = np.zeros((600, 1))
model = Sequential([
    Conv2D(32, (3, 3), activation="relu", input_shape=(64, 64, 3)),
    MaxPooling2D((2, 2)),
    Conv2D(64, 3, activation="relu", padding="same"),
    Flatten(),
    Dense(512),
    Dense(1),
])
model.compile(loss="mse", optimizer="sgd")
model.fit(pictures, labels, epochs=1, verbose=0)
print("done")
`,
};

describe.each([
  { name: 'torch', variable: 'REPRISE_TEST_TORCH', scripts: torch },
  { name: 'Keras', variable: 'REPRISE_TEST_TENSORFLOW', scripts: keras },
] as const)('the estimate of memory against runs of $name', ({ variable, scripts }) => {
  const prefix = process.env[variable];
  const skipped = prefix === undefined ? ` (needs ${variable})` : '';
  // A run of a framework takes ten seconds on a busy machine: one of each, and all in the long runs.
  const shown = Object.entries(scripts).slice(0, process.env['REPRISE_SLOW'] === '1' ? undefined : 1);
  it.skipIf(prefix === undefined).each(shown)(`is within a factor of two: %s${skipped}`, async (_, text) => {
    const estimate = estimateMemory(text, await createTestParser());
    expect(estimate.unread).toEqual([]);
    const peak = await withFolder({ 'script.py': text }, async (folder) => {
      const run = await runRecorded(join(prefix ?? '', 'bin', 'python'), {
        folder,
        environment: { CUDA_VISIBLE_DEVICES: '', TF_CPP_MIN_LOG_LEVEL: '3' },
      });
      expect(run.stdout).toContain('done');
      return lineOf(run.record, 'finished').peakHostBytes ?? 0;
    });
    const ratio = hostBytes(estimate) / peak;
    expect(ratio).toBeGreaterThan(1 / FACTOR);
    expect(ratio).toBeLessThan(FACTOR);
  });
});
