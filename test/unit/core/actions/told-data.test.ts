import { beforeAll, describe, expect, it } from 'vitest';
import { inOrderOfUse, sideFor } from '../../../../src/core/actions/stand-ins/picture-side';
import { readModelLayout } from '../../../../src/core/actions/stand-ins/model-layout';
import { withoutModule } from '../../../../src/core/actions/stand-ins/module-stand-in';
import {
  reportedClasses,
  reportedRange,
  reportedTargets,
  usualRange,
} from '../../../../src/core/actions/stand-ins/told-ranges';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

describe('the range that a report tells of values', () => {
  it.each([
    ['x', 'I draw x from 0 to 50.', ['0', '50']],
    ['hours', 'The data (hours 1..24) is small.', ['1', '24']],
    ['x_in', 'x_in is an array with the pixels (0-255).', ['0', '255']],
    ['Price', 'Prices are between 9,000 and 14,000 euros.', ['9000', '14000']],
    ['x', 'x has 5 columns, y is between 0 and 1.', null],
    ['n', 'I run 3..5 rounds.', null],
  ] as const)('%s in “%s”', (name, sentences, range) => {
    expect(reportedRange(name, { sentences })).toEqual(range);
  });

  it.each([
    ['The targets are depths (between -900 and -5 metres).', ['-900', '-5']],
    ['I want to predict the rent of flats (between 300 and 2500).', ['300', '2500']],
    ['I predict between lunch and dinner.', null],
  ] as const)('of targets in “%s”', (sentences, range) => {
    expect(reportedTargets({ sentences })).toEqual(range);
  });

  it.each([
    ['y', 'y = table["kind"].values  # 0, 1 or 2', 3],
    ['kind', 'Kinds are encoded as 0, 1, 2, 3.', 4],
    ['y', 'y = load()  # 0 or 1', 2],
    ['y', 'y = load()  # shape (0, 2)', null],
    ['y', 'y = load()  # 3, 4 or 5', null],
  ] as const)('of the classes of %s in “%s”', (name, source, classes) => {
    expect(reportedClasses(name, { source })).toBe(classes);
  });

  it('is the usual one where a column says what it holds', () => {
    expect(usualRange('YearBuilt')).toEqual(['1950', '2020']);
    expect(usualRange('living area')).toEqual(['200', '4000']);
    expect(usualRange('SalePrice')).toEqual(['20000', '500000']);
    expect(usualRange('f3')).toBeNull();
    expect(usualRange('message')).toBeNull();
  });
});

const network = (first: number): string => `import torch.nn as nn
import torch.nn.functional as F
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Conv2d(3, 8, 3)
        self.two = nn.Conv2d(8, 4, 3)
        self.last = nn.Linear(${first}, 5)
    def forward(self, x):
        x = F.max_pool2d(F.relu(self.one(x)), 2)
        x = F.max_pool2d(F.relu(self.two(x)), 2)
        return self.last(x.view(-1, ${first}))
`;

describe('the side of a picture', () => {
  it('follows the order in which forward uses the layers and its pools', () => {
    // (28 - 2) / 2 = 13, (13 - 2) / 2 = 5 and (64 - 2) / 2 = 31, (31 - 2) / 2 = 14.
    expect(readModelLayout(parser.parse(network(4 * 5 * 5))).input).toEqual(['3', '28', '28']);
    expect(readModelLayout(parser.parse(network(4 * 14 * 14))).input).toEqual(['3', '64', '64']);
  });

  it('is not known where no usual one fits', () => {
    const root = parser.parse(network(7));
    const size = ({ text }: { readonly text: string } = { text: '' }): number | null =>
      /^\d+$/.test(text) ? Number(text) : null;
    expect(sideFor(inOrderOfUse(root, []), size)).toBeNull();
  });
});

describe('a module that tells of the machine', () => {
  it('is stood in for by what the process itself uses', () => {
    const made = withoutModule(['import psutil', 'p = psutil.Process()', 'print(p.memory_info().rss)'], 'psutil');
    const text = made?.map((line) => line.text).join('\n') ?? '';
    expect(parser.parse(text).hasError).toBe(false);
    expect(text).toContain('psutil = Machine()\np = psutil.Process()');
    expect(withoutModule(['import somelib'], 'somelib')).toBeNull();
  });
});
