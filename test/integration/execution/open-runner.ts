import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Sandbox } from '../../../src/core/ports/sandbox';
import type { RunRequest } from '../../../src/core/ports/script-runner';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import type { LimitGroups } from '../../../src/node/process/groups/limit-group';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import { createWarmInterpreters, type WarmInterpreters } from '../../../src/node/warm/create-warm-interpreters';
import type { ExecutionResult } from '../../../src/protocol/execution';
import { createTestParser } from '../../helpers/create-test-parser';

export function sandboxOfThisUser(): Sandbox {
  return createSandbox({
    platform: process.platform,
    environmentBlock: process.env,
    userId: process.getuid?.() ?? null,
  });
}

export interface OpenRunnerOptions {
  /** Made here; the caller removes it. */
  readonly dataFolder: string;
  /** `<prefix>/bin/<python>`. */
  readonly python: string;
  readonly pythonVersion: string;
  readonly sandbox?: Sandbox;
  readonly groups?: LimitGroups;
  readonly warm?: Partial<Omit<Parameters<typeof createWarmInterpreters>[0], 'sandbox' | 'parser' | 'dataFolder'>>;
}

/** The script runner over real parts, with warm interpreters. */
export interface OpenRunner {
  readonly warm: WarmInterpreters;
  /** A recorded warm run with room for everything, but for what is said. */
  run(change: Partial<RunRequest> & Pick<RunRequest, 'script'>, signal?: AbortSignal): Promise<ExecutionResult>;
  close(): Promise<void>;
}

export async function openRunner(options: OpenRunnerOptions): Promise<OpenRunner> {
  const { dataFolder, python, pythonVersion, sandbox = sandboxOfThisUser() } = options;
  await mkdir(dataFolder, { mode: 0o700, recursive: true });
  const common = { sandbox, dataFolder, resourcesFolder: resolve('resources') };
  const warm = createWarmInterpreters({ ...common, parser: await createTestParser(), ...options.warm });
  const terminals = createTerminals({ dataFolder });
  const runner = createScriptRunner({
    ...common,
    terminals,
    environmentBlock: process.env,
    warm,
    ...(options.groups === undefined ? {} : { groups: options.groups }),
  });
  let count = 0;
  return {
    warm,
    run: (change, signal = new AbortController().signal) => {
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
        limits: { seconds: 60, memoryBytes: null, outputBytes: 10_000_000, processes: 100, diskBytes: 16_000_000 },
        project: null,
        data: null,
        sandbox: 'require',
        allowWeakerSandbox: false,
        ...change,
      };
      return runner.run(request, { signal, report: () => undefined });
    },
    close: () => warm.close(),
  };
}
