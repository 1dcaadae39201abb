// All checks in one command: types, lint, format, layers, unused code, licences, Python, documents. Part of `npm test`.
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLicences } from './check-licences.mjs';
import { checkPython } from './check-python.mjs';
import { run } from './run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** A tool of this checkout, started by Node itself so that no shell and no PATH is needed. */
const tool =
  (/** @type {string} */ path, /** @type {string[]} */ ...args) =>
  () =>
    run(process.execPath, [join(root, 'node_modules', path), ...args]);

/** @typedef {{ name: string, run: () => Promise<{ code: number, output: string, skipped?: string }> }} Check */

/** @type {readonly Check[]} */
const checks = [
  { name: 'types: protocol and core', run: tool('typescript/bin/tsc', '-p', 'tsconfig.core.json') },
  { name: 'types: node, host, fronts', run: tool('typescript/bin/tsc', '-p', 'tsconfig.node.json') },
  { name: 'types: tests and benchmarks', run: tool('typescript/bin/tsc', '-p', 'tsconfig.test.json') },
  { name: 'types: renderer', run: tool('typescript/bin/tsc', '-p', 'tsconfig.renderer.json') },
  { name: 'lint', run: tool('eslint/bin/eslint.js', '--max-warnings', '0', 'src', 'test') },
  { name: 'format', run: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
  {
    name: 'layers',
    run: tool('dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', 'src'),
  },
  { name: 'unused code', run: tool('knip/bin/knip.js', '--no-progress') },
  { name: 'licences', run: () => checkLicences(root) },
  { name: 'Python', run: () => checkPython(root) },
  { name: 'documents', run: tool('tsx/dist/cli.mjs', 'scripts/write-docs.ts', '--check') },
];

/**
 * Runs all checks, as many at once as there are processors, and prints a line each.
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runChecks() {
  const before = await treeState();
  const waiting = [...checks];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output, skipped } = await check.run();
      if (skipped) {
        counts.skipped += 1;
        process.stdout.write(`skip  ${check.name}: ${skipped}\n`);
      } else if (code === 0) {
        counts.passed += 1;
        process.stdout.write(`ok    ${check.name}\n`);
      } else {
        counts.failed += 1;
        process.stdout.write(`FAIL  ${check.name}\n${output}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(4, cpus().length)) }, worker));
  if ((await treeState()) === before) {
    counts.passed += 1;
    process.stdout.write('ok    the tree is as it was\n');
  } else {
    counts.failed += 1;
    process.stdout.write('FAIL  a check changed the tree\n');
  }
  return counts;
}

async function treeState() {
  return (await run('git', ['-C', root, 'status', '--porcelain'])).output;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(root);
  const { failed } = await runChecks();
  process.exit(failed === 0 ? 0 : 1);
}
