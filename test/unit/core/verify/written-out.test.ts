import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';
import { atScript, ruleOf, verdictOf, type CaseOptions } from './judged-case';

const joined =
  'import torch\ndef join(left, right, axis=1):\n    return torch.cat([left, right], axis)\na = torch.ones(2, 3)\nb = torch.ones(3, 3)\nout = join(a.t(), b)';
const words = 'Sizes of tensors must match except in dimension 1';

/** A script in which a function of the report is written out where it is called. */
function writtenOut(line: string): CaseOptions {
  const script = `import torch\na = torch.ones(2, 3)\nb = torch.ones(3, 3)\nc = torch.ones(5, 3)\n${line}\n`;
  return {
    report: `# A join fails\n\n\`\`\`python\n${joined}\n\`\`\`\n\n\`RuntimeError: ${words}\`\n`,
    script,
    type: 'RuntimeError',
    message: words,
    frames: [atScript(script, 'torch.cat', 'CALL')],
  };
}

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

describe('a function of the report that is written out where it is called', () => {
  it.each(['out = torch.cat([a.t(), b], 1)', 'out = torch.cat((a.t(), b), 1)'])('is known in “%s”', (line) => {
    expect(ruleOf(verdictOf(writtenOut(line), parser), 'genuine').result).toBe('passed');
  });

  it.each([
    'out = torch.cat([a.t(), c.t()], 1)',
    'out = torch.cat([b, a.t()], 1)',
    'out = torch.cat((a.t(), b, b), 1)',
  ])('is not what stands in “%s”', (line) => {
    expect(ruleOf(verdictOf(writtenOut(line), parser), 'genuine').result).toBe('failed');
  });
});
