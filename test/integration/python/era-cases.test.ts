import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestParser } from '../../helpers/create-test-parser';
import { findInterpreters } from '../../helpers/interpreters';
import { requestOfReport } from '../../helpers/request-of-report';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, prepare, resolved, sandbox } from './parts';

const run = promisify(execFile);
const cases = resolve(import.meta.dirname, '../../cases');
const names = readdirSync(cases).filter((name) => name.startsWith('era-'));
const interpreters = findInterpreters();
const judge = interpreters.findLast(({ version }) => version.startsWith('3.'));
const isSlow = process.env['REPRISE_SLOW'] === '1';
const noSandbox = (await sandbox.describe()).level === 'limitsOnly';

/** What each case was seen with; the environment that is picked must come to the same. */
interface Expected {
  readonly packages: readonly string[];
  readonly python: string;
}

describe.each(names)('the environment picked from the report alone: %s', (name) => {
  const expectedOf = async (): Promise<Expected> =>
    JSON.parse(await readFile(join(cases, name, 'expected.json'), 'utf8')) as Expected;

  async function pick() {
    // No environment of the machine may stand in: interpreters alone are found.
    const folders = interpreters.map(({ python }) => join(python, '..')).join(':');
    const block = { ...process.env, REPRISE_PYTHON_FOLDERS: folders };
    const bench = createBench({ dataFolder: await temporaryFolder(), block });
    onTestFinished(() => bench.environments.close());
    const source = await readFile(join(cases, name, 'report.md'), 'utf8');
    const request = requestOfReport(source, { parser: await createTestParser(), environments: bench.environments });
    return { bench, resolution: await resolved(bench, request) };
  }

  const noPython = interpreters.length === 0 ? ' (skipped: no Python)' : '';
  it.skipIf(noPython !== '')(`names interpreter, packages and day, with a reason a row${noPython}`, async () => {
    const { resolution } = await pick();
    const { python } = await expectedOf();
    const minor = python.split('.').slice(0, 2).join('.');
    if (interpreters.some(({ version }) => version === minor)) {
      expect(resolution.python.version.startsWith(`${minor}.`)).toBe(true);
    }
    expect(resolution.existing).toBeNull();
    expect(resolution.asOf).toMatch(/^20(19|20)-/);
    expect(resolution.rows.length).toBeGreaterThan(0);
    for (const { reason } of resolution.rows) expect(reason).not.toBe('');
  });

  // Part of the slow tests alone: making old stacks takes minutes.
  if (!isSlow) return;
  const skipped = noSandbox ? ' (skipped: no sandbox)' : judge === undefined ? ' (skipped: no Python)' : '';
  it.skipIf(skipped !== '')(
    `is made, and shows the bug by the reference script${skipped}`,
    { timeout: 900_000 },
    async () => {
      const { bench, resolution } = await pick();
      const prepared = await prepare(bench, resolution);
      if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
      const { environment } = prepared;
      const { packages } = await expectedOf();
      // The first of these is the culprit or its framework; what lies beside it may be some days newer.
      expect(environment.lock).toContain(`${packages[0] ?? '?'}\n`);
      const args = [
        join(cases, 'verify.py'),
        cases,
        '--only',
        name,
        '--era',
        environment.interpreter,
        '--limit',
        '120',
      ];
      const { stdout } = await run(judge?.python ?? '', args);
      expect(stdout).toContain('1 passed, 0 failed');
    },
  );
});
