// `npm test`: checks, a build where it is due, then every test; ends with `N passed, N failed, N skipped`.
// `npm run test:slow`: the files that hold long volumes, with these; lists them first.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.mjs';
import { ONLY_LONG } from './long-tests.mjs';
import { run } from './run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const slow = process.argv.includes('--slow');
/** Folders below test/ by the project of vitest.config.ts that runs them. */
const FOLDERS = { unit: ['unit', 'contract'], integration: ['integration'], e2e: ['e2e'] };
const counts = { passed: 0, failed: 0, skipped: 0 };

function newest(/** @type {string} */ folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) latest = Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
  }
  return latest;
}

/** The end-to-end tests drive the built program, so an old build would prove nothing. */
async function buildWhereDue() {
  let built = 0;
  try {
    built = statSync('out/renderer/index.html').mtimeMs;
  } catch {
    built = 0;
  }
  if (
    built > Math.max(newest('src'), statSync('electron.vite.config.ts').mtimeMs, statSync('package-lock.json').mtimeMs)
  )
    return;
  const { code, output } = await run(process.execPath, ['scripts/prepare.mjs']);
  if (code === 0) return;
  process.stdout.write(output);
  counts.failed += 1;
}

/** Runs a project's tests; of its files those alone whose paths are given, where some are. */
async function runProject(
  /** @type {string} */ project,
  /** @type {NodeJS.ProcessEnv} */ env,
  /** @type {readonly string[]} */ files = [],
) {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-test-'));
  const file = join(folder, 'result.json');
  const { code } = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      '--project',
      project,
      '--reporter',
      'dot',
      '--reporter',
      'json',
      '--outputFile.json',
      file,
    ],
    { env: { ...env, NO_COLOR: '1', FORCE_COLOR: undefined }, show: true },
  );
  try {
    const result = JSON.parse(readFileSync(file, 'utf8'));
    counts.passed += result.numPassedTests;
    counts.failed += result.numFailedTests;
    counts.skipped += result.numPendingTests + result.numTodoTests;
    for (const suite of result.testResults) {
      if (suite.status === 'failed' && suite.assertionResults.length === 0) counts.failed += 1;
      for (const test of suite.assertionResults) {
        if (test.status === 'pending' || test.status === 'skipped') {
          process.stdout.write(`skip  ${relative(root, suite.name)}: ${test.fullName}\n`);
        }
      }
    }
    if (code !== 0 && result.numFailedTests === 0 && counts.failed === 0) counts.failed += 1;
  } catch {
    counts.failed += 1;
    process.stdout.write(`FAIL  ${project}: the test runner ended with ${code} and left no result\n`);
  }
  rmSync(folder, { recursive: true, force: true });
}

const started = Date.now();
if (slow) {
  const files = readdirSync('test', { recursive: true })
    .map((name) => join('test', String(name)))
    .filter((name) => /\.test\.tsx?$/.test(name));
  const long = files.filter(
    (name) => ONLY_LONG.includes(name) || readFileSync(name, 'utf8').includes("'REPRISE_SLOW'"),
  );
  process.stdout.write(`test:slow holds ${long.length} files:\n${long.map((name) => `  ${name}\n`).join('')}`);
  await buildWhereDue();
  const env = { ...process.env, REPRISE_SLOW: '1' };
  for (const [project, folders] of Object.entries(FOLDERS)) {
    const own = long.filter((name) => folders.some((folder) => name.startsWith(join('test', folder))));
    if (own.length > 0) await runProject(project, env, own);
  }
} else {
  const checked = await runChecks();
  counts.passed += checked.passed;
  counts.failed += checked.failed;
  counts.skipped += checked.skipped;
  await buildWhereDue();
  for (const project of Object.keys(FOLDERS)) await runProject(project, process.env);
}
process.stdout.write(`\n${Math.round((Date.now() - started) / 1000)} s\n`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exit(counts.failed === 0 ? 0 : 1);
