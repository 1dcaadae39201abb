import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';
import { proposedTexts } from './proposed-texts';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

describe('data whose type the reported message tells', () => {
  it.each([
    ["'DataFrame' object has no attribute 'ix'", 'train = d.ix[:800, :]', /^d = pd\.DataFrame\(/m],
    ["'list' object has no attribute 'shape'", 'print(d.shape)', /^d = np\..*\.tolist\(\)$/m],
    ["'numpy.ndarray' object has no attribute 'cuda'", 'out = d.cuda()', /^d = np\.(?!.*torch)/m],
    ["'Tensor' object has no attribute 'fillna'", 'out = d.fillna(0)', /^d = torch\./m],
  ])('%s', (message, code, line) => {
    const asked = { code: `import torch\n${code}`, message, diagnosis: { kind: 'missingName', name: 'd' } } as const;
    expect(proposedTexts(asked, parser)[0]).toMatch(line);
  });

  it('is not that of another value', () => {
    const message = "'DataFrame' object has no attribute 'ix'";
    const asked = { code: 'print(d.shape)', message, diagnosis: { kind: 'missingName', name: 'd' } } as const;
    expect(proposedTexts(asked, parser)[0]).not.toContain('pd.DataFrame');
  });
});
