// `npm run bench [name...] [-- --compare] [--out FILE]`: runs the benchmarks of bench/, one after the other, alone on the machine. --compare tells in the
// end what is over bench/budget.json, and ends with 1 where something is; --out writes machine and figures as JSON.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from './run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'boolean', default: false }, out: { type: 'string' } },
});
const out = values.out === undefined ? null : resolve(values.out);
process.chdir(root);
const all = readdirSync('bench')
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.slice(0, -'.bench.ts'.length));
const unknown = wanted.filter((name) => !all.includes(name));
process.stdout.write(`bench holds: ${all.join(', ')}\n`);
if (unknown.length > 0) {
  process.stdout.write(`There is no benchmark named ${unknown.join(', ')}.\n`);
  process.exit(2);
}

/** What figures depend on. A load above a half means that the machine was not alone. */
const machine = {
  processor: cpus()[0]?.model ?? 'unknown processor',
  processors: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release()}`,
  node: process.versions.node,
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
};
process.stdout.write(
  `${machine.processor}, ${machine.processors} processors, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, load ${machine.load}\n`,
);

const folder = mkdtempSync(join(tmpdir(), 'reprise-figures-'));
const file = join(folder, 'figures.jsonl');
writeFileSync(file, '');
let worst = 0;
for (const name of wanted.length > 0 ? wanted : all) {
  process.stdout.write(`\n${name}\n`);
  const { code } = await run(process.execPath, ['--import', 'tsx', `bench/${name}.bench.ts`], {
    show: true,
    env: { ...process.env, REPRISE_BENCH_FIGURES: file },
  });
  worst = Math.max(worst, code);
}
if (values.compare) {
  const compare = ['--import', 'tsx', 'bench/compare-with-budget.ts', file, ...wanted];
  worst = Math.max(worst, (await run(process.execPath, compare, { show: true })).code);
}
if (out !== null) {
  const figures = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString();
  writeFileSync(out, `${JSON.stringify({ version: 1, date, commit, machine, figures }, null, 1)}\n`);
  process.stdout.write(`wrote ${out}\n`);
}
rmSync(folder, { recursive: true, force: true });
process.exit(worst);
