import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isReduction } from '../../../src/core/minimise/is-reduction';
import { createMachine, jsonLines, requireBuild, runReprise, type Machine } from './reprise';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasSandbox = process.platform === 'darwin' || spawnSync('bwrap', ['--version']).status === 0;
const canRun = hasPython && hasSandbox;
const where = canRun ? '' : ' (skipped: needs python3 and bubblewrap on PATH)';

const code = `import os
import json
import random

random.seed(1)


class Rows(object):
    """A table."""

    def __init__(self, count, width=8):
        self.rows = [[random.random() for _ in range(width)] for _ in range(count)]
        self.width = width

    def mean(self):
        return sum(sum(row) for row in self.rows) / len(self.rows)

    def join(self, names):
        for index, row in enumerate(self.rows):
            print(index, len(row))
        return ",".join(names)


def load(count):
    print("loading", count)
    return Rows(count)


table = load(500)
print("mean", table.mean())
header = table.join([1, "b", "c"])
print(json.dumps(header))
`;

const report = `# Joining the header of a table fails

\`\`\`python
${code}\`\`\`

\`\`\`
Traceback (most recent call last):
  File "table.py", line 31, in <module>
    header = table.join([1, "b", "c"])
  File "table.py", line 21, in join
    return ",".join(names)
TypeError: sequence item 0: expected str instance, int found
\`\`\`
`;

describe.skipIf(!canRun)(`reprise minimise${where}`, () => {
  let machine: Machine;
  const at = (name: string): string => path.join(machine.home, name);
  beforeAll(async () => {
    requireBuild();
    machine = await createMachine();
    await writeFile(at('report.md'), report);
    const made = await runReprise(machine, ['reproduce', at('report.md')]);
    expect(made.code, made.output + made.errors).toBe(0);
  });
  afterAll(() => machine?.remove());

  it('leaves a few lines with the same verdict, and keeps the long ones', async () => {
    const {
      code: exit,
      output,
      errors,
    } = await runReprise(machine, ['minimise', 'last', '--json', '--out', at('out')]);
    expect(exit, errors).toBe(0);
    const last = jsonLines(output).at(-1) as unknown as {
      outcome: string;
      verdict: { repeats: { shown: boolean }[] };
      attempts: number;
    };
    expect(last.outcome).toBe('reproduced');
    expect(last.verdict.repeats.every(({ shown }) => shown)).toBe(true);
    expect(last.attempts).toBe(2);
    const script = await readFile(at('out/reproducer.py'), 'utf8');
    const own = (script.split('\n# /// script')[0] ?? '').split('\n').filter((line) => line.trim() !== '');
    expect(own.length, script).toBeLessThanOrEqual(10);
    expect(isReduction(own.join('\n'), code), script).toBe(true);
    expect(await readFile(at('out/README.md'), 'utf8')).toContain('The same fault in');
  });

  it('finds nothing more the second time, and says so', async () => {
    const { code: exit, output } = await runReprise(machine, ['minimise', 'last']);
    expect(exit).toBe(0);
    expect(output).toContain('Nothing can be taken away');
  });

  it('refuses what is not reproduced', async () => {
    await writeFile(
      at('other.md'),
      report.replace('expected str instance, int found', 'expected a tuple of lists here'),
    );
    await runReprise(machine, ['reproduce', at('other.md')]);
    const { code: exit, errors } = await runReprise(machine, ['minimise', 'last']);
    expect(exit).not.toBe(0);
    expect(errors).toContain('Reproduce the bug first');
  });
});
