import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';
import { proposedTexts, type Asked } from './proposed-texts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const dataset = [
  'import torch',
  'class Rows(torch.utils.data.Dataset):',
  '    def __init__(self, X, y):',
  '        self.X = torch.FloatTensor(X)',
  '        self.y = torch.LongTensor(y)',
  '    def __len__(self):',
  '        return len(self.X)',
  '    def __getitem__(self, i):',
  '        return self.X[i], self.y[i]',
].join('\n');
const generator = 'def batches(x, y, size):\n    for i in range(2):\n        yield x[:size], y[:size]';

describe('what the code defines and never uses', () => {
  it.each<[string, Asked, readonly string[]]>([
    [
      'a data set for a missing loader, with what its class is made of',
      {
        code: `${dataset}\nnet = torch.nn.Linear(5, 2)\nfor a, b in loader:\n    torch.nn.functional.cross_entropy(net(a), b)`,
        diagnosis: { kind: 'missingName', name: 'loader' },
      },
      ['loader = torch.utils.data.DataLoader(Rows(X, y), batch_size=16)', 'X = np.random.rand(64, 5)'],
    ],
    [
      'under other names where the script has such names',
      {
        code: `${dataset}\nX = 3\nfor a, b in loader:\n    print(a, X)`,
        diagnosis: { kind: 'missingName', name: 'loader' },
      },
      ['Rows(X_data, y)', 'X_data = np.random.rand('],
    ],
    [
      'a data set that nothing goes through',
      { code: dataset, diagnosis: { kind: 'nothing' } },
      ['for batch in torch.utils.data.DataLoader(Rows(X, y), batch_size=4):'],
    ],
    [
      'a generator of batches, handed to Keras',
      { code: `import tensorflow as tf\n${generator}`, diagnosis: { kind: 'nothing' } },
      ['model.fit(batches(x, y, size), steps_per_epoch=2, epochs=2)'],
    ],
    [
      'a loss of Keras, handed to `compile`',
      {
        code: 'import tensorflow as tf\ndef weighted(y_true, y_pred):\n    return abs(y_true - y_pred)',
        diagnosis: { kind: 'nothing' },
      },
      ['model.compile(optimizer="adam", loss=weighted)\nmodel.fit(x_train, y_train)'],
    ],
    [
      'a metric of Keras',
      {
        code: 'import tensorflow as tf\ndef f1(y_true, y_pred):\n    return y_true * y_pred',
        diagnosis: { kind: 'nothing' },
      },
      ['loss="mse", metrics=[f1]'],
    ],
    [
      'a callback of Keras',
      {
        code: 'from tensorflow.keras.callbacks import Callback\nclass Told(Callback):\n    def on_epoch_end(self, epoch, logs=None):\n        print(logs["acc"])',
        diagnosis: { kind: 'nothing' },
      },
      ['model.fit(x_train, y_train, callbacks=[Told()])'],
    ],
  ])('uses %s', (_, asked, wanted) => {
    const [first = ''] = proposedTexts(asked, parser);
    for (const text of wanted) expect(first).toContain(text);
  });

  it('leaves a data set alone that the script makes itself', () => {
    const code = `${dataset}\ndata = Rows([[1.0]], [0])\nfor a, b in loader:\n    print(a)`;
    const found = proposedTexts({ code, diagnosis: { kind: 'missingName', name: 'loader' } }, parser);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((text) => !text.includes('DataLoader(Rows('))).toBe(true);
  });
});

