import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';
import { proposedTexts } from './proposed-texts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

describe('data with the axes that the code speaks of', () => {
  it.each([
    ['out = d.permute(0, 2, 1, 3).view(d.size(0), -1)', 'd = torch.rand(64, 3, 16, 16)'],
    ['b, c, h, w = d.shape', 'd = torch.rand(64, 3, 16, 16)'],
    ['b, t, f = d.size()\nprint(d.mean())', 'd = torch.rand(64, 10, 8)'],
    ['out = d.sum(dim=2)', 'd = torch.rand(64, 10, 8)'],
    ['out = d[:, :, 0] + d.mean()', 'd = torch.rand(64, 10, 8)'],
    ['out = d.transpose(1, 2)', 'd = torch.rand(64, 10, 8)'],
    ['out = d.sum(dim=1)', 'd = torch.rand(64, 8)'],
    ['out = d.view(-1).sum()', 'd = torch.rand(64, 8)'],
  ])('%s', (code, line) => {
    const asked = { code: `import torch\n${code}`, diagnosis: { kind: 'missingName', name: 'd' } } as const;
    expect(proposedTexts(asked, parser)[0]).toContain(`${line}\n`);
  });
});
