import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMachine, requireBuild, runReprise, type Machine } from './reprise';

const report = `# scale() fails for zero

\`\`\`
  File "/home/ana/lib/scaler.py", line 5, in scale
    return x / self.factor
ZeroDivisionError: division by zero
\`\`\`
`;

let machine: Machine;
let project: string;
let file: string;
beforeAll(async () => {
  requireBuild();
  machine = await createMachine();
  project = path.join(machine.home, 'project');
  file = path.join(machine.home, 'report.md');
  await mkdir(path.join(project, 'lib'), { recursive: true });
  await writeFile(
    path.join(project, 'lib', 'scaler.py'),
    'class Scaler:\n    factor = 0\n\n    def scale(self, x):\n        return x / self.factor\n',
  );
  await writeFile(file, report);
});
afterAll(() => machine.remove());

describe('reprise context', () => {
  it('prints parts with scores and reasons, as lines and as JSON', async () => {
    const shown = await runReprise(machine, ['context', file, '--project', project, '--text']);
    expect(shown.code).toBe(0);
    expect(shown.output).toMatch(/1\.00 {2}lib\/scaler\.py:4-5 {2}Scaler\.scale/);
    expect(shown.output).toContain('traceback');
    expect(shown.output).toContain('|         return x / self.factor');
    const json = await runReprise(machine, ['context', file, '--project', project, '--json']);
    const { chunks } = JSON.parse(json.output) as { readonly chunks: readonly unknown[] };
    expect(chunks[0]).toMatchObject({ file: 'lib/scaler.py', name: 'Scaler.scale', firstLine: 4, lastLine: 5 });
  });

  it('says what is wrong with its words', async () => {
    expect(await runReprise(machine, ['context', file])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--project'),
    });
    const low = await runReprise(machine, ['context', file, '--project', project, '--budget', 'few']);
    expect(low).toMatchObject({ code: 2, errors: expect.stringContaining('--budget few') });
  });
});
