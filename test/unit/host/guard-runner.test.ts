import { describe, expect, it } from 'vitest';
import { answerFor } from '../../../src/core/execute/approvals';
import { createManualClock } from '../../../src/core/doubles/manual-clock';
import { createScriptedRunner } from '../../../src/core/doubles/scripted-runner';
import { createSequentialIds } from '../../../src/core/doubles/sequential-ids';
import type { RunRequest } from '../../../src/core/ports/script-runner';
import { guardRunner } from '../../../src/host/guard-runner';
import { digestOf } from '../../../src/node/system/digest';
import type { Attempt, Job } from '../../../src/protocol/attempt';
import { emptyState } from '../../../src/protocol/reproduction/reduce';
import type { ReproductionState } from '../../../src/protocol/reproduction/state';
import { ended } from '../../helpers/recorded-results';

const text = 'import numpy\nprint("adding")\nnumpy.zeros(-1)\n';
const shorter = 'import numpy\nnumpy.zeros(-1)\n';

const attempt: Attempt = {
  ...{ id: 'attempt-1', number: 1, parentId: null, author: 'user', edit: { kind: 'user', reason: 'theirs' } },
  ...{ scriptDigest: digestOf(text), phase: { kind: 'finished', summary: '' } },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', verdict: null },
};

function stateWith(kind: Job['kind'], isRunning = true): ReproductionState {
  const status: Job['status'] = isRunning
    ? { kind: 'running', progress: 0, note: '' }
    : { kind: 'finished', summary: '', result: 'done' };
  const state: ReproductionState = {
    ...emptyState('reproduction'),
    attempts: [attempt],
    jobs: [{ id: 'job-1', kind, attemptId: attempt.id, status }],
  };
  const scope = { kind: 'script', scriptDigest: attempt.scriptDigest } as const;
  const ports = { clock: createManualClock(), ids: createSequentialIds([]), digestOf };
  return { ...state, approvals: [answerFor({ state, scope, answer: 'approved', by: 'user', ports })] };
}

async function outcome(state: ReproductionState, script: string): Promise<string> {
  const guarded = guardRunner({
    runner: createScriptedRunner({ answer: ({ mode }) => ended('', mode) }),
    stateOf: () => state,
    store: { readScript: async () => ({ text, digest: digestOf(text), provenance: [] }) },
    digestOf,
  });
  const request: RunRequest = {
    ...{ reproductionId: state.id, executionId: 'execution-9', terminalId: 'terminal-9', script, arguments: [] },
    environment: {
      ...{ id: 'e', kind: 'venv', prefix: '/e', interpreter: '/e/bin/python', pythonVersion: '3.11.7', packages: [] },
      ...{ lock: '', lockDigest: '0'.repeat(64), reused: false, differences: [] },
    },
    ...{ scriptName: 'reproducer.py', mode: 'recorded', seed: null, project: null, data: null },
    limits: { seconds: 1, memoryBytes: null, outputBytes: 1, processes: 1, diskBytes: 1 },
    ...{ sandbox: 'require', allowWeakerSandbox: false },
  };
  return guarded.run(request, { signal: new AbortController().signal, report: () => undefined }).then(
    ({ end }) => end.kind,
    (error: { readonly code: string }) => error.code,
  );
}

describe('runs of a job that are no executions', () => {
  it('are the approved bytes alone where releases are searched through', async () => {
    expect(await outcome(stateWith('bisect'), text)).toBe('exited');
    expect(await outcome(stateWith('bisect'), shorter)).toBe('notApproved');
    expect(await outcome(stateWith('bisect'), `${text}import os\n`)).toBe('notApproved');
  });

  it('are these bytes with pieces taken away where a script is shortened', async () => {
    expect(await outcome(stateWith('minimise'), shorter)).toBe('exited');
    expect(await outcome(stateWith('minimise'), `${shorter}import os\n`)).toBe('notApproved');
  });

  it('are none where no such job runs, where nothing was approved, or while all is paused', async () => {
    expect(await outcome(stateWith('bisect', false), text)).toBe('notApproved');
    expect(await outcome(stateWith('control'), text)).toBe('notApproved');
    expect(await outcome({ ...stateWith('bisect'), approvals: [] }, text)).toBe('notApproved');
    expect(await outcome({ ...stateWith('bisect'), paused: true }, text)).toBe('notApproved');
  });
});
