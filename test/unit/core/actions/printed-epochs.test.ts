import { beforeAll, describe, expect, it } from 'vitest';
import { standInContext } from '../../../../src/core/actions/stand-in-context';
import { buildStandIn } from '../../../../src/core/actions/stand-ins/build-stand-in';
import { printedEpochs } from '../../../../src/core/actions/stand-ins/hyperparameters';
import { toScript } from '../../../../src/core/generate/script-lines';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { digestOf } from '../../../../src/node/system/digest';
import type { Symptom } from '../../../../src/protocol/symptom';
import { createTestParser } from '../../../helpers/create-test-parser';

describe('the epochs that a report printed', () => {
  it.each([
    ['epoch 0 loss 1.61\nepoch 1 loss 1.52\n...\nepoch 19 loss 1.47', 20],
    ['Epoch 1: 0.7\nEpoch 2: 0.69\nEpoch 12: 0.69', 12],
    ['Epoch 1/50\n32/32 [====] - 0s - loss: nan', 50],
    ['    Epoch [3/30], Step 100', 30],
    ['Epoch 1/5000', null],
    ['In epoch 7 it is the same.', null],
    ['epoch 3 was the best', null],
    ['', null],
  ])('%j: %s', (source, epochs) => {
    expect(printedEpochs(source)).toBe(epochs);
  });
});

describe('a loss that settles on a level', () => {
  let parser: PythonParser;
  beforeAll(async () => {
    parser = await createTestParser();
  });
  const code = 'import torch\nfor epoch in range(epochs):\n    for x, y in loader:\n        step(x, y)';

  function madeFor(value: number | null, source: string): string {
    const { readOut } = readReport({ name: 'report.md', text: source, asOf: null });
    const lines = code.split('\n').map((text) => ({ text, provenance: { origin: 'report', span: null } as const }));
    const common = { id: 's', confidence: 1, span: null, author: 'report' as const };
    const symptom: Symptom = { ...common, kind: 'stuckMetric', metric: 'loss', value };
    const context = standInContext({ script: toScript(lines, digestOf), parser, readOut, source, symptom });
    return ['epochs', 'loader'].map((name) => buildStandIn(name, context)?.lines.join('\n') ?? '').join('\n');
  }

  it.each([
    [1.46, 'The loss stops at 1.46.', 'epochs = 30', 'torch.rand(512, 8)'],
    [1.46, 'epoch 1: 1.5\nepoch 12: 1.46', 'epochs = 12', 'torch.rand(512, 8)'],
    [null, 'The loss does not change.', 'epochs = 3', 'torch.rand(64, 8)'],
  ])('%s, “%s”: is given the rounds and the data to come to it', (value, source, epochs, data) => {
    const made = madeFor(value, source);
    expect(made).toContain(`${epochs}\n`);
    expect(made).toContain(data);
  });
});
