import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EnvironmentRequest } from '../../../src/core/ports/environments';
import type { Sandbox } from '../../../src/core/ports/sandbox';
import { createRunInPty } from '../../../src/node/process/run-in-pty';
import { runProcess } from '../../../src/node/process/run-process';
import {
  createPythonEnvironments,
  type NodePythonEnvironments,
} from '../../../src/node/python/create-python-environments';
import { pythonFolders } from '../../../src/node/python/python-folders';
import { findUv } from '../../../src/node/python/uv/find-uv';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import type { EnvironmentResolution } from '../../../src/protocol/environment';
import { defaultSettings, type Settings } from '../../../src/protocol/settings';

export const resourcesFolder = resolve(import.meta.dirname, '../../../resources');

export const sandbox = createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
});

/** What tests that install from an index of their own lack here; null: nothing. uv must be there, since only the open index could bring it. */
export async function lackingForInstalls(interpreters: readonly unknown[]): Promise<string | null> {
  if ((await sandbox.describe()).level === 'limitsOnly') return 'no sandbox';
  const machine = {
    platform: process.platform,
    environmentBlock: process.env,
    homeFolder: homedir(),
    folders: pythonFolders(join(tmpdir(), 'reprise-none')),
  };
  // As the product looks for it: a shim on the path is none.
  if ((await findUv(machine, 'none')).length === 0) return 'no uv';
  return interpreters.length === 0 ? 'no Python' : null;
}

export const progress = { signal: new AbortController().signal, report: () => undefined };

export interface Bench {
  readonly environments: NodePythonEnvironments;
  readonly dataFolder: string;
  /** Programs that were started so far. */
  readonly started: () => number;
  /** What a terminal shows. */
  readonly shown: (terminalId: string) => Promise<string>;
}

/** All real parts, on a data folder of the test's own. Free of vitest, so that a program to be killed can use it too. */
export function createBench(options: {
  readonly dataFolder: string;
  readonly sandbox?: Sandbox;
  readonly block?: Readonly<Record<string, string | undefined>>;
  readonly homeFolder?: string;
  readonly index?: string;
  readonly settings?: Partial<Settings>;
}): Bench {
  const { dataFolder } = options;
  const terminals = createTerminals({ dataFolder });
  const runInPty = createRunInPty();
  let started = 0;
  const environments = createPythonEnvironments({
    dataFolder,
    resourcesFolder,
    terminals,
    sandbox: options.sandbox ?? sandbox,
    runInPty: (run) => {
      started += 1;
      return runInPty(run);
    },
    runProcess: (run) => {
      started += 1;
      return runProcess(run);
    },
    settings: {
      read: async () => ({ ...defaultSettings, packageIndex: options.index ?? null, ...options.settings }),
    },
    environmentBlock: options.block ?? process.env,
    homeFolder: options.homeFolder ?? homedir(),
  });
  const shown = async (terminalId: string) => {
    const bytes = await terminals.read({ reproductionId: null, terminalId, offset: 0, maxBytes: 1024 * 1024 });
    return Buffer.from(bytes).toString('utf8');
  };
  return { environments, dataFolder, started: () => started, shown };
}

export function request(names: readonly string[], over: Partial<EnvironmentRequest> = {}): EnvironmentRequest {
  return {
    environment: null,
    python: null,
    statedPython: null,
    packages: names.map((text) => {
      const [, name = '', specifier = ''] = /^([\w-]+)(.*)$/.exec(text) ?? [];
      return { name, specifier, step: 'stated', reason: '' };
    }),
    asOf: null,
    allowPackages: [],
    ...over,
  };
}

/** Errors: throws where the request fails, with its sentence. */
export async function resolved(bench: Bench, wanted: EnvironmentRequest): Promise<EnvironmentResolution> {
  const resolution = await bench.environments.resolve(wanted, progress);
  if (resolution.kind === 'failed') throw new Error(resolution.failure.message);
  return resolution.resolution;
}

export async function prepare(bench: Bench, resolution: EnvironmentResolution, terminalId = 'terminal-1') {
  return bench.environments.prepare({ resolution, terminalId, allowWeakerSandbox: false }, progress);
}
