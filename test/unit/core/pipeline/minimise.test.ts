import { beforeAll, describe, expect, it } from 'vitest';
import { coveringApproval } from '../../../../src/core/execute/covering-approval';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench, type Bench, type BenchOptions } from '../../../helpers/pipeline';
import { ended, raised } from '../../../helpers/recorded-results';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const report = `# Sizes cannot be added

\`\`\`python
import numpy as np
print("adding")
shown = np.ones(2) + np.ones(3)
print(shown)
\`\`\`

\`\`\`
Traceback (most recent call last):
  File "a.py", line 3, in <module>
    shown = np.ones(2) + np.ones(3)
ValueError: operands could not be broadcast together with shapes (2,) (3,)
\`\`\`
`;

/** Fails as reported while a script adds both, at the line where it does. */
function answer({ script, mode }: RunRequest): ExecutionResult {
  const lines = script.split('\n');
  const at = lines.findIndex((line) => line.includes('np.ones(2) + np.ones(3)'));
  if (at < 0 || !script.includes('import numpy as np')) return ended('', mode);
  const message = 'operands could not be broadcast together with shapes (2,) (3,)';
  const frames = [{ line: at + 1, code: lines[at]?.trim() ?? '', op: 'BINARY_OP' }];
  return raised({ type: 'ValueError', message, frames }, mode);
}

async function shortened(more: Partial<BenchOptions>): Promise<{ bench: Bench; script: string; asked: RunRequest[] }> {
  const bench = await createBench({ report, parser, answer, ...more });
  const before = await bench.driveAnswering(() => 'approved');
  expect(before.conclusion?.outcome, before.conclusion?.message).toBe('reproduced');
  const asked = bench.runner.requests().length;
  const attemptId = before.conclusion?.attemptId ?? '';
  const status = { kind: 'running', progress: 0, note: '' } as const;
  await bench.session.emit({ type: 'job/started', job: { id: 'job-own', kind: 'minimise', attemptId, status } });
  await bench.session.emit({ type: 'reproduction/reopened', reason: 'It was asked for.' });
  const state = await bench.drive();
  const last = state.attempts.find(({ id }) => id === state.conclusion?.attemptId);
  expect(last?.edit.kind).toBe('minimised');
  const { text } = await bench.store.readScript(state.id, last?.scriptDigest ?? '');
  return { bench, script: text, asked: bench.runner.requests().slice(asked) };
}

describe('a reproduced script that is shortened', () => {
  it('is left with what it needs, and with a comment above the line that fails', async () => {
    const { script } = await shortened({});
    expect(script).toBe('import numpy as np\n# Here it shows: ValueError.\nshown = np.ones(2) + np.ones(3)\n');
  });

  it('runs with the opened project on its path', async () => {
    const { asked } = await shortened({ options: { project: '/project' }, files: { 'model.py': 'x = 1\n' } });
    expect(asked.length).toBeGreaterThan(3);
    for (const { project } of asked) expect(project).toEqual({ folder: '/project', sourceRoots: ['/project'] });
  });

  it('runs without a sandbox where that was approved, and only there', async () => {
    const none = { level: 'limitsOnly', network: 'open', reason: 'There is none.' } as const;
    const weaker = await shortened({ level: none, options: { sandbox: 'prefer' } });
    expect(weaker.bench.session.state().approvals.map(({ scope }) => scope.kind)).toContain('weakerSandbox');
    for (const { allowWeakerSandbox } of weaker.asked) expect(allowWeakerSandbox).toBe(true);
    const usual = await shortened({});
    for (const { allowWeakerSandbox } of usual.asked) expect(allowWeakerSandbox).toBe(false);
  });

  it('is judged by the cure of the report as the longer one is', async () => {
    const cure = '\nIt works with this:\n\n```python\nshown = np.ones(3) + np.ones(3)\n```\n';
    const bench = await createBench({ report: report + cure, parser, answer });
    const before = await bench.drive();
    const control = before.conclusion?.verdict?.rules.find(({ rule }) => rule === 'control');
    expect(control?.result, JSON.stringify(control)).toBe('passed');
    const attemptId = before.conclusion?.attemptId ?? '';
    const status = { kind: 'running', progress: 0, note: '' } as const;
    await bench.session.emit({ type: 'job/started', job: { id: 'job-own', kind: 'minimise', attemptId, status } });
    await bench.session.emit({ type: 'reproduction/reopened', reason: 'It was asked for.' });
    const state = await bench.drive();
    const runs = new Set(state.executions.filter(({ purpose }) => purpose === 'control').map((one) => one.attemptId));
    const controls = state.attempts.filter(({ id, edit }) => runs.has(id) && edit.kind === 'control');
    expect(controls.map(({ edit }) => edit.kind === 'control' && edit.basis)).toEqual(['reportedFix', 'reportedFix']);
    for (const one of controls) expect(coveringApproval(state, one)?.scope.kind).toBe('plan');
    expect(state.conclusion?.outcome).toBe('reproduced');
  });
});
