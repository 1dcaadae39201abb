import { availableParallelism, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { HostPorts } from '../../core/ports/host-ports';
import { createContextIndex } from '../context/create-context-index';
import { cleanWork } from '../execution/clean-work';
import { createScriptRunner } from '../execution/create-script-runner';
import type { Secrets } from '../../core/ports/secrets';
import { createHardwareProbe } from '../hardware/create-hardware-probe';
import { networkBlock } from '../network/offline';
import { createModels, type ModelTraffic } from '../models/create-models';
import { createEmbedder } from '../models/create-embedder';
import { createPythonParser } from '../parser/create-python-parser';
import { createLimitGroups } from '../process/groups/create-limit-groups';
import { createRunInPty } from '../process/run-in-pty';
import { runProcess } from '../process/run-process';
import { createPythonEnvironments } from '../python/create-python-environments';
import { createIssueReader } from '../report/create-issue-reader';
import { createReportReader } from '../report/create-report-reader';
import { createSandbox } from '../sandbox/create-sandbox';
import { createEnvironmentSecrets } from '../secrets/create-environment-secrets';
import { createSystemSecrets } from '../secrets/create-system-secrets';
import { joinSecrets } from '../secrets/join-secrets';
import { createSettingsStore } from '../settings/create-settings-store';
import { createGists } from '../share/create-gists';
import { zipFiles } from '../share/zip-files';
import { createSecretScanner } from '../share/create-secret-scanner';
import { createRunStore } from '../store/create-run-store';
import { createSummaryIndex } from '../store/create-summary-index';
import { createClock } from '../system/clock';
import { digestOf } from '../system/digest';
import { createIds } from '../system/ids';
import { createSilentTerminals } from '../terminal/silent-terminals';
import { createTerminals } from '../terminal/create-terminals';
import { createFactFinder } from '../validate/create-fact-finder';
import { createNameChecker } from '../validate/create-name-checker';
import { availableBytes } from '../warm/available-bytes';
import { createWarmInterpreters } from '../warm/create-warm-interpreters';
import { createWorkspace } from '../workspace/create-workspace';
import { readExamples } from './read-examples';

export interface NodePortsOptions {
  /** Prepared and locked by the caller. */
  readonly dataFolder: string;
  /** Holds `python` and `knowledge`. */
  readonly resourcesFolder: string;
  readonly examplesFolder: string;
  /** Holds `report-worker.cjs`, `context-worker.cjs` and the parser's WebAssembly. */
  readonly workersFolder: string;
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** A key store of the caller's, looked at before the system's and environment variables. Absent: these alone. */
  readonly secrets?: Secrets;
  /** Absent: models are asked over the network, and nothing is recorded. */
  readonly modelTraffic?: ModelTraffic;
}

/**
 * All ports over this machine, with which a host is composed. Only for the holder of the data folder's lock: what a kill
 * left half-way is cleared up first. `close` ends what the ports keep open; call it after the host's.
 */
export async function createNodePorts(
  options: NodePortsOptions,
): Promise<{ readonly ports: HostPorts; close(): Promise<void> }> {
  const { dataFolder, resourcesFolder, workersFolder, homeFolder } = options;
  const { platform } = process;
  const [parser] = await Promise.all([createPythonParser({ wasmFolder: workersFolder }), cleanWork({ dataFolder })]);
  const terminals = createTerminals({ dataFolder });
  const settings = createSettingsStore({ dataFolder });
  const environmentBlock = networkBlock(options.environmentBlock, await settings.read());
  const sandbox = createSandbox({ platform, environmentBlock, userId: process.getuid?.() ?? null });
  const runInPty = createRunInPty();
  const reader = createReportReader({ workerFile: join(workersFolder, 'report-worker.cjs') });
  const warm = createWarmInterpreters({ sandbox, parser, dataFolder, resourcesFolder });
  const groups = createLimitGroups({
    platform,
    folders: { processes: '/proc', groups: '/sys/fs/cgroup', run: '/run', counts: join(dataFolder, 'scopes') },
    environmentBlock,
    processId: process.pid,
    userId: process.getuid?.() ?? null,
  });
  const environments = createPythonEnvironments({
    ...{
      dataFolder,
      resourcesFolder,
      terminals,
      sandbox,
      runInPty,
      runProcess,
      settings,
      environmentBlock,
      homeFolder,
    },
  });
  environments.clearLeft();
  const running = { sandbox, dataFolder, resourcesFolder, environmentBlock, warm, groups };
  const runner = createScriptRunner({ ...running, terminals });
  const asking = { runner: createScriptRunner({ ...running, terminals: createSilentTerminals() }), resourcesFolder };
  const secrets = joinSecrets([
    ...(options.secrets ? [options.secrets] : []),
    createSystemSecrets({ platform, environmentBlock, runProcess }),
    createEnvironmentSecrets({ environmentBlock }),
  ]);
  const ports: HostPorts = {
    clock: createClock(),
    ids: createIds(),
    digestOf,
    parser,
    reader,
    environments,
    runner,
    names: createNameChecker(asking),
    facts: createFactFinder(asking),
    models: createModels({
      secrets,
      environmentBlock,
      localOnly: async () => (await settings.read()).models?.localOnly === true,
      ...(options.modelTraffic === undefined ? {} : { traffic: options.modelTraffic }),
    }),
    workspace: createWorkspace({ dataFolder, environmentBlock }),
    contextIndex: createContextIndex({
      dataFolder,
      workerFile: join(workersFolder, 'context-worker.cjs'),
      wasmFolder: workersFolder,
    }),
    ...embedderOf(environmentBlock),
    readCapacity: async () => ({ memoryBytes: await availableBytes(), processors: availableParallelism() }),
    store: createRunStore({ dataFolder }),
    summaries: createSummaryIndex({ dataFolder }),
    terminals,
    sandbox,
    settings,
    secrets,
    scanner: createSecretScanner(),
    gists: createGists({ server: environmentBlock['REPRISE_GIST_SERVER'], environmentBlock }),
    pack: zipFiles,
    issues: createIssueReader({ server: environmentBlock['REPRISE_ISSUE_SERVER'], environmentBlock }),
    machine: { user: userName(), host: hostname(), homeFolder },
    hardware: createHardwareProbe({ platform, environmentBlock, runInPty, runProcess }),
    examples: () => readExamples(options.examplesFolder),
  };
  return { ports, close: async () => void (await Promise.all([reader.close(), warm.close(), environments.close()])) };
}

/** An account that has no entry has no name to give away. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** The user names an embedder in the environment; nothing is sent anywhere without. */
function embedderOf(block: Readonly<Record<string, string | undefined>>): Pick<HostPorts, 'embedder'> {
  const { REPRISE_EMBEDDINGS_URL: baseUrl, REPRISE_EMBEDDINGS_MODEL: model, REPRISE_EMBEDDINGS_KEY: key } = block;
  if (baseUrl === undefined || model === undefined || !/^https?:\/\//.test(baseUrl)) return {};
  return { embedder: createEmbedder({ baseUrl, model, key: key ?? null, environmentBlock: block }) };
}
