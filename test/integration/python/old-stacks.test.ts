import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ResolutionRow } from '../../../src/protocol/environment';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, lackingForInstalls, prepare, request, resolved } from './parts';

interface Stack {
  readonly asOf: string;
  readonly packages: readonly string[];
  /** Modules that must import, with the version that each says of itself. */
  readonly imports: Readonly<Record<string, string>>;
}

/** What deep-learning code of the years before ran on. None is special to a report. */
const STACKS: readonly Stack[] = [
  { asOf: '2017-02-15', packages: ['keras', 'tensorflow'], imports: { keras: '1.2.2', tensorflow: '1.0.0' } },
  { asOf: '2017-11-12', packages: ['keras', 'tensorflow'], imports: { keras: '2.0.9', tensorflow: '1.4.0' } },
  {
    asOf: '2018-06-01',
    packages: ['keras', 'tensorflow', 'scikit-learn', 'pandas'],
    imports: { keras: '2.1.6', tensorflow: '1.8.0', pandas: '0.23.0', sklearn: '0.19.1' },
  },
  { asOf: '2018-06-01', packages: ['torch'], imports: { torch: '1.0.0', numpy: '1.14.3' } },
  { asOf: '2019-01-15', packages: ['torch', 'torchvision'], imports: { torch: '1.0.0', torchvision: '0.2.1' } },
];

const interpreters = findInterpreters();
const old = interpreters.filter(({ version }) => /^3\.[67]$/.test(version));
const lacking = (await lackingForInstalls(old)) ?? (old.length < 2 ? 'no Python 3.6 and 3.7' : null);
const skipped = lacking === null ? '' : ` (skipped: ${lacking})`;

describe.each(STACKS)('the stack of $asOf: $packages', ({ asOf, packages, imports }) => {
  const rows: ResolutionRow[] = packages.map((name) => ({ name, specifier: '', step: 'current', reason: '' }));

  async function bench() {
    const folders = interpreters.map(({ python }) => join(python, '..')).join(':');
    const made = createBench({
      dataFolder: await temporaryFolder(),
      block: { ...process.env, REPRISE_PYTHON_FOLDERS: folders },
    });
    onTestFinished(() => made.environments.close());
    return made;
  }

  it.skipIf(old.length < 2)(
    `gets a Python of its time, and the day for each package${old.length < 2 ? ' (skipped: no Python 3.6 and 3.7)' : ''}`,
    async () => {
      const resolution = await resolved(await bench(), { ...request([]), packages: rows, asOf });
      expect(resolution.python.version).toMatch(/^3\.[67]\./);
      expect(resolution.asOf).toBe(asOf);
      expect(resolution.rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...packages]));
    },
  );

  // Part of the slow tests alone: gigabytes are fetched.
  if (process.env['REPRISE_SLOW'] !== '1') return;
  it.skipIf(lacking !== null)(`is made, and imports${skipped}`, { timeout: 900_000 }, async () => {
    const parts = await bench();
    const allowed = { ...request([]), packages: rows, asOf, allowPackages: [...packages] };
    const prepared = await prepare(parts, await resolved(parts, allowed));
    if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
    const program = `import importlib\nfor name in ${JSON.stringify(Object.keys(imports))}:\n    print(name, importlib.import_module(name).__version__)\n`;
    const run = spawnSync(prepared.environment.interpreter, ['-W', 'ignore', '-c', program], { encoding: 'utf8' });
    const said = Object.fromEntries(run.stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ')])));
    expect(said, run.stderr.slice(-2000)).toEqual(imports);
  });
});
