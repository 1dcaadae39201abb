import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Confinement } from '../../../src/core/ports/sandbox';
import type { RunRequest } from '../../../src/core/ports/script-runner';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import { runProcess } from '../../../src/node/process/run-process';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import { createWarmInterpreters } from '../../../src/node/warm/create-warm-interpreters';
import { createTestParser } from '../../helpers/create-test-parser';
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

export function sandboxOfThisUser() {
  return createSandbox({
    platform: process.platform,
    environmentBlock: process.env,
    userId: process.getuid?.() ?? null,
  });
}

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

export interface ThroughRunner {
  readonly run: (
    request: Partial<RunRequest> & Pick<RunRequest, 'script'>,
  ) => ReturnType<ReturnType<typeof createScriptRunner>['run']>;
  close(): Promise<void>;
}

/** The script runner with warm interpreters, over a data folder inside the surroundings. */
export async function throughRunner(
  { folder }: Surroundings,
  python: string,
  pythonVersion: string,
): Promise<ThroughRunner> {
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder, { mode: 0o700, recursive: true });
  const common = { sandbox: sandboxOfThisUser(), dataFolder, resourcesFolder: resolve('resources') };
  const warm = createWarmInterpreters({ ...common, parser: await createTestParser() });
  const terminals = createTerminals({ dataFolder });
  const runner = createScriptRunner({ ...common, terminals, environmentBlock: process.env, warm });
  let count = 0;
  return {
    run: (change) => {
      count += 1;
      const request: RunRequest = {
        reproductionId: 'r1',
        executionId: `execution-${count}`,
        terminalId: `terminal-${count}`,
        environment: {
          id: 'e1',
          kind: 'system',
          prefix: dirname(dirname(python)),
          interpreter: python,
          pythonVersion,
          packages: [],
          lock: '',
          lockDigest: '0'.repeat(64),
          reused: true,
          differences: [],
        },
        scriptName: 'reproducer.py',
        arguments: [],
        mode: 'recorded',
        cold: false,
        seed: 0,
        limits: { seconds: 60, memoryBytes: null, outputBytes: 10_000_000, processes: 100, diskBytes: SMALL },
        project: { folder: join(folder, 'project'), sourceRoots: [] },
        data: null,
        sandbox: 'require',
        allowWeakerSandbox: false,
        ...change,
      };
      return runner.run(request, { signal: new AbortController().signal, report: () => undefined });
    },
    close: () => warm.close(),
  };
}

/** Runs the probes through the script runner, as a user's script would be: cold, or in a fork of a warm interpreter. */
export async function tryThroughRunner(
  { probes, target }: Surroundings,
  { run }: ThroughRunner,
  { cold, also = {} }: { readonly cold: boolean; readonly also?: Target },
): Promise<Results & { readonly warm: string }> {
  // The runner gives gibibytes of shared memory; that they are bounded is seen in the other way.
  const told = JSON.stringify({ ...target, without: ['fill /dev/shm over its size'], ...also });
  const { stdout, stderr, warm, coldReason } = await run({ script: probes, arguments: [told], cold });
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
