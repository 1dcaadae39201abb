// `npm run bench [name]`: runs the benchmarks of bench/, one after the other, alone on the machine.
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const all = readdirSync('bench')
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.slice(0, -'.bench.ts'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
process.stdout.write(`bench holds: ${all.join(', ')}\n`);
if (unknown.length > 0) {
  process.stdout.write(`There is no benchmark named ${unknown.join(', ')}.\n`);
  process.exit(2);
}
process.stdout.write(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n`,
);
let worst = 0;
for (const name of wanted.length > 0 ? wanted : all) {
  process.stdout.write(`\n${name}\n`);
  const { code } = await run(process.execPath, ['--import', 'tsx', `bench/${name}.bench.ts`], { show: true });
  worst = Math.max(worst, code);
}
process.exit(worst);
