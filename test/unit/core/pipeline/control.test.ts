import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import type { RecordLine } from '../../../../src/protocol/record/record';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench, type Bench } from '../../../helpers/pipeline';
import { raised } from '../../../helpers/recorded-results';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const report = `# The loss never changes

I fit a line with PyTorch, but the loss stays the same in all epochs.

\`\`\`python
import torch
inputs = torch.rand(50, 3)
goal = inputs.sum(1, keepdim=True)
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(8):
    guess = net(inputs)
    loss = ((guess - goal) ** 2).mean()
    opt.zero_grad()
    loss.backward()
\`\`\`
`;

/** A run that ends well with these values of the loss, recorded and printed as the script asks for it. */
function losses(values: readonly number[], { script, mode }: RunRequest): ExecutionResult {
  const told = script.includes('reprise_observe(') ? values : [];
  const printed = mode === 'plain' ? told.map((value) => `loss = ${value}\n`).join('') : '';
  const lines: RecordLine[] = [
    ...told.map((value, step): RecordLine => ({
      type: 'metric',
      atMs: step,
      name: 'loss',
      value,
      step: null,
      source: 'observe',
    })),
    { type: 'finished', atMs: 100, exitCode: 0, peakHostBytes: null, peakGpuBytes: null },
  ];
  return {
    end: { kind: 'exited', code: 0 },
    durationMs: 50,
    stdout: { bytes: printed.length, tail: printed },
    stderr: { bytes: 0, tail: '' },
    record: mode === 'recorded' ? { lines, dropped: 0 } : null,
    sandbox: { level: 'bubblewrap', network: 'none', reason: null },
  };
}

const index = { torch: { version: '2.2.2', module: 'torch' } };
const still = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
const falling = [0.5, 0.3, 0.2, 0.1, 0.08, 0.05, 0.03, 0.02];

function bench(answer: (request: RunRequest) => ExecutionResult): Promise<Bench> {
  return createBench({ report, parser, answer, index });
}

describe('a control as a job', () => {
  it('takes the trigger away, shows that the symptom is gone, and says what it changed', async () => {
    const { drive, session, store } = await bench((request) =>
      losses(request.script.includes('opt.step()') ? falling : still, request),
    );
    const state = await drive();
    expect(state.conclusion?.outcome, state.conclusion?.message).toBe('reproduced');
    const control = state.attempts.find(({ edit }) => edit.kind === 'control');
    expect(control?.edit).toMatchObject({ rule: 'step-missing', basis: 'triggerRemoved' });
    expect((await store.readScript(state.id, control?.scriptDigest ?? '')).text).toContain(
      'loss.backward()\n    opt.step()',
    );
    const rule = state.conclusion?.verdict?.rules.find(({ rule: name }) => name === 'control');
    expect(rule?.result).toBe('passed');
    expect(rule?.evidence[0]?.text).toContain('opt.step()');
    expect(state.jobs).toHaveLength(1);
    expect(state.jobs[0]).toMatchObject({ kind: 'control', attemptId: control?.parentId, status: { result: 'done' } });
    const types = session.envelopes().map(({ event }) => event.type);
    expect(types.indexOf('job/started')).toBeLessThan(types.lastIndexOf('job/progressed'));
    expect(types.indexOf('job/finished')).toBeLessThan(types.lastIndexOf('verdict/reached'));
    expect(state.reproducer?.files).toContain('control.py');
  });

  it('stays open where no change makes it vanish, and names what was tried', async () => {
    const { drive } = await bench((request) => losses(still, request));
    const state = await drive();
    expect(state.conclusion?.outcome).toBe('inconclusive');
    expect(state.conclusion?.missing[0]?.kind).toBe('control');
    expect(state.conclusion?.message).toContain('changes were tried');
    expect(state.jobs[0]).toMatchObject({ status: { kind: 'finished', result: 'nothingToDo' } });
  });

  it('takes no control that crashes, or that no longer tells the value', async () => {
    const { drive } = await bench((request) => {
      if (!request.script.includes('reprise_observe(')) return losses(still, request);
      const isControl = request.script.includes('opt.step()') || !request.script.includes('lr=0.1');
      if (!isControl) return losses(still, request);
      return request.script.includes('opt.step()')
        ? raised({ type: 'RuntimeError', message: 'no', frames: [{ line: 3, code: 'x', op: 'CALL' }] }, request.mode)
        : losses([], request);
    });
    const state = await drive();
    expect(state.conclusion?.outcome).toBe('inconclusive');
  });

  it('makes none where the run shows that all is well', async () => {
    const { drive } = await bench((request) => losses(falling, request));
    const state = await drive();
    expect(state.conclusion?.outcome).toBe('notReproduced');
    expect(state.jobs).toEqual([]);
    expect(state.attempts.some(({ edit }) => edit.kind === 'control')).toBe(false);
  });

  it('goes on after a kill in the middle, with the controls that ran', async () => {
    let runs = 0;
    const answer = (request: RunRequest): ExecutionResult =>
      losses(request.script.includes('opt.step()') ? falling : still, request);
    const first = await bench((request) => {
      runs += 1;
      if (runs === 4) first.abort.abort(new Error('killed'));
      return answer(request);
    });
    await expect(first.drive()).rejects.toThrow();
    const second = await createBench({
      report,
      parser,
      answer,
      index,
      earlier: { envelopes: first.session.envelopes(), store: first.store },
    });
    const state = await second.drive();
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.jobs.filter(({ status }) => status.kind === 'running')).toEqual([]);
  });
});
