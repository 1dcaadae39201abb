import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lineOf, linesOf, runRecorded, withFolder, type RecordedRun } from './run-script';

const torch = process.env['REPRISE_TEST_TORCH'] ?? null;
const tensorflow = process.env['REPRISE_TEST_TENSORFLOW'] ?? null;

async function record(prefix: string | null, source: string, options: readonly string[] = []): Promise<RecordedRun> {
  const python = join(prefix ?? '', 'bin', 'python');
  const environment = { CUDA_VISIBLE_DEVICES: '', TF_CPP_MIN_LOG_LEVEL: '3' };
  return withFolder({ 'script.py': source }, (folder) => runRecorded(python, { folder, environment, options }));
}

/** Steps and values by name, in their order. */
function seriesOf({ record: { lines } }: RecordedRun, source: string) {
  const series: Record<string, [number | null, number | string][]> = {};
  for (const line of lines) {
    if (line.type !== 'metric' || line.source !== source) continue;
    (series[line.name] ??= []).push([line.step, line.value]);
  }
  return series;
}
const stepsOf = (series: Record<string, [number | null, unknown][]>, name: string) =>
  series[name]?.map(([step]) => step);
const seedsOf = (run: RecordedRun) =>
  linesOf(run.record, 'seeded').map(({ library, seed, by }) => `${library} ${seed} ${by}`);

const KERAS = `
import numpy as np
import tensorflow as tf
import keras
keras.utils.set_random_seed(12)
m = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(1)])
m.compile("sgd", "mse", metrics=["mae"])
x = np.ones((8, 3), "float32")
h = m.fit(x, x[:, :1] * float("inf"), epochs=2, verbose=0)
h = m.fit(x, x[:, :1], epochs=3, initial_epoch=1, verbose=0, validation_data=(x, x[:, :1]))
def fail():
    np.random.seed(-1)
fail()
`;
const LIGHTNING = `
import torch
import pytorch_lightning as pl
from torch.utils.data import DataLoader, TensorDataset

class Model(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)
    def step(self, batch):
        return ((self.layer(batch[0]) - batch[1]) ** 2).mean()
    def training_step(self, batch, at):
        loss = self.step(batch)
        self.log("train_loss", loss)
        self.log_dict({"both": loss, "half": loss / 2}, on_step=True, on_epoch=True)
        self.log("whole", loss, on_step=False, on_epoch=True)
        return loss
    def validation_step(self, batch, at):
        self.log("val_loss", self.step(batch))
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.01)

pl.seed_everything(3)
data = DataLoader(TensorDataset(torch.ones(6, 3), torch.ones(6, 1)), batch_size=2)
trainer = pl.Trainer(max_epochs=2, logger=False, enable_checkpointing=False, enable_progress_bar=False)
trainer.fit(Model(), data, data)
`;

const OVERFLOWS = `
import torch
layer = torch.nn.Linear(2, 1)
torch.nn.init.constant_(layer.weight, 1.0)
optimizer = torch.optim.SGD(layer.parameters(), lr=1e30)
for _ in range(3):
    optimizer.zero_grad()
    (layer(torch.ones(1, 2)) ** 2).sum().backward()
    optimizer.step()
`;

/** The weights of one layer alone are no numbers, from the second epoch on. */
const KERAS_OVERFLOWS = `
import numpy as np
import keras
first = keras.layers.Dense(2, name="first", trainable=False)
second = keras.layers.Dense(1, name="second", use_bias=False)
m = keras.Sequential([keras.layers.Input((3,)), first, second])
m.compile(keras.optimizers.SGD(0.01), "mse")
class Spoil(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 1:
            second.set_weights([np.full((2, 1), np.nan)])
x = np.ones((8, 3), "float32")
m.fit(x, x[:, :1], epochs=3, verbose=0, callbacks=[Spoil()])
`;

