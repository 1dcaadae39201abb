import { createMemoryGists } from '../../src/core/doubles/memory-gists';
import { createMemoryTerminals } from '../../src/core/doubles/memory-terminals';
import type { RunRequest } from '../../src/core/ports/script-runner';
import type { Terminals } from '../../src/core/ports/terminals';
import type { HostPorts } from '../../src/core/ports/host-ports';
import { createEnvironmentSecrets } from '../../src/node/secrets/create-environment-secrets';
import { createSecretScanner } from '../../src/node/share/create-secret-scanner';
import { zipFiles } from '../../src/node/share/zip-files';
import { createSettingsStore } from '../../src/node/settings/create-settings-store';
import { createRunStore } from '../../src/node/store/create-run-store';
import { createSummaryIndex } from '../../src/node/store/create-summary-index';
import { createClock } from '../../src/node/system/clock';
import { digestOf } from '../../src/node/system/digest';
import { createIds } from '../../src/node/system/ids';
import { createWorkspace } from '../../src/node/workspace/create-workspace';
import type { ReportReadOut } from '../../src/protocol/report';

/** Ports with the real store, settings, clock and ids in a folder, and in-memory ones for what needs a Python. */
export interface TestPorts extends HostPorts {
  readonly terminals: Terminals;
  /** What reached the runner, past the host's guard. */
  readonly runs: RunRequest[];
}

const readOut: ReportReadOut = {
  title: 'Crash on fit',
  titleSpan: null,
  blocks: [],
  exceptions: [],
  versions: [],
  date: null,
  frameworks: [],
  bugType: null,
  information: [],
  hidden: [],
  limited: null,
};

export const exampleText = '# An example\n\nIt fails.\n';

export function createTestPorts(dataFolder: string): TestPorts {
  const runs: RunRequest[] = [];
  return {
    runs,
    clock: createClock(),
    ids: createIds(),
    digestOf,
    store: createRunStore({ dataFolder }),
    summaries: createSummaryIndex({ dataFolder }),
    settings: createSettingsStore({ dataFolder }),
    secrets: createEnvironmentSecrets({ environmentBlock: {} }),
    scanner: createSecretScanner(),
    gists: createMemoryGists(),
    pack: zipFiles,
    issues: { read: async (address) => ({ name: 'owner/project#12', text: `# ${address}\n\nIt fails.\n` }) },
    machine: { user: 'mariak', host: 'gpu7', homeFolder: '/srv/people/mariak' },
    workspace: createWorkspace({ dataFolder }),
    contextIndex: { update: () => Promise.reject(new Error('No host test indexes a project')) },
    terminals: createMemoryTerminals(),
    parser: {
      parse: () => {
        throw new Error('No host test parses Python');
      },
    },
    reader: { read: async () => ({ readOut, symptoms: [] }) },
    sandbox: {
      describe: async () => ({ level: 'limitsOnly', reason: 'Install bubblewrap.' }),
      confine: () => Promise.reject(new Error('No host test confines')),
      limitsOnly: () => {
        throw new Error('No host test confines');
      },
    },
    runner: {
      describe: async () => ({ level: 'limitsOnly', network: 'none', reason: null }),
      run: async (request) => {
        runs.push(request);
        return {
          end: { kind: 'exited', code: 0 },
          durationMs: 1,
          stdout: { bytes: 0, tail: '' },
          stderr: { bytes: 0, tail: '' },
          record: null,
          sandbox: { level: 'limitsOnly', network: 'none', reason: null },
        };
      },
    },
    environments: {
      list: async () => ({ environments: [], cachedAt: null }),
      look: async () => [],
      readBuild: async () => null,
      resolve: async () => ({ kind: 'failed', failure: { kind: 'noPython', message: 'Install Python.' } }),
      prepare: async () => ({ kind: 'failed', failure: { kind: 'noPython', message: 'Install Python.' } }),
      remove: async (id) => ({ kind: 'refused', message: `${id} was not made by Reprise.` }),
      checkInstalledFile: async () => 'unknown',
      releasesOf: () => [],
      published: async () => ({ kind: 'failed', failure: { kind: 'noNetwork', message: 'No index.' } }),
      aboutName: async (name) => ({ name, nearest: null, index: { kind: 'untold' } }),
      bordersOf: () => [],
      distributionOf: () => null,
    },
    hardware: {
      read: async () => ({ platform: 'test', processors: 1, memoryBytes: 1, accelerators: [], reason: 'None.' }),
    },
    examples: async () => [
      { id: 'one', title: 'One', summary: 'The one example.', name: 'report.md', text: exampleText },
    ],
  };
}
