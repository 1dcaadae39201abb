import { describe, expect, test } from 'vitest';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { lineOf, linesOf, runPlain, runRecorded, withFolder, type RecordedRun, type RunOptions } from './run-script';

const interpreters = findInterpreters();
if (interpreters.length === 0) test.skip('skipped: no Python interpreter is found on this machine', () => {});

const testWhere = (there: boolean) => (there ? test : () => undefined);
type Files = Readonly<Record<string, string>>;

async function record(python: string, source: string, files: Files = {}, options: Omit<RunOptions, 'folder'> = {}) {
  return withFolder({ 'script.py': source, ...files }, (folder) => runRecorded(python, { folder, ...options }));
}

/** Recorded, after it was made sure that the script can tell no difference. */
async function recordSame(python: string, source: string, files: Files = {}): Promise<RecordedRun> {
  return withFolder({ 'script.py': source, ...files }, async (folder) => {
    const [run, plain] = [await runRecorded(python, { folder }), await runPlain(python, { folder })];
    expect({ exit: run.exit, stdout: run.stdout, stderr: run.stderr }).toEqual(plain);
    return run;
  });
}

const metricsOf = (run: RecordedRun) =>
  linesOf(run.record, 'metric').map(({ name, value, step, source }) => [name, value, step, source]);

const CALLBACK = `
class History(object):
    def __init__(self):
        self.history = {}
    def on_epoch_end(self, epoch, logs=None):
        for name in logs or {}:
            self.history.setdefault(name, []).append(logs[name])
`;
/** Packages of the layouts in which releases define the class: handed on from a file of its own, and in one file. */
const KERAS: Files = {
  'keras/__init__.py': 'from . import callbacks\n',
  'keras/callbacks/__init__.py': 'from keras.src.callbacks import History\n',
  'keras/src/__init__.py': '',
  'keras/src/callbacks/__init__.py': 'from .history import History\n',
  'keras/src/callbacks/history.py': CALLBACK,
  'tf_keras/__init__.py': '',
  'tf_keras/src/__init__.py': 'from . import callbacks\n',
  'tf_keras/src/callbacks.py': CALLBACK,
  'tensorflow/__init__.py': '',
  'tensorflow/python/__init__.py': '',
  'tensorflow/python/keras/__init__.py': '',
  'tensorflow/python/keras/callbacks.py': CALLBACK,
};

describe.each(interpreters)('Python $version: values of frameworks', ({ python, version }) => {
  const isPython2 = compareVersions(version, '3.0') < 0;
  const train = `
import keras.callbacks, tf_keras.src.callbacks, tensorflow.python.keras.callbacks
import json
for at, module in enumerate((keras, tf_keras.src, tensorflow.python.keras)):
    history = module.callbacks.History()
    history.on_epoch_end(at, {"loss": 0.5 / (at + 1), "note": "text"})
    history.on_epoch_end(epoch=at, logs={"val_loss": float("nan")})
    print(sorted(history.history), history.on_epoch_end.__name__, history.history["loss"])
`;

  test('the history of Keras, wherever a release defines it', async () => {
    expect(metricsOf(await recordSame(python, train, KERAS))).toEqual([
      ['loss', 0.5, 0, 'history'],
      ['val_loss', 'nan', 0, 'history'],
      ['loss', 0.25, 1, 'history'],
      ['val_loss', 'nan', 1, 'history'],
      ['loss', 0.5 / 3, 2, 'history'],
      ['val_loss', 'nan', 2, 'history'],
    ]);
  });

  test('the logs of a Trainer, without what it logs beside its metrics', async () => {
    const files = {
      'transformers/__init__.py': '',
      'transformers/trainer_callback.py': `
class TrainerCallback(object):
    def on_log(self, args, state, control, **more):
        pass
class DefaultFlowCallback(TrainerCallback):
    pass
`,
    };
    const source = `
from transformers.trainer_callback import DefaultFlowCallback
import json
class State(object):
    global_step = 7
DefaultFlowCallback().on_log(None, State(), None, logs={"loss": 1.5, "epoch": 0.5, "eval_f1": 2})
`;
    const seen = metricsOf(await recordSame(python, source, files));
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['loss', 1.5, 7, 'hook'],
        ['eval_f1', 2, 7, 'hook'],
      ]),
    );
  });

  test('imports no framework, and is no part of a failure within a library', async () => {
    const files = {
      'keras/__init__.py': 'from . import callbacks\n',
      'keras/callbacks.py': 'import json\nx = {}["k"]\n',
    };
    if (!isPython2) {
      const run = await recordSame(python, 'import keras\n', files);
      expect(lineOf(run.record, 'exception').chain[0]?.frames.map(({ line }) => line)).toEqual([1, 1, 2]);
    }
    const source =
      'import sys\nprint(sorted(set(name.split(".")[0] for name in sys.modules) & {"keras", "torch", "numpy", "transformers"}))\n';
    expect((await recordSame(python, source)).stdout).toBe('[]\n');
  });
});