describe('values that frameworks report of themselves', () => {
  test.skipIf(tensorflow === null)('the history of Keras, with seeds (needs REPRISE_TEST_TENSORFLOW)', async () => {
    const run = await record(tensorflow, KERAS);
    const series = seriesOf(run, 'history');
    expect(Object.keys(series).sort()).toEqual(['loss', 'mae', 'val_loss', 'val_mae']);
    expect(stepsOf(series, 'loss')).toEqual([0, 1, 1, 2]);
    expect(stepsOf(series, 'val_loss')).toEqual([1, 2]);
    expect(series['loss']?.[0]?.[1]).toBe('inf');
    expect(series['loss']?.[1]?.[1]).toBe('nan');
    expect(seedsOf(run)).toEqual(['random 12 script', 'numpy 12 script', 'tensorflow 12 script']);
    const [error] = lineOf(run.record, 'exception').chain;
    expect(error?.frames.slice(0, 3).map((frame) => frame.function)).toEqual([
      '<module>',
      'fail',
      'numpy.random.mtrand.seed',
    ]);
    expect(run.stderr).not.toContain('importlib');
    expect(lineOf(run.record, 'finished').peakGpuBytes).toBe(null);
  });

  test.skipIf(torch === null)('gradients and weights, on request alone (needs REPRISE_TEST_TORCH)', async () => {
    const asked = seriesOf(await record(torch, OVERFLOWS, ['--watch', 'finite']), 'hook');
    expect(stepsOf(asked, 'gradient_norm')).toEqual([0, 1, 2]);
    expect(asked['gradient_norm']?.map(([, value]) => typeof value)).toEqual(['number', 'number', 'string']);
    expect(stepsOf(asked, 'weight_norm')).toEqual([0, 1, 2]);
    // Where it is not finite first, once, by the name that the script reaches it by.
    const located = Object.keys(asked).filter((name) => name.includes('('));
    expect(located).toEqual(['weight_norm(layer.weight)', 'gradient_norm(layer.weight)']);
    expect(asked['gradient_norm(layer.weight)']).toHaveLength(1);
    expect(typeof asked['gradient_norm(layer.weight)']?.[0]?.[1]).toBe('string');
    expect(seriesOf(await record(torch, OVERFLOWS), 'hook')).toEqual({});
  });

  test.skipIf(torch === null)('a parameter without a name of the script’s (needs REPRISE_TEST_TORCH)', async () => {
    const hidden = OVERFLOWS.replace('layer = torch.nn.Linear(2, 1)', 'layers = [torch.nn.Linear(2, 1)]').replace(
      /\blayer\b(?!s)/g,
      'layers[0]',
    );
    const asked = seriesOf(await record(torch, hidden, ['--watch', 'finite']), 'hook');
    expect(Object.keys(asked)).toContain('gradient_norm(parameter 0, 1x2)');
  });

  test.skipIf(tensorflow === null)(
    'the weights of a Keras model that stop being finite, by their names (needs REPRISE_TEST_TENSORFLOW)',
    async () => {
      const asked = seriesOf(await record(tensorflow, KERAS_OVERFLOWS, ['--watch', 'finite']), 'hook');
      expect(stepsOf(asked, 'weight_norm')).toEqual([0, 1, 2]);
      expect(asked['weight_norm']?.map(([, value]) => typeof value)).toEqual(['number', 'string', 'string']);
      const located = Object.entries(asked).filter(([name]) => name.includes('('));
      expect(located.map(([name]) => name)).toEqual([expect.stringMatching(/^weight_norm\(.*second.*kernel.*\)$/)]);
      expect(located[0]?.[1]).toEqual([[1, 'nan']]);
    },
  );

  test.skipIf(torch === null)('the logs of Lightning, with seeds (needs REPRISE_TEST_TORCH)', async () => {
    const run = await record(torch, LIGHTNING);
    expect(run.exit).toBe(0);
    const series = seriesOf(run, 'hook');
    expect(stepsOf(series, 'train_loss')).toEqual([0, 1, 2, 3, 4, 5]);
    expect(stepsOf(series, 'half')).toEqual([0, 1, 2, 3, 4, 5]);
    expect(stepsOf(series, 'both_epoch')).toHaveLength(2);
    expect(stepsOf(series, 'whole')).toHaveLength(2);
    expect(stepsOf(series, 'val_loss')).toEqual([3, 6]);
    expect(Object.keys(series).sort()).toEqual([
      'both',
      'both_epoch',
      'half',
      'half_epoch',
      'train_loss',
      'val_loss',
      'whole',
    ]);
    expect(seedsOf(run)).toEqual(['random 3 script', 'numpy 3 script', 'torch 3 script']);
    expect(run.stderr).not.toContain('requires_grad');
  });
});
