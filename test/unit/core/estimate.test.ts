import { beforeAll, describe, expect, it } from 'vitest';
import { estimateMemory } from '../../../src/core/estimate/estimate-memory';
import { mayUseCard, tellMemory } from '../../../src/core/estimate/tell-memory';
import type { PythonParser } from '../../../src/core/ports/python-parser';
import { cardBytes, hostBytes, isReadable } from '../../../src/protocol/memory-estimate';
import { createTestParser } from '../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});
const read = (text: string) => estimateMemory(text, parser);
const torch = (text: string) => read(`import torch\nfrom torch import nn\n${text}`);
const keras = (text: string) => read(`from tensorflow import keras\nfrom tensorflow.keras.layers import *\n${text}`);

describe('parameters, as the frameworks themselves count them', () => {
  // Each number is what `sum(p.numel() for p in model.parameters())` or `model.count_params()` gives.
  it.each([
    ['nn.Linear(10, 20)', 220],
    ['nn.Linear(10, 20, bias=False)', 200],
    ['nn.Conv2d(3, 16, 5, padding=2)', 1216],
    ['nn.Conv2d(8, 16, kernel_size=(3, 1), groups=2)', 208],
    ['nn.ConvTranspose2d(16, 8, 4)', 2056],
    ['nn.Embedding(1000, 64)', 64_000],
    ['nn.LSTM(32, 64, num_layers=2)', 58_368],
    ['nn.LSTM(32, 64, bidirectional=True)', 50_176],
    ['nn.GRU(32, 64)', 18_816],
    ['nn.LayerNorm(64)', 128],
    ['nn.MultiheadAttention(64, 8)', 16_640],
    ['nn.TransformerEncoderLayer(64, 8)', 281_152],
  ])('torch: %s', (text, count) => expect(torch(`model = ${text}\n`).parameters).toBe(count));

  it.each([
    ['Dense(64, input_shape=(32,)), Dense(10)', 2762],
    ['Conv2D(32, 3, input_shape=(28, 28, 1)), MaxPooling2D(), Flatten(), Dense(10)', 54_410],
    ['Conv2D(8, (3, 3), padding="same", input_shape=(8, 8, 3)), Flatten(), Dense(2)', 1250],
    ['Input(shape=(20,)), Embedding(500, 16), LSTM(32)', 14_272],
    ['Embedding(500, 16, input_length=20), GRU(8), Dense(1)', 8633],
  ])('keras: %s', (text, count) => expect(keras(`model = keras.Sequential([${text}])\n`).parameters).toBe(count));

  it('follows numbers, classes with their arguments, lists and loops', () => {
    const estimate = torch(`
hidden, layers = 2 * 50, 3
class Part(nn.Module):
    def __init__(self, size, out=5):
        super().__init__()
        self.one = nn.Linear(size, out)
class Net(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.parts = nn.ModuleList([Part(size) for _ in range(4)])
        self.more = nn.ModuleList()
        for i in range(layers):
            self.more.append(nn.Linear(size, size))
        self.head = Part(size, out=1)
class NeverMade(nn.Module):
    def __init__(self):
        self.large = nn.Linear(100000, 100000)
net = Net(hidden)
for epoch in range(1000):
    other = nn.Linear(1, 1)
`);
    expect(estimate.parameters).toBe(4 * 505 + 3 * 10_100 + 101 + 2);
    expect(estimate.unread).toEqual([]);
  });
});

