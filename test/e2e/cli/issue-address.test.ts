import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIssueServer, type IssueServer } from '../../helpers/issue-server';
import { createMachine, jsonLines, requireBuild, runReprise, type Machine } from './reprise';

const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim();
const hasSandbox = process.platform === 'darwin' || spawnSync('bwrap', ['--version']).status === 0;
const canRun = python !== '' && hasSandbox;
const body =
  '```python\nrows = 5\nsize = len(rows)\n```\n\n```\nTraceback (most recent call last):\n  File "a.py", line 2, in <module>\n    size = len(rows)\nTypeError: object of type \'int\' has no len()\n```\n';

describe('a report by its address', () => {
  let machine: Machine;
  let server: IssueServer;
  beforeAll(async () => {
    requireBuild();
    machine = await createMachine();
    server = await startIssueServer({ 12: { title: 'len() of a number', body, comments: ['Same here.'] } });
  });
  afterAll(async () => {
    await server.close();
    await machine.remove();
  });

  const reproduce = (number: number, ...more: readonly string[]) =>
    runReprise(machine, ['reproduce', `https://github.com/owner/project/issues/${number}`, ...more], {
      environment: { REPRISE_ISSUE_SERVER: server.address },
    });

  it.skipIf(!canRun)(
    `is fetched, kept with its comments, and reproduced${canRun ? '' : ' (skipped: needs python3 and bubblewrap)'}`,
    async () => {
      const { code, output, errors } = await reproduce(12, '--environment', python, '--json');
      expect([code, errors]).toEqual([0, '']);
      const lines = jsonLines(output);
      expect(lines.at(-1)).toMatchObject({ outcome: 'reproduced', symptom: { kind: 'exception', type: 'TypeError' } });
      const id = String(lines[0]?.['reproductionId']);
      const kept = await readFile(`${machine.dataFolder}/reproductions/${id}/report.md`, 'utf8');
      expect(kept).toContain('# len() of a number');
      expect(kept).toContain('Same here.');
      expect(server.asked.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    },
  );

  it('ends with 2 and one sentence where it is not to be had', async () => {
    const gone = await reproduce(410);
    expect(gone.code).toBe(2);
    expect(gone.errors.trim().split('\n')).toHaveLength(1);
    expect(gone.errors).toContain('was deleted at github.com');
    const offline = await runReprise(machine, ['reproduce', 'https://github.com/owner/project/issues/12'], {
      environment: { REPRISE_ISSUE_SERVER: 'http://127.0.0.1:1' },
    });
    expect(offline.code).toBe(2);
    expect(offline.errors).toContain('github.com could not be reached. Save the text of the issue in a file');
  });
});
