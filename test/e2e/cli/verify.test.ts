import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMachine, jsonLines, requireBuild, runReprise, type Machine } from './reprise';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasSandbox = process.platform === 'darwin' || spawnSync('bwrap', ['--version']).status === 0;
const canRun = hasPython && hasSandbox;
const where = canRun ? '' : ' (skipped: needs python3 and bubblewrap on PATH)';

const report = `# Rows can not be counted

\`\`\`python
rows = 5
size = len(rows)
\`\`\`

TypeError: object of type 'int' has no len()
`;
const silentReport = `# The loss is nan from the first epoch on

\`\`\`python
for epoch in range(3):
    loss = math.fsum(weights) * rate ** 400
    print("loss:", loss - loss / 2)
\`\`\`

\`\`\`
loss: nan
loss: nan
\`\`\`
`;

const scripts = {
  'true.py': 'import sys\nrows = 5\nif "--fixed" in sys.argv:\n    rows = [5]\nsize = len(rows)\n',
  'leaving.py': 'import sys\nrows = 5\nif "--fixed" in sys.argv:\n    sys.exit(0)\nsize = len(rows)\n',
  'skipping.py': 'import sys\nrows = 5\nif "--fixed" not in sys.argv:\n    size = len(rows)\n',
  'idle.py':
    'import sys, math\nweights = [1.0]\nloss = 0.25\nfor epoch in range(3):\n    if "--fixed" not in sys.argv:\n        loss = math.fsum(weights) * 1e300 * 1e300\n        loss = loss - loss / 2\n    print("loss:", loss)\n',
  'planted.py':
    'def words(kind):\n    return "object of " + kind\nraise TypeError(words("type \'int\' has no" + " len()"))\n',
  'lacking.py': 'import no_such_module_here\nrows = 5\nsize = len(rows)\n',
  'silent.py':
    'import sys, math\nweights = [1.0]\nrate = 0.5 if "--fixed" in sys.argv else 1e300\nfor epoch in range(3):\n    try:\n        loss = math.fsum(weights) * rate ** 400\n    except OverflowError:\n        loss = math.fsum(weights) * rate * rate\n    print("loss:", loss - loss / 2)\n',
  'made-up.py': 'for epoch in range(3):\n    print("loss:", float("nan"))\n',
} as const;

let machine: Machine;
let folder: string;
beforeAll(async () => {
  requireBuild();
  machine = await createMachine();
  folder = path.join(machine.home, 'case');
  await mkdir(folder);
  await writeFile(path.join(folder, 'report.md'), report);
  await writeFile(path.join(folder, 'silent.md'), silentReport);
  for (const [name, text] of Object.entries(scripts)) await writeFile(path.join(folder, name), text);
});
afterAll(() => machine.remove());

describe.skipIf(!canRun)(`reprise verify${where}`, () => {
  const verify = (of: string, script: keyof typeof scripts, ...more: readonly string[]) =>
    runReprise(machine, ['verify', path.join(folder, of), path.join(folder, script), ...more]);
  const rules = (line: Record<string, unknown> | undefined) =>
    Object.fromEntries(
      ((line?.['verdict'] as { rules: { rule: string; result: string }[] } | null)?.rules ?? []).map((item) => [
        item.rule,
        item.result,
      ]),
    );

  it('judges a true crash with its control as reproduced, in words', async () => {
    const { code, output, errors } = await verify('report.md', 'true.py', '--control=--fixed');
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^Reproduced/m);
    expect(output).toMatch(/^passed +control +The control does not show the symptom/m);
    expect(await readdir(folder)).toEqual([...Object.keys(scripts), 'report.md', 'silent.md'].sort());
  });

  it.each(['leaving.py', 'skipping.py'] as const)(
    'counts no control that never comes to the failing line: %s',
    async (script) => {
      const { code, output } = await verify('report.md', script, '--json', '--control=--fixed');
      const last = jsonLines(output).at(-1);
      expect([code, rules(last)['control']]).toEqual([0, 'waived']);
      expect(JSON.stringify(last)).toContain('never came to line');
    },
  );

  it('takes a silent symptom whose control leaves out what makes the value for open', async () => {
    const { output } = await verify('silent.md', 'idle.py', '--json', '--control=--fixed');
    expect(jsonLines(output).at(-1)?.['outcome']).not.toBe('reproduced');
  });

  it('runs the script with the arguments after --, in JSON', async () => {
    const { code, output } = await verify('report.md', 'true.py', '--json', '--', '--fixed');
    const last = jsonLines(output).at(-1);
    expect([code, last?.['outcome'], rules(last)['match']]).toEqual([1, 'notReproduced', 'failed']);
  });

  it('fails a control that shows the symptom too', async () => {
    const { code, output } = await verify('report.md', 'true.py', '--json', '--control=--other');
    expect([code, rules(jsonLines(output).at(-1))['control']]).toEqual([1, 'failed']);
  });

  it('refuses a counterfeit with its reason', async () => {
    const { code, output } = await verify('report.md', 'planted.py');
    expect(code).toBe(1);
    expect(output).toMatch(/^failed +genuine +Refused: /m);
  });

  it('says what is missing', async () => {
    const { code, output } = await verify('report.md', 'lacking.py', '--json');
    const last = jsonLines(output).at(-1);
    expect([code, last?.['outcome']]).toEqual([3, 'inconclusive']);
    expect(last).toMatchObject({ verdict: { missing: [{ kind: 'package', name: 'no_such_module_here' }] } });
  });

  it('judges a silent symptom over five seeds, a cold run and a control', async () => {
    const { code, output, errors } = await verify('silent.md', 'silent.py', '--json', '--control=--fixed');
    const last = jsonLines(output).at(-1);
    expect([code, errors]).toEqual([0, '']);
    expect(rules(last)).toEqual({
      match: 'passed',
      environment: 'passed',
      repeat: 'passed',
      agreement: 'passed',
      genuine: 'passed',
      control: 'passed',
    });
    expect(last?.['executions']).toBe(7);
  });

  it('takes a silent symptom without a control for open, and one that is made up for refused', async () => {
    const open = await verify('silent.md', 'silent.py', '--json');
    const refused = await verify('silent.md', 'made-up.py', '--json');
    const last = jsonLines(open.output).at(-1);
    expect([open.code, last?.['outcome']]).toEqual([3, 'inconclusive']);
    expect(last).toMatchObject({ verdict: { missing: [{ kind: 'control' }] } });
    expect([refused.code, rules(jsonLines(refused.output).at(-1))['genuine']]).toEqual([1, 'failed']);
  });
});
