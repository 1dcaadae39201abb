import { describe, expect, it, onTestFinished } from 'vitest';
import { nextCandidate } from '../../../src/core/execute/next-candidate';
import { findInterpreters } from '../../helpers/interpreters';
import { startLocalIndex, type OfferedWheel } from '../../helpers/local-index';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, lackingForInstalls, prepare, request, resolved } from './parts';

const usable = findInterpreters().filter(({ version }) => /^3\.(?:[89]|1\d)$/.test(version));
const isOther = process.platform !== 'linux' || process.arch !== 'x64';
const lacks = (await lackingForInstalls(usable)) ?? (isOther ? 'another machine' : null);
const why = (text: string) => (lacks === null ? text : `${text} (skipped: ${lacks})`);
const { python = '' } = usable.find(({ version }) => version === '3.11') ?? usable.at(-1) ?? {};
/** Only this interpreter is there, and no environment of the machine. */
const block = { ...process.env, REPRISE_PYTHON_FOLDERS: python.replace(/\/[^/]*$/, '') };

async function newBench(wheels: readonly OfferedWheel[], cpuWheels: readonly OfferedWheel[] = []) {
  const index = await startLocalIndex({ wheels, uploaded: '2019-01-01T00:00:00Z' });
  const cpu = cpuWheels.length === 0 ? null : await startLocalIndex({ wheels: cpuWheels });
  const bench = createBench({
    ...{ dataFolder: await temporaryFolder(), block, index: index.url },
    ...(cpu === null ? {} : { settings: { cpuIndex: cpu.url } }),
  });
  onTestFinished(() => bench.environments.close());
  return { bench, cpu };
}

const withoutCards = { devices: [] };

describe('the build for a machine without a card', () => {
  it.skipIf(lacks !== null)(why('is tensorflow-cpu in the place of tensorflow, told in the row'), async () => {
    const { bench } = await newBench([
      { name: 'tensorflow', version: '2.15.0' },
      { name: 'tensorflow-cpu', version: '2.15.0', files: { 'tensorflow.py': '' } },
    ]);
    const resolution = await resolved(bench, request(['tensorflow==2.15.0'], withoutCards));
    expect(resolution.rows).toMatchObject([{ name: 'tensorflow-cpu', insteadOf: { name: 'tensorflow' } }]);
    const prepared = await prepare(bench, resolution);
    expect(prepared).toMatchObject({
      kind: 'ready',
      environment: { lock: 'tensorflow-cpu==2.15.0\n', differences: [] },
    });
  });

  it.skipIf(lacks !== null)(
    why('gives way to tensorflow where another package asks for that, and the size is asked'),
    async () => {
      const { bench } = await newBench([
        { name: 'tensorflow', version: '2.15.0' },
        { name: 'tensorflow-cpu', version: '2.15.0' },
        { name: 'tf-keras', version: '2.15.0', requires: ['tensorflow>=2.15'] },
      ]);
      const resolution = await resolved(
        bench,
        request(['tensorflow==2.15.0', 'tf-keras==2.15.0'], { ...withoutCards, allowPackages: ['tf-keras'] }),
      );
      const first = await bench.environments.prepare(
        { resolution, terminalId: 'terminal-1', allowWeakerSandbox: false, allowPackages: ['tf-keras'] },
        { signal: new AbortController().signal, report: () => undefined },
      );
      if (first.kind === 'ready') throw new Error('Both builds are in it.');
      expect(first.failure).toMatchObject({ kind: 'conflict', blamed: ['tensorflow-cpu'] });
      const next = nextCandidate(resolution, first.failure);
      expect(next?.resolution.rows.map(({ name }) => name)).toEqual(['tensorflow', 'tf-keras']);
      expect(next?.resolution.heavy).toContainEqual({ name: 'tensorflow', bytes: expect.any(Number) });
    },
  );

  it.skipIf(lacks !== null)(why('is that of torch from the index that the user allows, also on a day'), async () => {
    const { bench, cpu } = await newBench(
      [
        { name: 'torch', version: '2.1.0', requires: ['nvidia-large'] },
        { name: 'tqdm', version: '4.1' },
      ],
      [{ name: 'torch', version: '2.1.0+cpu', requires: ['tqdm'] }],
    );
    const resolution = await resolved(bench, request(['torch==2.1.0'], withoutCards));

    expect(resolution.rows).toMatchObject([{ name: 'torch', fromCpuIndex: true }]);
    expect(await prepare(bench, resolution)).toMatchObject({
      kind: 'ready',
      environment: { lock: 'torch==2.1.0+cpu\ntqdm==4.1\n', differences: [] },
    });
    expect(cpu?.asked()).toContain('/simple/torch/');
  });
});
