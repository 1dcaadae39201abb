import { describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { reproduceForReal } from './reproduce-for-real';

const wheels = ['3.10', '3.11', '3.12'];
const interpreter = findInterpreters().find(({ version }) => wheels.includes(version));
const name = interpreter ? '' : ` (skipped: no Python ${wheels.join(', ')} here)`;

/** NumPy 2 has no `product`; NumPy 1 had it. */
const report = `# product is gone

I have numpy 2.1.3.

\`\`\`python
import numpy as np

sizes = np.array([2, 3, 4])
print(np.product(sizes))
\`\`\`

\`\`\`
Traceback (most recent call last):
  File "sizes.py", line 4, in <module>
    print(np.product(sizes))
          ^^^^^^^^^^
AttributeError: module 'numpy' has no attribute 'product'
\`\`\`
`;

describe.skipIf(!interpreter)(`a neighbouring version as the control, by a real installer${name}`, () => {
  it('runs the same script with the last release before the border that the code speaks of', async () => {
    const { state, files } = await reproduceForReal(report, { python: interpreter?.python ?? null });
    expect(state.conclusion?.outcome, state.conclusion?.message).toBe('reproduced');
    const rule = state.conclusion?.verdict?.rules.find(({ rule: own }) => own === 'control');
    expect(rule?.result).toBe('passed');
    expect(rule?.evidence.map(({ text }) => text)).toContain('With numpy 1.26.4 it does not show.');
    expect(files['requirements.lock']).toContain('numpy==2.1.3');
    expect(files['control-requirements.lock']).toContain('numpy==1.26.4');
    const control = state.attempts.find(({ edit }) => edit.kind === 'control');
    const [run] = state.executions.filter(({ attemptId }) => attemptId === control?.id);
    expect(run?.result?.stdout.tail).toBe('24\n');
  });
});
