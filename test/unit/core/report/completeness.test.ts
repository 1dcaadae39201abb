import { describe, expect, it } from 'vitest';
import { completeness } from '../../../../src/core/report/completeness';
import { readReport } from '../../../../src/core/report/read-report';

const meter = (text: string) => completeness(readReport({ name: 'report.md', text, asOf: null }).readOut);

describe('completeness', () => {
  it('says what is missing and what that costs, the costliest first, in the numbers of the study', () => {
    const { missing, score } = completeness({
      bugType: 'tensor-input',
      information: [],
      versions: [],
      date: null,
    });
    expect(score).toBe(0);
    expect(missing.map(({ kind }) => kind).slice(0, 2)).toEqual(['data', 'logs']);
    expect(missing[0]?.sentence).toContain('28 of 29 tensor and input bugs');
    expect(missing.at(-1)?.kind).toBe('versions');
  });

  it('takes all types together where the type is not known', () => {
    const { missing } = completeness({ bugType: null, information: [], versions: [], date: null });
    const code = missing.find(({ kind }) => kind === 'code');
    expect(code?.sentence).toMatch(/ of 148 bugs of the study/);
    expect(code?.share).toBeCloseTo(115 / 148, 3);
  });

  it('falls with everything that a report leaves out', () => {
    const bare = meter('My net does not work.');
    const some = meter('My net, torch 1.5.0:\n\n```python\nimport torch\nnet = torch.nn.Linear(2, 1)\n```\n');
    const whole = meter(
      'My net, torch 1.5.0:\n\n```python\nimport torch\nnet = torch.nn.Linear(2, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nnet(torch.ones(3, 3))\n```\n\nRuntimeError: mat1 and mat2 shapes cannot be multiplied (3x3 and 2x1)\n',
    );
    expect(bare.score).toBeLessThan(some.score);
    expect(some.score).toBeLessThan(whole.score);
    expect(whole).toMatchObject({
      score: 1,
      missing: [],
      summary: 'The report holds 5 of the 5 kinds of information that help to reproduce a bug.',
    });
    expect(bare.missing.some(({ kind }) => kind === 'versions')).toBe(true);
  });
});
