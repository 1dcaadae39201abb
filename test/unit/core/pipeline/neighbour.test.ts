import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import type { EnvironmentSummary } from '../../../../src/protocol/environment';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import type { ReproductionState } from '../../../../src/protocol/reproduction/state';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench, type BenchOptions } from '../../../helpers/pipeline';
import { ended, raised } from '../../../helpers/recorded-results';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const report = (sentence: string): string => `# Sizes cannot be added

${sentence}

\`\`\`python
import numpy as np
np.ones(2) + np.ones(3)
\`\`\`

\`\`\`
Traceback (most recent call last):
  File "a.py", line 2, in <module>
    np.ones(2) + np.ones(3)
ValueError: operands could not be broadcast together with shapes (2,) (3,)
\`\`\`
`;

const releases = {
  numpy: ['1.25.2', '1.26.4', '2.0.0', '2.1.0'].map((version) => ({ version, day: '2024-01-01' })),
  torch: ['1.13.1', '2.2.2'].map((version) => ({ version, day: '2024-01-01' })),
};
const index = { numpy: { version: '2.1.0', module: 'numpy' } };

const given: EnvironmentSummary = {
  id: 'mine',
  kind: 'venv',
  name: 'mine',
  prefix: '/environments/mine',
  interpreter: '/environments/mine/bin/python',
  pythonVersion: '3.11.7',
  frameworks: [{ name: 'numpy', version: '2.1.0' }],
  ours: false,
  broken: null,
};

function numpyOf({ environment }: RunRequest): string {
  return environment.packages.find(({ name }) => name === 'numpy')?.version ?? '';
}

/** Fails as reported with NumPy 2 and runs well with NumPy 1. */
function answer(request: RunRequest): ExecutionResult {
  return numpyOf(request).startsWith('1.')
    ? ended('', request.mode)
    : raised(
        {
          type: 'ValueError',
          message: 'operands could not be broadcast together with shapes (2,) (3,)',
          frames: [{ line: 2, code: 'np.ones(2) + np.ones(3)', op: 'BINARY_OP' }],
        },
        request.mode,
      );
}

async function reproduce(
  sentence: string,
  more: Partial<BenchOptions> = {},
): Promise<{
  readonly state: ReproductionState;
  readonly ran: readonly string[];
  readonly control: readonly string[];
}> {
  const ran: string[] = [];
  const { drive } = await createBench({
    report: report(sentence),
    parser,
    index,
    releases,
    answer: (request) => {
      ran.push(numpyOf(request));
      return answer(request);
    },
    ...more,
  });
  const state = await drive();
  const rule = state.conclusion?.verdict?.rules.find(({ rule: name }) => name === 'control');
  return { state, ran, control: [rule?.result ?? '', ...(rule?.evidence.map(({ text }) => text) ?? [])] };
}

describe('a neighbouring version as the control', () => {
  it('runs the same script with the release in which the report says that it works', async () => {
    const { state, ran, control } = await reproduce('It works with numpy 1.26.4.');
    expect(state.conclusion?.outcome, state.conclusion?.message).toBe('reproduced');
    expect(ran).toEqual(['2.1.0', '2.1.0', '1.26.4']);
    expect(control[0]).toBe('passed');
    expect(control).toContain('With numpy 1.26.4 it does not show.');
    const made = state.attempts.find(({ edit }) => edit.kind === 'control');
    expect(made?.scriptDigest).toBe(state.attempts[0]?.scriptDigest);
    expect(made?.edit).toMatchObject({ basis: 'neighbouringVersion', neighbour: { name: 'numpy', version: '1.26.4' } });
    expect(state.reproducer?.files).toContain('control-requirements.lock');
    expect(state.reproducer?.files).not.toContain('control.py');
  });

  it('takes the release in front of the one that the fault came with', async () => {
    const { ran } = await reproduce('This is a regression introduced in numpy 2.0.0.');
    expect(ran.at(-1)).toBe('1.26.4');
  });

  it('is waived where the release shows the fault as well, and says what was tried', async () => {
    const { state, ran, control } = await reproduce('It works with numpy 2.0.0.');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(ran.at(-1)).toBe('2.0.0');
    expect(control[0]).toBe('waived');
    expect(control.join(' ')).toContain('numpy 2.0.0 is installed in place of 2.1.0');
  });

  it('fetches nothing beside an environment that was given, and says so', async () => {
    const { state, ran, control } = await reproduce('It works with numpy 1.26.4.', {
      options: { environment: '/environments/mine' },
      installed: [given],
    });
    expect(state.conclusion?.outcome, state.conclusion?.message).toBe('reproduced');
    expect(ran).not.toContain('1.26.4');
    expect(control.join(' ')).toContain('nothing is installed beside it');
  });

  it('fetches nothing large that was not allowed by name, and says how large it is', async () => {
    const index = { numpy: { version: '2.1.0', module: 'numpy', heavyBytes: 3_000_000_000 } };
    const bench = await createBench({ report: report('It works with numpy 1.26.4.'), parser, index, releases, answer });
    const state = await bench.driveAnswering(() => 'approved');
    const rule = state.conclusion?.verdict?.rules.find(({ rule: name }) => name === 'control');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(rule?.evidence.map(({ text }) => text).join(' ')).toContain('3.0 GB would have to be fetched');
    const allowed = await reproduce('It works with numpy 1.26.4.', { index, options: { allowPackages: ['numpy'] } });
    expect(allowed.control).toContain('With numpy 1.26.4 it does not show.');
  });

  it('goes on without a control where the release cannot be installed, and asks for it once only', async () => {
    const { state, control } = await reproduce('It works with numpy 1.24.1, and with numpy 1.22.0.');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(control.join(' ')).toContain('2 other releases were not to be had');
    expect(state.attempts.filter(({ edit }) => edit.kind === 'control')).toHaveLength(2);
  });
});
