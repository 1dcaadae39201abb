import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { createMemorySession } from '../../../src/core/doubles/memory-session';
import { continueReproduction } from '../../../src/core/pipeline/continue-reproduction';
import type { PipelinePorts } from '../../../src/core/pipeline/session';
import type { Models } from '../../../src/core/ports/model';
import { readReport } from '../../../src/core/report/read-report';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import { createRunInPty } from '../../../src/node/process/run-in-pty';
import { runProcess } from '../../../src/node/process/run-process';
import { createPythonEnvironments } from '../../../src/node/python/create-python-environments';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { createSettingsStore } from '../../../src/node/settings/create-settings-store';
import { createRunStore } from '../../../src/node/store/create-run-store';
import { createClock } from '../../../src/node/system/clock';
import { digestOf } from '../../../src/node/system/digest';
import { createIds } from '../../../src/node/system/ids';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import { createNameChecker } from '../../../src/node/validate/create-name-checker';
import { createWorkspace } from '../../../src/node/workspace/create-workspace';
import { defaultOptions, type ReproductionOptions } from '../../../src/protocol/reproduction/options';
import type { ReproductionState } from '../../../src/protocol/reproduction/state';
import { createTestParser } from '../../helpers/create-test-parser';
import { temporaryFolder } from '../../helpers/temporary-folder';

const resourcesFolder = resolve('resources');

/** A whole reproduction over the real parts, without a host. */
export async function reproduceForReal(
  text: string,
  options: Partial<ReproductionOptions>,
  models?: Models,
): Promise<{ state: ReproductionState; files: Record<string, string> }> {
  const dataFolder = await temporaryFolder();
  const environmentBlock = process.env;
  const terminals = createTerminals({ dataFolder });
  const sandbox = createSandbox({
    platform: process.platform,
    environmentBlock,
    userId: process.getuid?.() ?? null,
  });
  const store = createRunStore({ dataFolder });
  const clock = createClock();
  const environments = createPythonEnvironments({
    dataFolder,
    resourcesFolder,
    terminals,
    sandbox,
    runInPty: createRunInPty(),
    runProcess,
    settings: createSettingsStore({ dataFolder }),
    environmentBlock,
    homeFolder: homedir(),
  });
  onTestFinished(() => environments.close());
  const runner = createScriptRunner({ terminals, sandbox, dataFolder, resourcesFolder, environmentBlock });
  const ports: PipelinePorts = {
    clock,
    ids: createIds(),
    digestOf,
    parser: await createTestParser(),
    reader: { read: async (report) => readReport(report) },
    environments,
    runner,
    ...(models ? { models, names: createNameChecker({ runner, resourcesFolder }) } : {}),
    workspace: createWorkspace({ dataFolder }),
    contextIndex: { update: () => Promise.reject(new Error('These reports have no project')) },
    store,
  };
  const reproductionId = ports.ids.next('reproduction');
  await store.create(reproductionId);
  await store.writeReport(reproductionId, text);
  const session = createMemorySession({ reproductionId, store, clock });
  await session.emit({
    type: 'reproduction/created',
    title: 'report.md',
    options: { ...defaultOptions, autonomy: 'auto', bundledExample: true, timeLimit: 120, ...options },
    report: { digest: digestOf(text), name: 'report.md' },
  });
  const progress = { signal: new AbortController().signal, report: () => undefined };
  await continueReproduction({ session, ports, progress });
  const state = session.state();
  const files = state.reproducer ? await store.readReproducer(reproductionId, state.reproducer.folder) : [];
  return { state, files: Object.fromEntries(files.map((file) => [file.path, file.text])) };
}
