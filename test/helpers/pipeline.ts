import { createListedEnvironments } from '../../src/core/doubles/listed-environments';
import { createManualClock } from '../../src/core/doubles/manual-clock';
import { createMemoryContextIndex } from '../../src/core/doubles/memory-context-index';
import { createMemorySession, type MemorySession } from '../../src/core/doubles/memory-session';
import { createMemoryStore } from '../../src/core/doubles/memory-store';
import { createMemoryWorkspace } from '../../src/core/doubles/memory-workspace';
import { createScriptedRunner, type ScriptedRunner } from '../../src/core/doubles/scripted-runner';
import { createSequentialIds } from '../../src/core/doubles/sequential-ids';
import { answerFor } from '../../src/core/execute/approvals';
import { continueReproduction } from '../../src/core/pipeline/continue-reproduction';
import type { PipelinePorts } from '../../src/core/pipeline/session';
import type { Models } from '../../src/core/ports/model';
import type { NameChecker } from '../../src/core/ports/name-checker';
import type { PythonParser } from '../../src/core/ports/python-parser';
import type { RunStore } from '../../src/core/ports/run-store';
import type { RunRequest } from '../../src/core/ports/script-runner';
import { readReport } from '../../src/core/report/read-report';
import { digestOf } from '../../src/node/system/digest';
import type { ApprovalRequest } from '../../src/protocol/approval';
import type { EnvironmentSummary } from '../../src/protocol/environment';
import type { ExecutionResult, SandboxLevel } from '../../src/protocol/execution';
import type { EventEnvelope } from '../../src/protocol/reproduction/events';
import { defaultOptions, type ReproductionOptions } from '../../src/protocol/reproduction/options';
import type { ReproductionState } from '../../src/protocol/reproduction/state';

/** A reproduction in memory: the real core over doubles, with a runner that answers from `answer`. */
export interface Bench {
  readonly session: MemorySession;
  readonly ports: PipelinePorts;
  readonly runner: ScriptedRunner;
  readonly store: RunStore;
  readonly environments: ReturnType<typeof createListedEnvironments>;
  readonly abort: AbortController;
  /** Drives until the pipeline rests; rejects as it does. */
  drive(): Promise<ReproductionState>;
  /** Drives, and answers each question as it comes. */
  driveAnswering(answer: (request: ApprovalRequest) => 'approved' | 'refused'): Promise<ReproductionState>;
}

export interface BenchOptions {
  readonly report: string;
  readonly parser: PythonParser;
  readonly answer: (request: RunRequest) => ExecutionResult | null;
  readonly options?: Partial<ReproductionOptions>;
  readonly level?: SandboxLevel;
  readonly index?: Parameters<typeof createListedEnvironments>[0]['index'];
  readonly releases?: Parameters<typeof createListedEnvironments>[0]['releases'];
  readonly published?: Parameters<typeof createListedEnvironments>[0]['published'];
  readonly models?: Models;
  readonly names?: NameChecker;
  readonly noPython?: boolean;
  readonly offline?: boolean;
  readonly nearest?: EnvironmentSummary;
  readonly failureOf?: Parameters<typeof createListedEnvironments>[0]['failureOf'];
  readonly unimportableOf?: Parameters<typeof createListedEnvironments>[0]['unimportableOf'];
  readonly otherPythons?: Parameters<typeof createListedEnvironments>[0]['otherPythons'];
  readonly installed?: readonly EnvironmentSummary[];
  readonly files?: Readonly<Record<string, string>>;
  /** The log of an earlier run of the program, with the store that it wrote. */
  readonly earlier?: { readonly envelopes: readonly EventEnvelope[]; readonly store: RunStore };
}

export const usualIndex = {
  numpy: { version: '1.26.4', module: 'numpy' },
  'scikit-learn': { version: '1.4.2', module: 'sklearn' },
  torch: { version: '2.2.2', module: 'torch', heavyBytes: 5_300_000_000 },
} as const;

const reproductionId = 'reproduction';

export async function createBench(options: BenchOptions): Promise<Bench> {
  const clock = createManualClock();
  const store = options.earlier?.store ?? createMemoryStore();
  if (!options.earlier) {
    await store.create(reproductionId);
    await store.writeReport(reproductionId, options.report);
  }
  const earlier = options.earlier?.envelopes ?? [];
  const session = createMemorySession({ reproductionId, store, clock, earlier });
  if (earlier.length === 0) {
    await session.emit({
      type: 'reproduction/created',
      title: 'report.md',
      options: { ...defaultOptions, autonomy: 'auto', ...options.options },
      report: { digest: digestOf(options.report), name: 'report.md' },
    });
  }
  const runner = createScriptedRunner({
    answer: options.answer,
    ...(options.level === undefined ? {} : { level: options.level }),
  });
  const environments = createListedEnvironments({
    index: options.index ?? usualIndex,
    digestOf,
    ...(options.installed ? { installed: options.installed } : {}),
    ...(options.releases ? { releases: options.releases } : {}),
    ...(options.published ? { published: options.published } : {}),
    noPython: options.noPython ?? false,
    offline: options.offline ?? false,
    ...(options.nearest ? { nearest: options.nearest } : {}),
    ...(options.failureOf ? { failureOf: options.failureOf } : {}),
    ...(options.unimportableOf ? { unimportableOf: options.unimportableOf } : {}),
    ...(options.otherPythons ? { otherPythons: options.otherPythons } : {}),
  });
  const taken = JSON.stringify(earlier).match(/[a-z]+-\d+/g) ?? [];
  const workspace = createMemoryWorkspace(options.files ? { '/project': options.files } : {});
  const ports: PipelinePorts = {
    clock,
    ids: createSequentialIds(taken),
    digestOf,
    parser: options.parser,
    reader: { read: async (report) => readReport(report) },
    environments,
    runner,
    workspace,
    contextIndex: createMemoryContextIndex({ workspace, parser: options.parser, digestOf }),
    store,
    ...(options.models ? { models: options.models } : {}),
    ...(options.names ? { names: options.names } : {}),
  };
  const abort = new AbortController();
  const progress = { signal: abort.signal, report: () => undefined };
  const drive = async (): Promise<ReproductionState> => {
    await continueReproduction({ session, ports, progress });
    return session.state();
  };
  return {
    session,
    ports,
    runner,
    store,
    environments,
    abort,
    drive,
    driveAnswering: async (answer) => {
      const driven = drive();
      const isOver = (state: ReproductionState): boolean => state.phase === 'concluded' || state.paused;
      for (;;) {
        const state = await session.until((now) => now.requests.length > 0 || isOver(now), abort.signal);
        const request = state.requests[0];
        if (!request || isOver(state)) return driven;
        const approval = answerFor({
          state,
          scope: request.scope,
          answer: answer(request),
          by: 'user',
          ports: { clock, ids: ports.ids, digestOf },
        });
        await session.emit({ type: 'approval/answered', approval });
      }
    },
  };
}
