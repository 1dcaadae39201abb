import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { judge } from '../../../../src/core/verify/judge';
import { Verdict } from '../../../../src/protocol/verdict';
import { createTestParser } from '../../../helpers/create-test-parser';
import { atLibrary, atScript, inputOf, torchFile, type CaseOptions } from './judged-case';

const script = 'import torch\nlin = torch.nn.Linear(12, 1)\nout = lin(x)\n';
const text = 'mat1 and mat2 shapes cannot be multiplied (12x1 and 12x1)';
const other = 'Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!';
const report = `# It fails\n\n\`\`\`python\n${script}\`\`\`\n\nRuntimeError: ${text}\n\nOn the GPU, at times:\n\nRuntimeError: ${other}\n\nBesides, it is 5 times slower than before.\n`;

const base: CaseOptions = {
  report,
  script,
  type: 'RuntimeError',
  message: text,
  frames: [atScript(script, 'lin(x)', 'CALL'), atLibrary(torchFile, 'forward', 'CALL')],
};

describe('the other symptoms of a report', () => {
  let parser: PythonParser;
  beforeAll(async () => {
    parser = await createTestParser();
  });

  const judged = (options: CaseOptions) => {
    const { symptoms } = readReport({ name: 'report.md', text: options.report, asOf: null });
    return Verdict.parse(judge({ ...inputOf(options, parser), others: symptoms.slice(1) }));
  };

  it('are judged by the same runs, and decide nothing', () => {
    const verdict = judged(base);
    expect(verdict.outcome).toBe('reproduced');
    expect(verdict.others?.map(({ symptom, result }) => [symptom, result])).toEqual([
      [`RuntimeError: ${other}`, 'notShown'],
      ['run is too slow', 'open'],
    ]);
    const [first] = verdict.others ?? [];
    expect(report.slice(first?.span?.start, first?.span?.end)).toContain(other);
  });

  it('are a near miss where they show and the first does not', () => {
    const verdict = judged({ ...base, message: other });
    expect(verdict.outcome).toBe('notReproduced');
    expect(verdict.others?.[0]?.result).toBe('shown');
    expect(verdict.nearMiss).toContain(`another symptom of the report: RuntimeError: ${other}`);
  });

  it('are left out where they are hardly sure, or say the same', () => {
    const input = inputOf(base, parser);
    const unsure = { ...input.symptom, id: 'unsure', type: 'KeyError', confidence: 0.3 } as typeof input.symptom;
    const others = [unsure, { ...input.symptom, id: 'again' }];
    expect(judge({ ...input, others })).toEqual(judge(input));
  });

  it('count for nothing where a line of ours makes them', () => {
    const planted = `${script.replace('out = lin(x)', `raise RuntimeError(words())`)}`;
    const frames = [atScript(planted, 'raise', 'RAISE_VARARGS')];
    const verdict = judged({ ...base, script: planted, message: other, frames });
    expect(verdict.outcome).toBe('notReproduced');
    expect(verdict.others?.[0]?.result).toBe('planted');
    expect(verdict.nearMiss).not.toContain('another symptom');
  });
});
