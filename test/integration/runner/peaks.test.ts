import { describe, expect, test } from 'vitest';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { lineOf, runRecorded, withFolder } from './run-script';

/**
 * No machine that these tests run on has a card, so modules of the frameworks' names stand in, which offer the functions that the real ones
 * document (torch.cuda, tf.config.experimental.get_memory_info, jax.Device.memory_stats) and nothing else.
 */
const TORCH = (used: boolean, body: string): string => `
class cuda(object):
    @staticmethod
    def is_initialized():
        return ${used ? 'True' : 'False'}
    @staticmethod
    def device_count():
        return 2
${body}
`;
const RESERVED = `
    @staticmethod
    def max_memory_reserved(device):
        return (1000, 24)[device]
    @staticmethod
    def max_memory_cached(device):
        raise RuntimeError("this name is old")
`;
const CACHED = `
    @staticmethod
    def max_memory_cached(device):
        return (500, 12)[device]
`;
const BROKEN = `
    @staticmethod
    def max_memory_reserved(device):
        raise RuntimeError("CUDA error: the driver is gone")
`;
const TENSORFLOW = `
class Device(object):
    def __init__(self, name):
        self.name = name
class Context(object):
    _initialized = True
    def list_logical_devices(self, kind):
        return [Device("/device:GPU:0"), Device("/device:GPU:1")] if kind == "GPU" else []
    def get_memory_info(self, name):
        return {"current": 1, "peak": {"GPU:0": 70, "GPU:1": 7}[name]}
_context = Context()
`;
const JAX = `
class Device(object):
    def __init__(self, platform, peak):
        self.platform, self.peak = platform, peak
    def memory_stats(self):
        return None if self.peak is None else {"peak_bytes_in_use": self.peak}
def local_devices():
    return [Device("gpu", 30), Device("gpu", None), Device("cpu", 999)]
`;
const packages = (name: string, text: string): Readonly<Record<string, string>> => {
  const parts = name.split('.');
  const folders = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
  return {
    ...Object.fromEntries(folders.map((folder) => [`${folder}/__init__.py`, ''])),
    [`${parts.join('/')}.py`]: text,
  };
};
const IN_JAX = {
  'jax/__init__.py': JAX,
  'jax/_src/__init__.py': '',
  'jax/_src/xla_bridge.py': '_backends = {"gpu": 1}\n',
};

const CASES: Readonly<Record<string, readonly [string, Readonly<Record<string, string>>, number | null]>> = {
  'torch: of all cards together': ['import torch', packages('torch', TORCH(true, RESERVED)), 1024],
  'torch before 1.4: by the name it had': ['import torch', packages('torch', TORCH(true, CACHED)), 512],
  'torch whose cards were not used: it is not asked': ['import torch', packages('torch', TORCH(false, BROKEN)), null],
  'torch that fails: no figure, and the run goes on': ['import torch', packages('torch', TORCH(true, BROKEN)), null],
  'TensorFlow: of all cards together': [
    'import tensorflow.python.eager.context',
    packages('tensorflow.python.eager.context', TENSORFLOW),
    77,
  ],
  'jax: of its cards, not of the processor': ['import jax._src.xla_bridge', IN_JAX, 30],
  'two frameworks: both': [
    'import torch\nimport jax._src.xla_bridge',
    { ...packages('torch', TORCH(true, RESERVED)), ...IN_JAX },
    1054,
  ],
  'no framework': ['import json', {}, null],
};

const all = findInterpreters();
const found = [all[0], all.findLast(({ version }) => compareVersions(version, '3.6') >= 0)].filter(
  (one) => one !== undefined,
);

describe.skipIf(found.length === 0).each(found)(
  'the peak of the cards’ memory, by stand-ins: Python $version',
  ({ python }) => {
    test.each(Object.entries(CASES))('%s', async (_name, [imports, files, bytes]) => {
      const run = await withFolder({ ...files, 'script.py': `${imports}\nprint("went on")\n` }, (folder) =>
        runRecorded(python, { folder }),
      );
      expect([run.exit, run.stdout.trim(), run.stderr]).toEqual([0, 'went on', '']);
      expect(lineOf(run.record, 'finished').peakGpuBytes).toBe(bytes);
    });
  },
);