describe.each(interpreters)('Python $version: seeds', ({ python, version }) => {
  test('that the script sets are told with who set them', async () => {
    const source = `
import random
from random import seed
random.seed(5)
seed(a=6)
seed("text")
print(random.random())
`;
    const seeded = linesOf((await recordSame(python, source)).record, 'seeded');
    expect(seeded.map(({ library, seed, by }) => [library, seed, by])).toEqual([
      ['random', 5, 'script'],
      ['random', 6, 'script'],
      ['random', null, 'script'],
    ]);
    const given = await record(python, 'import random\nrandom.seed(1)\n', {}, { options: ['--seed', '9'] });
    expect(linesOf(given.record, 'seeded').map(({ seed, by }) => [seed, by])).toEqual([
      [9, 'runner'],
      [1, 'script'],
    ]);
  });

  // The traceback of an exception can be changed since 3.7; before, a failing seed shows one frame more.
  testWhere(compareVersions(version, '3.7') >= 0)('that cannot be set fail as they do without us', async () => {
    const run = await recordSame(
      python,
      'import random\ndef f():\n    try:\n        random.seed([])\n    except TypeError:\n        random.seed({})\nf()\n',
    );
    expect(linesOf(run.record, 'seeded')).toEqual([]);
    for (const { frames } of lineOf(run.record, 'exception').chain) {
      expect(frames.filter(({ file }) => !/(?:script|random)\.py$/.test(file))).toEqual([]);
    }
  });

  testWhere(compareVersions(version, '3.11') < 0)('warn whom they concern', async () => {
    await recordSame(python, 'import random\nrandom.seed((1, 2))\nprint("seeded")\n');
  });

  test('of text are told as the interpreter began with them', async () => {
    const hashSeed = async (value: string) => {
      const run = await record(python, '', {}, { environment: { PYTHONHASHSEED: value } });
      return lineOf(run.record, 'header').hashSeed;
    };
    expect(await hashSeed('0')).toBe(0);
    expect(await hashSeed('77')).toBe(77);
    expect(await hashSeed('random')).toBe(null);
  });
});

describe.each(interpreters)('Python $version: phases', ({ python, version }) => {
  testWhere(compareVersions(version, '3.0') < 0)('are three where neither lines nor pieces can be told', async () => {
    const run = await record(python, 'import json\nprint(1)\n');
    expect(linesOf(run.record, 'phase').map(({ name }) => name)).toEqual(['started', 'firstStatement', 'finished']);
  });

  testWhere(compareVersions(version, '3.0') >= 0)('tell the end of the imports and the first call', async () => {
    const shapes: Readonly<Record<string, readonly string[]>> = {
      '"""What it is."""\nimport json\nX: int = 1\nprint(__doc__, X, __annotations__)\n': ['importsDone', 'firstCall'],
      'import json\n"text"\nx = 1\ny = x + 1\n"text"\nprint(__doc__, y)\n': ['importsDone', 'firstCall'],
      'print("at once")\nimport json\n': ['importsDone', 'firstCall'],
      'import json\n': [],
      'import json\nfor i in [1]:\n    x = i\n': ['importsDone'],
      'import json\nif __name__ == "__main__":\n    print(1 / 0)\n': ['importsDone', 'firstCall'],
      'import warnings\nx = 1\nwarnings.warn("w")\nassert (x, "always")\n': ['importsDone', 'firstCall'],
    };
    for (const [source, told] of Object.entries(shapes)) {
      const run = await recordSame(python, source);
      const names = linesOf(run.record, 'phase').map(({ name }) => name);
      const inner = names.filter((name) => name === 'importsDone' || name === 'firstCall');
      // Where lines are watched, a call within a loop's body counts as well, and a bare loop tells its own start.
      expect([source, inner]).toEqual([source, told]);
    }
  });

  testWhere(compareVersions(version, '3.7') >= 0)('leave what a future import changes as it is', async () => {
    await recordSame(
      python,
      'from __future__ import annotations\nimport json\ndef f(x: Nothing) -> 1: pass\nprint(f.__annotations__)\nx: Gone = 1\nprint(__annotations__)\n',
    );
  });
});
