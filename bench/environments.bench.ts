import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pythonFolders } from '../src/node/python/python-folders';
import type { EnvironmentResolution } from '../src/protocol/environment';
import { createBench, prepare, progress, request, resolved } from '../test/integration/python/parts';
import { findInterpreters } from '../test/helpers/interpreters';
import { figure } from './figure';
import { header, measure, median, row } from './measure';

const found = findInterpreters().findLast(({ version }) => ['3.10', '3.11', '3.12'].includes(version));
if (!found) {
  process.stdout.write('skipped: no Python 3.10 to 3.12 on this machine\n');
  process.exit(0);
}
const { python, version } = found;
const names = ['numpy', 'six'];
const root = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
const block = { ...process.env, REPRISE_PYTHON_FOLDERS: join(python, '..') };
const bench = createBench({ dataFolder: join(root, 'data'), block });
const folders = pythonFolders(bench.dataFolder);
let number = 0;

async function made(resolution: EnvironmentResolution): Promise<void> {
  number += 1;
  const prepared = await prepare(bench, resolution, `terminal-${number}`);
  if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
}

/** Milliseconds of one piece of work that is not done twice. */
async function once(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Times of making it where these folders are gone. The bytecode of the one before is waited for, and not part of it. */
async function anew(gone: readonly string[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    await bench.environments.settled();
    for (const folder of gone) await rm(folder, { recursive: true, force: true });
    times.push(await once(() => made(resolution)));
  }
  return times.sort((a, b) => a - b);
}

process.stdout.write(`Python ${version}: ${names.join(', ')}\n`);
const resolution = await resolved(bench, request(names, { python }));
const cold = await once(() => made(resolution));
await bench.environments.settled();
const known = await measure(7, () => made(resolution));
const again = await anew([folders.environments]);
const fresh = await anew([folders.environments, folders.resolutions]);
await bench.environments.settled();
let venv = 0;
const pip = await measure(2, () => {
  venv += 1;
  const folder = join(root, `venv-${venv}`);
  spawnSync(python, ['-m', 'venv', folder], { stdio: 'ignore' });
  const install = spawnSync(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...names]);
  if (install.status !== 0) throw new Error(install.stderr.toString());
});
process.stdout.write(
  header +
    row('known lock', known) +
    row('new environment, lock and wheels known', again) +
    row('new lock, wheels in the cache', fresh) +
    row('python -m venv + pip, wheels in its cache', pip),
);
process.stdout.write(`first time, wheels fetched: ${(cold / 1000).toFixed(1)} s\n`);
figure('environments: known lock', median(known), 'ms');
figure('environments: new lock, wheels in the cache', median(fresh), 'ms');
figure('environments: known lock against venv and pip', median(known) / median(pip), 'ratio');
figure('environments: new lock against venv and pip', median(fresh) / median(pip), 'ratio');
process.stdout.write('\n');

const home = join(root, 'home');
for (let index = 0; index < 100; index += 1) fakeEnvironment(join(home, '.virtualenvs', `e${index}`));
const list = createBench({ dataFolder: join(root, 'list'), homeFolder: home, block: { PATH: '', HOME: home } });
let listed = 0;
const listFresh = await measure(5, async () => {
  listed = (await list.environments.list({ fresh: true }, progress)).environments.length;
});
const listCached = await measure(5, () => list.environments.list({ fresh: false }, progress));
process.stdout.write(
  header + row(`list of ${listed}, fresh`, listFresh) + row(`list of ${listed}, from the cache`, listCached),
);
figure('environments: list of a hundred, fresh', median(listFresh), 'ms');
figure('environments: list of a hundred, from the cache', median(listCached), 'ms');
figure('environments: programs started for the list', list.started(), 'count');
rmSync(root, { recursive: true, force: true });

/** A virtual environment as files show it, with sixty distributions. */
function fakeEnvironment(prefix: string): void {
  const packages = join(prefix, 'lib', `python${version}`, 'site-packages');
  mkdirSync(join(prefix, 'bin'), { recursive: true });
  writeFileSync(join(prefix, 'pyvenv.cfg'), `home = ${join(python, '..')}\nversion = ${version}.1\n`);
  writeFileSync(join(prefix, 'bin', 'python'), '');
  mkdirSync(packages, { recursive: true });
  writeFileSync(join(packages, '..', 'os.py'), '');
  for (let index = 0; index < 60; index += 1) {
    mkdirSync(join(packages, `package${index}-1.${index}.0.dist-info`), { recursive: true });
  }
  mkdirSync(join(packages, 'torch-2.1.0.dist-info'));
}