describe('what goes with the parameters', () => {
  const net = 'model = nn.Linear(1000, 1000)\n';
  it.each([
    ['', 1],
    ['optimizer = torch.optim.SGD(model.parameters())\nloss.backward()', 2],
    ['optimizer = torch.optim.SGD(model.parameters(), momentum=0.9)\nloss.backward()', 3],
    ['optimizer = torch.optim.Adam(model.parameters())\nloss.backward()', 4],
  ])('%j', (text, factor) => expect(torch(net + text).modelBytes).toBe(1_001_000 * 4 * factor));

  it('are arrays by their sizes and kinds of numbers, and what arithmetic makes of them', () => {
    expect(torch('a = torch.zeros(1000, 1000)\nb = torch.randint(0, 9, (10, 10))\n').dataBytes).toBe(4_000_800);
    expect(
      read('import numpy as np\nn = 100\na = np.random.rand(n, 50)\nb = np.ones((n, 2), dtype="float32")\n').dataBytes,
    ).toBe(40_800);
    expect(
      torch('a = torch.rand(100, 10)\nb = torch.rand(10, 300)\nc = a @ b\nd = torch.matmul(c, c)\n').dataBytes,
    ).toBe(4000 + 12_000 + 120_000 + 120_000);
  });

  it('are the outputs of the layers for a batch', () => {
    const told = torch(
      'model = nn.Sequential(nn.Linear(10, 100), nn.ReLU(), nn.Linear(100, 5))\nx = torch.randn(64, 10)\nmodel(x)\n',
    );
    expect(told).toMatchObject({ batch: 64, activationBytes: (100 + 100 + 5) * 64 * 4 });
    expect(torch('DataLoader(data, batch_size=16)\nmodel = nn.Linear(10, 100)\n').batch).toBe(16);
    expect(keras('model = keras.Sequential([Dense(1, input_dim=4)])\nmodel.fit(x, y)\n').batch).toBe(32);
  });
});

describe('what cannot be read', () => {
  it('is named, and not guessed', () => {
    const estimate = torch('n = int(open("n").read())\nmodel = nn.Linear(n, n)\nx = torch.zeros(n, 5)\n');
    expect(estimate).toMatchObject({ parameters: 0, dataBytes: 0, unread: ['torch.zeros', 'Linear'] });
    expect(isReadable(estimate)).toBe(false);
    expect(tellMemory(estimate, { free: { hostBytes: 1, cardBytes: null }, devices: null })).toEqual({
      ...{
        text: 'What it takes of memory cannot be read from its text: torch.zeros, Linear.',
        isOver: false,
        isWorthAWord: false,
      },
    });
    expect(read('from transformers import AutoModel\nm = AutoModel.from_pretrained("x")\n').unread).toEqual([
      'from_pretrained',
    ]);
  });

  it('is a name that is given two numbers, and a size that is none', () => {
    expect(torch('n = 5\nn = 6\nmodel = nn.Linear(n, 1)\n').unread).toEqual(['Linear']);
    expect(torch('n = 5\nn += 1\nmodel = nn.Linear(n, 1)\n').unread).toEqual(['Linear']);
    expect(torch('model = nn.Linear(-1, 10 ** 300)\n').unread).toEqual(['Linear']);
  });

  it('takes no time with a text that was written to take it', () => {
    const deep = `${'f('.repeat(3000)}1${')'.repeat(3000)}\n`;
    const classes = Array.from(
      { length: 40 },
      (_, at) =>
        `class C${at}:\n    def __init__(self):\n        self.a = [C${at + 1}(), C${at + 1}(), C${at + 1}()]\n`,
    );
    for (const text of [
      deep,
      `${classes.join('')}x = C0()\n`,
      'class A:\n  def __init__(self):\n    A()\nA()\n',
      'x = ((((\n'.repeat(2000),
    ]) {
      expect(torch(text).parameters).toBe(0);
    }
  });
});

describe('tellMemory', () => {
  const large = () => torch('model = nn.Linear(20000, 20000).cuda()\n');
  it('warns where the host has less to spare, or the card', () => {
    const estimate = large();
    const free = { hostBytes: 1e9, cardBytes: 40e9 };
    expect(tellMemory(estimate, { free, devices: null })).toMatchObject({ isOver: false, isWorthAWord: true });
    const over = tellMemory(estimate, { free: { ...free, cardBytes: 1e9 }, devices: ['0'] });
    expect(over.isOver).toBe(true);
    expect(over.text).toMatch(/1(?:\.0)? GB of the card are free/);
    // Without cards all of it is the host's.
    const onHost = tellMemory(estimate, { free, devices: [] });
    expect(onHost.isOver).toBe(true);
    expect(onHost.text).toMatch(/Only 1(?:\.0)? GB are free/);
    expect(mayUseCard(estimate, [])).toBe(false);
    expect(hostBytes(estimate)).toBe(280e6 + 400_020_000 * 4 + 20_000 * 4);
    expect(cardBytes(estimate)).toBe(500e6 + 400_020_000 * 4 + 20_000 * 4);
  });

  it('says nothing of what is small', () => {
    const told = tellMemory(torch('x = torch.ones(3)\n'), { free: { hostBytes: 8e9, cardBytes: null }, devices: null });
    expect(told).toMatchObject({ isOver: false, isWorthAWord: false });
  });
});
