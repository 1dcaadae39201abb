import { dirname, join } from 'node:path';
import type { Confinement } from '../../../src/core/ports/sandbox';
import { runProcess } from '../../../src/node/process/run-process';
import { sandboxOfThisUser, type OpenRunner } from '../execution/open-runner';
import type { Surroundings, Target } from './surroundings';

/** Name of each probe to null (refused) or what it got. */
export type Results = Readonly<Record<string, string | null>>;

export const NO_LIMITS = {
  seconds: 60,
  memoryBytes: null,
  outputBytes: null,
  processes: null,
  diskBytes: null,
  diskFolder: null,
};
const SMALL = 16_000_000;

/** How the probes are run by hand: small folders in memory, the project with its keys hidden, one case folder. */
export function confinementOf(
  { folder, target }: Surroundings,
  python: string,
  change: Partial<Confinement> = {},
): Confinement {
  const environment = join(folder, 'environment');
  return {
    command: [python, 'probes.py', JSON.stringify(target)],
    workingFolder: join(folder, 'work/case'),
    readOnly: [dirname(dirname(python)), join(folder, 'project'), environment],
    writable: [join(folder, 'work/case')],
    hidden: ['.git/hooks', '.git/config', '.env', '.absent'].map((name) => join(folder, 'project', name)),
    network: 'none',
    environment: { PATH: '/usr/bin:/bin', HOME: '/home/reprise' },
    gpu: false,
    temporaryBytes: SMALL,
    sharedMemoryBytes: SMALL,
    ...change,
  };
}

/** Runs the probes in the sandbox as it is, cold. */
export async function tryCold(surroundings: Surroundings, python: string): Promise<Results> {
  const command = await sandboxOfThisUser().confine(confinementOf(surroundings, python));
  let [stdout, stderr] = ['', ''];
  await runProcess({
    command,
    limits: NO_LIMITS,
    signal: new AbortController().signal,
    input: null,
    onStdout: (bytes) => void (stdout += bytes.toString()),
    onStderr: (bytes) => void (stderr += bytes.toString()),
    onRecord: () => undefined,
  });
  return parseResults(stdout, stderr);
}

/** Runs the probes through the script runner, as a user's script would be: cold, or in a fork of a warm interpreter. */
export async function tryThroughRunner(
  { probes, target, folder }: Surroundings,
  { run }: OpenRunner,
  { cold, also = {} }: { readonly cold: boolean; readonly also?: Target },
): Promise<Results & { readonly warm: string }> {
  // The runner gives gibibytes of shared memory; that they are bounded is seen in the other way.
  const told = JSON.stringify({ ...target, without: ['fill /dev/shm over its size'], ...also });
  const project = { folder: join(folder, 'project'), sourceRoots: [] };
  const { stdout, stderr, warm, coldReason } = await run({ script: probes, arguments: [told], cold, project });
  return { ...parseResults(stdout.tail, stderr.tail), warm: warm ? 'yes' : `no: ${coldReason}` };
}

function parseResults(stdout: string, stderr: string): Results {
  try {
    return JSON.parse(stdout) as Results;
  } catch {
    throw new Error(`the probes did not end: ${stdout}\n${stderr}`);
  }
}

/** What got through, in words. */
export function succeeded(results: Results): readonly string[] {
  return Object.entries(results)
    .filter(([name, got]) => got !== null && name !== 'warm')
    .map(([name, got]) => `${name}: ${got}`);
}