describe('data in words and places', () => {
  it.each<[string, Asked, string]>([
    [
      'a list of arrays whose shape a sentence tells',
      {
        code: 'import numpy as np\nfor chunk in chunks:\n    np.sum(chunk)',
        prose: 'chunks is a list of arrays of shape (7, 3).',
        diagnosis: { kind: 'missingName', name: 'chunks' },
      },
      'rand(7, 3)',
    ],
    [
      'a shape whose first axis is a letter',
      {
        code: 'import torch\nprint(torch.relu(data))',
        prose: 'The sequences are in a tensor of shape (N, 24).',
        diagnosis: { kind: 'missingName', name: 'data' },
      },
      'torch.rand(64, 24)',
    ],
    [
      'positions that a loop cuts by',
      {
        code: 'import torch\nx = torch.rand(64, 2)\nsize = 8\nfor start in starts:\n    x[start:start + size]',
        diagnosis: { kind: 'missingName', name: 'starts' },
      },
      'starts = range(0, 64, size)',
    ],
    [
      'a number in backticks that a sentence tells',
      {
        code: 'import torch\nx = torch.rand(64, 2)\nx[0:0 + batch_size]',
        prose: 'The `batch_size` is 24.',
        diagnosis: { kind: 'missingName', name: 'batch_size' },
      },
      'batch_size = 24',
    ],
    [
      'columns that a loop goes through',
      {
        code: "import pandas as pd\nfor column in ['town', 'make']:\n    cars[column] = cars[column].astype(str)",
        diagnosis: { kind: 'missingName', name: 'cars' },
      },
      'cars = pd.DataFrame({"town": ',
    ],
    [
      'numbers under the parts of the data',
      {
        code: "import torch\nfor phase in ['train', 'val']:\n    print(1.0 / dataset_sizes[phase])",
        diagnosis: { kind: 'missingName', name: 'dataset_sizes' },
      },
      'dataset_sizes = {"train": 64, "val": 64}',
    ],
    [
      'a value that only the part holds which nothing is fitted to',
      {
        code: 'from sklearn.preprocessing import LabelEncoder\nle = LabelEncoder()\nle.fit(train_y)\nle.transform(test_y)',
        diagnosis: { kind: 'missingName', name: 'train_y' },
        message: "y contains previously unseen labels: ['Lyon']",
      },
      `test_y = np.array(["some", "other", 'Lyon', "some"] * 16)`,
    ],
    [
      'worker processes where the fault speaks of them',
      {
        code: 'import torch\nit = iter(loader)\nit.next()',
        prose: 'The loader has num_workers=4.',
        diagnosis: { kind: 'missingName', name: 'loader' },
        message: "'_MultiProcessingDataLoaderIter' object has no attribute 'next'",
      },
      'num_workers=2)',
    ],
    [
      'texts where a class splits what it keeps, and a dictionary that it looks words up in',
      {
        code: 'import torch\nclass Words(torch.utils.data.Dataset):\n    def __init__(self, rows, vocab):\n        self.rows = rows\n        self.vocab = vocab\n    def __len__(self):\n        return len(self.rows)\n    def __getitem__(self, i):\n        return [self.vocab[w] for w in self.rows[i].split()]\nWords(train, word2idx)',
        diagnosis: { kind: 'missingName', name: 'train' },
        message: 'equal size, but got [5] at entry 0 and [9] at entry 1',
      },
      'train = [" ".join(["word"] * n) for n in [5, 9] * 16]',
    ],
    [
      'columns that stay when the label is dropped',
      {
        code: "import pandas as pd\nx = df.drop(columns=['price'])\ny = df['price']",
        diagnosis: { kind: 'missingName', name: 'df' },
      },
      '"f0": np.random.rand(64)',
    ],
    [
      'pictures for a network of torchvision, and an optimizer of it and not of the function that trains it',
      {
        code: 'from torchvision import models\nimport torch\ndef train_model(model, optimizer):\n    model.train()\n    for x, y in batches:\n        model(x)\nnet = models.resnet18()\nnet.fc = torch.nn.Linear(512, 2)\ntrain_model(net, optimizer_ft)\nnet.eval()',
        diagnosis: { kind: 'missingName', name: 'batches' },
      },
      'optimizer_ft = torch.optim.Adam(net.parameters(), lr=0.01)',
    ],
    [
      'numbers that are no positions where the fault is their type',
      {
        code: 'import torch\nemb = torch.nn.Embedding(5, 2)\nemb(x)',
        diagnosis: { kind: 'missingName', name: 'x' },
        message:
          "Expected tensor for argument #1 'indices' to have scalar type Long; but got torch.FloatTensor instead",
      },
      'x = torch.rand(',
    ],
  ])('makes %s', (_, asked, wanted) => {
    expect(proposedTexts(asked, parser).some((text) => text.includes(wanted))).toBe(true);
  });

  it.each<[string, Asked, readonly string[]]>([
    [
      'for a pattern that finds none, named like the one that the report shows',
      {
        code: "import glob\nimport numpy as np\nfor path in glob.glob('scans/*.npy'):\n    np.load(path)",
        prose: 'The files are 40x30 images called like 3_00017.npy.',
        diagnosis: { kind: 'nothing' },
      },
      ["os.path.dirname('scans/*.npy')", 'f"{number % 2}_{number:05d}.npy"', '(40, 30)'],
    ],
    [
      'for a folder whose files the code takes apart by their names',
      {
        code: "import os\nfrom PIL import Image\nfor name in os.listdir('photos'):\n    Image.open('photos/' + name)\n    print(name.split('_')[0])",
        diagnosis: { kind: 'missingFile', file: 'photos', line: 3 },
      },
      ['path = os.path.join("photos", f"{number % 2}_{number}.png")', 'Image.fromarray('],
    ],
    [
      'for a folder of folders',
      {
        code: "import os, cv2\nfor kind in os.listdir('train'):\n    for name in os.listdir(os.path.join('train', kind)):\n        cv2.imread(os.path.join('train', kind, name))",
        diagnosis: { kind: 'missingFile', file: 'train', line: 2 },
      },
      ['os.path.join("train", ["first", "second"][number % 2], '],
    ],
  ])('writes files %s', (_, asked, wanted) => {
    const [first = ''] = proposedTexts(asked, parser);
    for (const text of wanted) expect(first).toContain(text);
  });

  it('writes nothing outside of its own folder', () => {
    const code =
      "import glob\nimport numpy as np\nroot = '/data/scans'\nfor path in glob.glob(root + '/*.npy'):\n    np.load(path)";
    expect(proposedTexts({ code, diagnosis: { kind: 'nothing' } }, parser)).toEqual([]);
  });

  it('knows the kernels and arguments of Keras 1', () => {
    const [text = ''] = proposedTexts(
      {
        code: "from keras.layers import Convolution2D\nConvolution2D(32, 5, 5, border_mode='same')",
        diagnosis: { kind: 'rejectedArgument', argument: 'border_mode' },
      },
      parser,
    );
    expect(text).toContain("Conv2D(32, (5, 5), padding='same')");
  });
});
