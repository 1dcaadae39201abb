import { beforeAll, describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../../../src/core/actions/diagnosis';
import { dataForms, shapesIn } from '../../../../src/core/actions/stand-ins/data-forms';
import { initialScript } from '../../../../src/core/generate/initial-script';
import type { PythonParser, SyntaxNode } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { digestOf } from '../../../../src/node/system/digest';
import type { Symptom } from '../../../../src/protocol/symptom';
import { createTestParser } from '../../../helpers/create-test-parser';
import { proposedTexts, symptomOf, type Asked } from './proposed-texts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const texts = (asked: Asked): readonly string[] => proposedTexts(asked, parser);

const missing = (name: string): Diagnosis => ({ kind: 'missingName', name });

describe('forms of data', () => {
  it('makes labels as large as the target that a loss complains of', () => {
    const message =
      'Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1])). This will';
    expect(dataForms(symptomOf('UserWarning', message))).toContainEqual({
      ...{ batch: '64', samples: '128', labelTail: [], labels: 'numbers' },
    });
    const other = 'Target size (torch.Size([8, 1])) must be the same as input size (torch.Size([8]))';
    expect(dataForms(symptomOf('ValueError', other))[1]).toMatchObject({ batch: '8', labelTail: ['1'] });
  });

  it('reads the shapes of a message', () => {
    expect(shapesIn('size (2, 23, 128), got [2, 64, 128] and torch.Size([16]) of (None, 10)')).toEqual([
      [2, 23, 128],
      [2, 64, 128],
      [16],
      [null, 10],
    ]);
  });

  it('leaves all to the code first, and makes the sizes of the message later', () => {
    const forms = dataForms(symptomOf('RuntimeError', 'Expected hidden[0] size (2, 23, 128), got [2, 64, 128]'));
    expect(forms[0]).toEqual({});
    expect(forms).toContainEqual({ samples: '87', batch: '64' });
  });

  it('gives one form where the symptom has no message', () => {
    expect(dataForms({ ...symptomOf('ValueError', 'x'), message: null } as Symptom)).toEqual([{}]);
  });

  it('makes labels anew in another form for the same fault', () => {
    const found = texts({
      code: 'import torch\nnet = torch.nn.Linear(4, 1)\nloss_fn = torch.nn.BCELoss()\nfor x, y in loader:\n    loss_fn(net(x).sigmoid(), y)',
      diagnosis: missing('loader'),
      message: 'Using a target size (torch.Size([16])) that is different to the input size (torch.Size([16, 1]))',
    });
    expect(found[0]).toContain('torch.rand(64, 1) < 0.33');
    expect(found.slice(1).some((text) => text.includes('(torch.rand(64) < 0.33)'))).toBe(true);
    expect(new Set(found).size).toBe(found.length);
  });

  it('takes counts and batches from the report', () => {
    const [first] = texts({
      code: 'import torch\nfor x, y in loader:\n    print(x)',
      prose: 'There are 100 samples in batches of 32.',
      diagnosis: missing('loader'),
    });
    expect(first).toContain('torch.rand(100, 8)');
    expect(first).toContain('batch_size=32');
  });

  it.each<[string, Asked, string]>([
    [
      'a loader for each key that the code reads',
      {
        code: 'import torch\nnet = torch.nn.Linear(4, 2)\nfor x, y in loaders["train"]:\n    torch.nn.functional.cross_entropy(net(x), y)',
        diagnosis: missing('loaders'),
      },
      'loaders = {"train": torch.utils.data.DataLoader(',
    ],
    [
      'a data set where features and labels are handed on as one',
      {
        code: 'import tensorflow as tf\nm = tf.keras.Sequential([tf.keras.layers.Rescaling(2.0, input_shape=(6, 6, 3)), tf.keras.layers.Flatten(), tf.keras.layers.Dense(3)])\nm.compile(loss="mse")\nm.fit(flowers, epochs=2)',
        diagnosis: missing('flowers'),
      },
      'flowers = tf.data.Dataset.from_tensor_slices((np.random.rand(64, 6, 6, 3)',
    ],
    [
      'features alone for a model that has no rounds',
      {
        code: 'from sklearn.cluster import KMeans\nKMeans(3).fit(points)',
        diagnosis: missing('points'),
      },
      'points = np.random.rand(64, 8)',
    ],
    [
      'as many samples as leave a last batch of the size that the message tells',
      {
        code: 'import torch\nnet = torch.nn.Linear(10, 2)\nfor x, _ in loader:\n    net(x.view(32, 10))',
        diagnosis: missing('loader'),
        message: "shape '[32, 10]' is invalid for input of size 70",
      },
      'torch.rand(39, 10)',
    ],
    [
      'pictures of the size of the masks that the message tells',
      {
        code: 'import torch\nnet = torch.nn.Conv2d(3, 5, 1)\nfor x, masks in loader:\n    torch.nn.functional.cross_entropy(net(x), masks)',
        diagnosis: missing('loader'),
        message: 'but got targets of size: [4, 1, 12, 14]',
      },
      'torch.rand(4, 3, 12, 14)',
    ],
    [
      'pictures of the size that a sentence tells',
      {
        code: 'import torch\nnet = torch.nn.Conv2d(3, 5, 1)\nnet(x)',
        prose: 'All my photos are 90 x 120 pixels.',
        diagnosis: missing('x'),
      },
      'torch.rand(64, 3, 90, 120)',
    ],
  ])('makes %s', (_, asked, wanted) => {
    expect(texts(asked).filter((text) => text.includes(wanted))).not.toEqual([]);
  });

  it('writes a network as JSON, and its weights, as the report tells of them', () => {
    const code =
      "from keras.models import model_from_json\nwith open('net.json') as f:\n    net = model_from_json(f.read())\nnet.load_weights('net.h5')";
    const prose = 'The network is Dense(8, relu, input_shape=(4,)), Dense(3, softmax).';
    const [json] = texts({ code, prose, diagnosis: { kind: 'missingFile', file: 'net.json', line: 2 } });
    expect(json).toContain('import keras');
    expect(json).toContain(
      'open("net.json", "w").write(keras.Sequential([keras.layers.Dense(8, "relu", input_shape=(4,)), keras.layers.Dense(3, "softmax")]).to_json())',
    );
    const [weights] = texts({ code, prose, diagnosis: { kind: 'missingFile', file: 'net.h5', line: 4 } });
    expect(weights).toContain('net.save("net.h5")\nnet.load_weights');
  });

  it('reads a long script a bounded number of times, however many forms of data are tried', () => {
    const block = (at: number): string =>
      `class B${at}(torch.nn.Module):\n    def __init__(self, size=8):\n        self.l = torch.nn.Linear(size, size)\n`;
    const code = (blocks: number): string =>
      `import torch\n${Array.from({ length: blocks }, (_, at) => block(at)).join('')}net = B0()\nnet(x)`;
    const looksAt = (blocks: number): number => {
      const counted = parser;
      let count = 0;
      const watch = (node: SyntaxNode): SyntaxNode =>
        new Proxy(node, {
          get: (target, key) => {
            count += 1;
            const value: unknown = Reflect.get(target, key);
            if (key === 'children' || key === 'namedChildren') return target[key].map(watch);
            // A method reads private fields, which only the node itself has.
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          },
        });
      parser = { parse: (source) => watch(counted.parse(source)) };
      try {
        const message = 'mat1 and mat2 shapes cannot be multiplied (4x10 and 8x8)';
        expect(texts({ code: code(blocks), diagnosis: missing('x'), message }).length).toBeGreaterThan(1);
      } finally {
        parser = counted;
      }
      return count;
    };
    expect(looksAt(80) / looksAt(40)).toBeLessThan(2.6);
  });

  it('never sizes data by themselves', () => {
    const [first] = texts({
      code: 'from keras.models import Sequential\nfrom keras.layers import LSTM\nm = Sequential()\nm.add(LSTM(5, input_shape=(X.shape[1], X.shape[2])))\nm.fit(X, y)',
      prose: 'X has shape (samples, 50, 4).',
      diagnosis: missing('X'),
    });
    expect(first).toContain('X = np.random.rand(64, 50, 4)');
  });
});

describe('methods without their class', () => {
  it('get a class with the layers that the report tells', () => {
    const [first] = texts({
      code: 'def forward(self, x):\n    return self.fc2(torch.relu(self.fc1(x)))\nblock(torch.rand(2, 8))',
      prose: 'fc1 and fc2 are both `nn.Linear(8, 8)`.',
      diagnosis: missing('block'),
    });
    expect(first?.split('\n')).toEqual([
      'class Network(torch.nn.Module):',
      '    def __init__(self, *args, **kwargs):',
      '        super().__init__()',
      '        self.fc2 = torch.nn.Linear(8, 8)',
      '        self.fc1 = torch.nn.Linear(8, 8)',
      '',
      '    def forward(self, x):',
      '        return self.fc2(torch.relu(self.fc1(x)))',
      '',
      'block(torch.rand(2, 8))',
    ]);
  });

  it('stay as they are where the class is there', () => {
    const code =
      'import torch\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return x\nprint(Net()(y))';
    expect(texts({ code, diagnosis: missing('y') })[0]).not.toContain('Network');
  });
});

describe('a network that the script defines and nothing makes', () => {
  it('is made where its name is missing', () => {
    const [first] = texts({
      code: 'import torch\nclass Net(torch.nn.Module):\n    def __init__(self, hidden_size):\n        super().__init__()\n        self.a = torch.nn.Linear(4, hidden_size)\n    def forward(self, x):\n        return self.a(x)\nprint(model(torch.rand(2, 4)))',
      diagnosis: missing('model'),
    });
    expect(first).toContain('model = Net(32)');
  });
});

describe('functions that are missing', () => {
  it('give what the code takes their result apart into', () => {
    const [first] = texts({
      code: 'import numpy as np\nfrom sklearn.linear_model import LogisticRegression\n(x_train, y_train), (x_test, y_test) = load_everything("a", 3)\nLogisticRegression().fit(x_train, y_train)',
      diagnosis: missing('load_everything'),
    });
    expect(first).toContain('def load_everything(*args, **kwargs):');
    expect(first).toContain('    return ((x_train, y_train), (x_test, y_test))');
  });

  it('give batches where a loop goes through them', () => {
    const [first] = texts({
      code: 'import torch\nfor a, b in get_batches(8):\n    print(a.shape)',
      diagnosis: missing('get_batches'),
    });
    expect(first).toContain('    return torch.utils.data.DataLoader(');
  });
});

describe('modules that are not installed', () => {
  it('are done without where they only draw', () => {
    const found = texts({
      code: 'import matplotlib.pyplot as plt\nfrom tqdm import tqdm, trange\nplt.plot([1])',
      diagnosis: { kind: 'missingModule', module: 'matplotlib' },
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('plt = Silent()\nfrom tqdm import tqdm, trange');
  });

  it('are not done without where the fault may hang on them', () => {
    const diagnosis: Diagnosis = { kind: 'missingModule', module: 'torchtext' };
    expect(texts({ code: 'import torchtext\ntorchtext.data', diagnosis })).toEqual([]);
  });
});

describe('a skeleton for reports without code', () => {
  function skeleton(source: string): string | null {
    const { readOut } = readReport({ name: 'report.md', text: source, asOf: null });
    return initialScript({ readOut, source, parser, digestOf })?.script.text ?? null;
  }

  it('is the reporter’s own line of the traceback', () => {
    const report =
      '# It fails\n\n```\nTraceback (most recent call last):\n  File "a.py", line 9, in <module>\n    reg.fit(years, salary)\n  File "/x/site-packages/sklearn/base.py", line 1, in fit\n    check(x)\nValueError: Expected 2D array\n```\n';
    expect(skeleton(report)).toBe('reg.fit(years, salary)\n');
  });

  it('is a method with the call above it where the line is one of a method', () => {
    const report =
      '# It fails\n\n```\nTraceback (most recent call last):\n  File "a.py", line 9, in <module>\n    y = model(x)\n  File "a.py", line 4, in forward\n    z = self.embedding(tokens)\n  File "/x/site-packages/torch/nn/functional.py", line 1, in embedding\n    return e(w)\nIndexError: index out of range in self\n```\n';
    expect(skeleton(report)).toBe('def forward(self, tokens):\n    z = self.embedding(tokens)\n\ny = model(x)\n');
  });

  it('is the call that a sentence names, and a loop for a loader', () => {
    expect(skeleton('# It fails\n\nI call model.fit(x, y, epochs=5) and get ValueError: bad shapes here\n')).toBe(
      'model.fit(x, y, epochs=5)\n',
    );
    expect(
      skeleton('# It fails\n\nGoing through `DataLoader(ds, batch_size=4)`:\n\nRuntimeError: stack expects each\n'),
    ).toBe('for batch in DataLoader(ds, batch_size=4):\n    print(type(batch))\n');
  });

  it.each([
    '# It fails\n\nValueError: bad shapes here\n',
    '# It fails\n\nYou should use `model.fit(x, y)` instead.\n\nValueError: bad shapes here\n',
    '# It fails\n\nI typed `pip install torch` and got ValueError: bad shapes here\n',
  ])('is none where no call is told: %j', (report) => {
    expect(skeleton(report)).toBeNull();
  });
});

describe('weights that a network refuses', () => {
  const message =
    'Error(s) in loading state_dict for MLP:\n\tMissing key(s) in state_dict: "fc1.weight", "fc1.bias".\n\tUnexpected key(s) in state_dict: "module.fc1.weight", "module.fc1.bias".';

  it('have the keys that the message tells', () => {
    const code = 'import torch\nmodel.load_state_dict(torch.load("a.pth"))';
    const [first] = texts({ code, diagnosis: missing('model'), message });
    expect(first).toContain('class MLP(torch.nn.Module):');
    expect(first).toContain('self.add_module("fc1", torch.nn.Linear(8, 8))');
    const file: Diagnosis = { kind: 'missingFile', file: 'a.pth', line: 2 };
    expect(texts({ code, diagnosis: file, message })[0]).toContain(
      'state = {"module." + key: value for key, value in model.state_dict().items()}\ntorch.save(state, "a.pth")',
    );
  });
});
