import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { brokenImport } from '../../../src/core/execute/broken-import';
import { nextCandidate } from '../../../src/core/execute/next-candidate';
import type { EnvironmentResolution } from '../../../src/protocol/environment';
import { findInterpreters } from '../../helpers/interpreters';
import { startLocalIndex, type OfferedWheel } from '../../helpers/local-index';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, lackingForInstalls, prepare, request, resolved } from './parts';

const usable = findInterpreters().filter(({ version }) => /^3\.(?:[89]|1\d)$/.test(version));
const lacks = await lackingForInstalls(usable);
const why = (text: string) => (lacks === null ? text : `${text} (skipped: ${lacks})`);

/** Only one interpreter is there, so that the next candidate is another release. */
async function newBench(wheels: readonly OfferedWheel[]) {
  const index = await startLocalIndex({ wheels, uploaded: '2019-01-01T00:00:00Z' });
  const block = { ...process.env, REPRISE_PYTHON_FOLDERS: dirname(usable.at(-1)?.python ?? '') };
  const bench = createBench({ dataFolder: await temporaryFolder(), block, index: index.url });
  onTestFinished(() => bench.environments.close());
  const made = async (resolution: EnvironmentResolution, terminal: string) => {
    const prepared = await prepare(bench, resolution, terminal);
    if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
    await bench.environments.settled();
    return prepared.environment;
  };
  return { bench, made };
}

const anyModule = { modules: null, symptoms: [] };

describe('an environment that is installed whole, and whose framework is not imported', () => {
  it.skipIf(lacks !== null)(why('says why, is remembered so, and gives way to the next candidate'), async () => {
    const library = 'import ctypes\nctypes.CDLL("libreprise-absent.so.1")\n';
    const { bench, made } = await newBench([
      { name: 'numpy', version: '2.1.0', files: { 'numpy.py': library } },
      { name: 'numpy', version: '2.1.3' },
      { name: 'six', version: '1.0', files: { 'six.py': 'raise ImportError("no framework")\n' } },
    ]);
    const resolution = await resolved(bench, request(['numpy==2.1.0', 'six']));
    const broken = await made(resolution, 'terminal-1');
    expect(broken.unimportable).toEqual([
      { name: 'numpy', module: 'numpy', type: 'OSError', text: expect.stringContaining('libreprise-absent.so.1') },
    ]);
    const sentence = 'numpy was installed, but cannot be imported (OSError: libreprise-absent.so.1';
    expect(await bench.shown('terminal-1')).toContain(sentence.slice(0, 60));
    expect(broken.differences.join()).toContain('numpy cannot be imported in this environment');

    // Known by its lock: nothing is started for it.
    const before = bench.started();
    expect(await made(resolution, 'terminal-2')).toMatchObject({ reused: true, unimportable: broken.unimportable });
    expect(bench.started()).toBe(before);

    const failure = brokenImport(broken, anyModule);
    expect(failure?.message).toContain(sentence);
    const next = failure === null ? null : nextCandidate(resolution, failure);
    const whole = await made(next?.resolution ?? resolution, 'terminal-3');
    expect(whole.lock).toBe('numpy==2.1.3\nsix==1.0\n');
    expect(whole.unimportable).toBeUndefined();
    // A script that imports no NumPy is served by it as it is.
    expect(brokenImport(broken, { ...anyModule, modules: ['six'] })).toBeNull();
  });

  it.skipIf(lacks !== null)(why('also where the interpreter ends with the import'), async () => {
    const crash = 'import os, signal\nprint("half a line", end="", flush=True)\nos.kill(os.getpid(), signal.SIGSEGV)\n';
    const { bench, made } = await newBench([
      { name: 'numpy', version: '2.1', files: { 'numpy.py': crash } },
      { name: 'torch', version: '2.1.0', files: { 'torch.py': 'import numpy\n' } },
      { name: 'transformers', version: '4.0', files: { 'transformers.py': 'fine = True\n' } },
    ]);
    const environment = await made(await resolved(bench, request(['transformers', 'numpy'])), 'terminal-1');
    expect(environment.unimportable).toMatchObject([{ name: 'numpy', type: 'SIGSEGV' }]);
  });
});
