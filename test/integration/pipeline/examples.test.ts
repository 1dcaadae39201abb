import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMemorySession } from '../../../src/core/doubles/memory-session';
import { continueReproduction } from '../../../src/core/pipeline/continue-reproduction';
import type { PipelinePorts } from '../../../src/core/pipeline/session';
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
import { createWorkspace } from '../../../src/node/workspace/create-workspace';
import { defaultOptions } from '../../../src/protocol/reproduction/options';
import type { ReproductionState } from '../../../src/protocol/reproduction/state';
import { createTestParser } from '../../helpers/create-test-parser';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';

const resourcesFolder = resolve('resources');
const wheels = ['3.9', '3.10', '3.11', '3.12'];
const interpreter = findInterpreters().find(({ version }) => wheels.includes(version));

/** A whole reproduction over the real parts, without a host. */
async function reproduce(
  example: string,
  environment: string | null = null,
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
  const ports: PipelinePorts = {
    clock,
    ids: createIds(),
    digestOf,
    parser: await createTestParser(),
    reader: { read: async (report) => readReport(report) },
    environments,
    runner: createScriptRunner({ terminals, sandbox, dataFolder, resourcesFolder, environmentBlock }),
    workspace: createWorkspace(),
    store,
  };
  const text = await readFile(`examples/${example}/report.md`, 'utf8');
  const reproductionId = ports.ids.next('reproduction');
  await store.create(reproductionId);
  await store.writeReport(reproductionId, text);
  const session = createMemorySession({ reproductionId, store, clock });
  await session.emit({
    type: 'reproduction/created',
    title: 'report.md',
    options: {
      ...defaultOptions,
      autonomy: 'auto',
      bundledExample: true,
      environment,
      python: environment === null ? (interpreter?.python ?? null) : null,
      timeLimit: 120,
    },
    report: { digest: digestOf(text), name: 'report.md' },
  });
  const progress = { signal: new AbortController().signal, report: () => undefined };
  await continueReproduction({ session, ports, progress });
  const state = session.state();
  const files = state.reproducer ? await store.readReproducer(reproductionId, state.reproducer.folder) : [];
  return { state, files: Object.fromEntries(files.map((file) => [file.path, file.text])) };
}

const name = interpreter ? '' : ` (skipped: no Python ${wheels.join(', ')} here)`;

describe.skipIf(!interpreter)(`bundled examples, run for real${name}`, () => {
  it('reproduces the shape clash in plain NumPy with the code as it is', async () => {
    const { state, files } = await reproduce('numpy-shapes');
    expect(state.conclusion?.message).toContain('matmul: Input operand 1 has a mismatch');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.attempts.map(({ edit }) => edit.kind)).toEqual(['asReported']);
    expect(state.executions.map(({ mode }) => mode)).toEqual(['recorded', 'plain']);
    expect(files['requirements.lock']).toContain('numpy==1.26.4');
    expect(files['README.md']).not.toContain(homedir());
  });

  it('reproduces the refused probabilities after adding the import that the snippet lacks', async () => {
    const { state, files } = await reproduce('missing-import');
    expect(state.conclusion?.message).toContain('continuous-multioutput');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.attempts.map(({ edit }) => edit.kind)).toEqual(['asReported', 'editAction']);
    expect(files['reproducer.py']?.split('\n').slice(0, 2)).toEqual([
      'import numpy as np',
      'from sklearn.metrics import classification_report, confusion_matrix',
    ]);
  });
});

const torch = process.env['REPRISE_TEST_TORCH'];
const why = torch ? '' : ' (skipped: REPRISE_TEST_TORCH names no environment with torch)';

describe.skipIf(!torch)(`the PyTorch example in a given environment${why}`, () => {
  it('reproduces the linear layer of the wrong size, also where the message has grown a prefix', async () => {
    const { state } = await reproduce('torch-linear', torch);
    expect(state.conclusion?.message).toContain('(64x21632 and 5408x10)');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.environment.resolution?.existing?.prefix).toBe(torch);
    expect(state.attempts.map(({ edit }) => edit.kind)).toEqual(['asReported']);
  });
});
