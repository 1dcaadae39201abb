import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstScript } from '../../../src/core/generate/first-script';
import { readReport } from '../../../src/core/report/read-report';
import { digestOf } from '../../../src/node/system/digest';
import { createTestParser } from '../../helpers/create-test-parser';
import { findInterpreters } from '../../helpers/interpreters';
import { requestOfReport } from '../../helpers/request-of-report';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, prepare, resolved, sandbox } from './parts';

/**
 * Reports about breaks between releases, written for this test and not looked at when the era table was made: whether the
 * environment that is picked from each alone can be made, is of the right releases, and shows what the report tells.
 */
const folder = resolve(import.meta.dirname, 'old-reports');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
  string,
  { readonly shows: string; readonly versions: readonly string[] }
>;
const interpreters = findInterpreters();
const isSlow = process.env['REPRISE_SLOW'] === '1';
const noSandbox = (await sandbox.describe()).level === 'limitsOnly';
const skipped = noSandbox ? ' (skipped: no sandbox)' : interpreters.length < 4 ? ' (skipped: too few Pythons)' : '';

describe.each(Object.entries(expected))('the environment picked for %s', (name, { shows, versions }) => {
  async function pick() {
    const folders = interpreters.map(({ python }) => join(python, '..')).join(':');
    const block = { ...process.env, REPRISE_PYTHON_FOLDERS: folders };
    const bench = createBench({ dataFolder: await temporaryFolder(), block });
    onTestFinished(() => bench.environments.close());
    const source = await readFile(join(folder, `${name}.md`), 'utf8');
    const request = requestOfReport(source, { parser: await createTestParser(), environments: bench.environments });
    return { bench, source, resolution: await resolved(bench, request) };
  }

  it.skipIf(interpreters.length === 0)('has a row for what the code imports, with a reason each', async () => {
    const { resolution } = await pick();
    const [framework = ''] = versions[0]?.split(' ') ?? [];
    expect(resolution.rows.map((row) => row.insteadOf?.name ?? row.name)).toContain(framework);
    for (const { reason } of resolution.rows) expect(reason).not.toBe('');
    expect(resolution.unknown).toEqual([]);
  });

  // Part of the slow tests alone: gigabytes are fetched.
  if (!isSlow) return;
  it.skipIf(skipped !== '')(`is made, and shows it${skipped}`, { timeout: 900_000 }, async () => {
    const { bench, source, resolution } = await pick();
    const prepared = await prepare(bench, resolution);
    if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
    const { environment } = prepared;
    const installed = environment.packages.map((one) => `${one.name.replace('-cpu', '')} ${one.version}`);
    for (const version of versions) expect(installed.filter((one) => one.startsWith(version))).toHaveLength(1);
    const { readOut } = readReport({ name: 'report.md', text: source, asOf: null });
    const script = firstScript({ readOut, source, digestOf });
    const work = await temporaryFolder();
    await writeFile(join(work, 'script.py'), script?.text ?? '');
    const run = spawnSync(environment.interpreter, ['script.py'], { cwd: work, encoding: 'utf8', timeout: 300_000 });
    expect(`${run.stdout}${run.stderr}`).toContain(shows);
  });
});
