import { describe, expect, it } from 'vitest';
import { digestOfScope } from '../../src/core/execute/canonical-scope';
import type { RunRequest } from '../../src/core/ports/script-runner';
import { digestOfSteps } from '../../src/core/plan/propose-plan';
import type { Pipeline } from '../../src/host/host-options';
import { digestOf } from '../../src/node/system/digest';
import type { ApprovalScope } from '../../src/protocol/approval';
import type { Attempt } from '../../src/protocol/attempt';
import type { PlanStep } from '../../src/protocol/plan';
import { createReproduction, hear, startHost } from '../helpers/start-host';

const at = '2026-01-01T00:00:00.000Z';
const text = 'import numpy\nnumpy.zeros(-1)\n';
const scriptDigest = digestOf(text);
const steps: PlanStep[] = [
  { id: 's-1', kind: 'trigger', text: 'Run it.', cites: [], locked: false, comment: null, author: 'reprise' },
  { id: 's-2', kind: 'observation', text: 'See it fail.', cites: [], locked: false, comment: null, author: 'reprise' },
];
const planDigest = digestOfSteps(steps, digestOf);
const attempt: Attempt = {
  id: 'attempt-1',
  number: 1,
  parentId: null,
  author: 'report',
  edit: { kind: 'asReported', reason: 'as reported' },
  scriptDigest,
  phase: { kind: 'generating' },
  startedAt: at,
  verdict: null,
};

function request(reproductionId: string, change: Partial<RunRequest>): RunRequest {
  return {
    reproductionId,
    executionId: 'execution-1',
    terminalId: 'terminal-1',
    environment: {
      id: 'e-1',
      kind: 'venv',
      prefix: '/e',
      interpreter: '/e/bin/python',
      pythonVersion: '3.11.7',
      packages: [],
      lock: '',
      lockDigest: '0'.repeat(64),
      reused: false,
      differences: [],
    },
    script: text,
    scriptName: 'reproducer.py',
    arguments: [],
    mode: 'recorded',
    seed: null,
    limits: { seconds: 1, memoryBytes: null, outputBytes: 1, processes: 1, diskBytes: 1 },
    project: null,
    data: null,
    sandbox: 'require',
    allowWeakerSandbox: false,
    ...change,
  };
}

/** Proposes a plan with a script, waits for the plan, then asks the guarded runner for one run and notes what came of it. */
function running(change: Partial<RunRequest>, outcomes: string[]): Pipeline {
  return async ({ session, ports, progress }) => {
    const { id } = session.state();
    if (!session.state().plan) {
      await ports.store.writeScript(id, {
        text,
        digest: scriptDigest,
        provenance: [
          { origin: 'report', span: null },
          { origin: 'report', span: null },
        ],
      });
      await session.emit({ type: 'reproduction/phaseEntered', phase: 'awaitingPlan' });
      await session.emit({ type: 'plan/proposed', plan: { revision: 1, steps, digest: planDigest } });
      await session.emit({ type: 'attempt/started', attempt });
    }
    await session.until((state) => state.approvals.length > 0, progress.signal);
    const newest = session.state().attempts.at(-1);
    if (!newest) return;
    await session.emit({
      type: 'execution/started',
      execution: {
        id: 'execution-1',
        attemptId: newest.id,
        purpose: 'search',
        mode: 'recorded',
        cold: true,
        seed: null,
        scriptDigest: newest.scriptDigest,
        terminalId: 'terminal-1',
        startedAt: at,
        result: null,
      },
    });
    const script = (await ports.store.readScript(id, newest.scriptDigest)).text;
    outcomes.push(
      await ports.runner.run(request(id, { script, ...change }), progress).then(
        (result) => result.end.kind,
        (error: { code: string }) => error.code,
      ),
    );
    await session.emit({ type: 'reproduction/paused' });
  };
}

async function awaitingPlan(change: Partial<RunRequest> = {}) {
  const outcomes: string[] = [];
  const started = await startHost({ pipeline: running(change, outcomes) });
  const client = await started.connect();
  const reproductionId = await createReproduction(client);
  const heard = hear(client, reproductionId);
  await client.call('reproduction/attach', { reproductionId, afterSeq: null });
  await client.call('reproduction/start', { reproductionId });
  await heard.until((envelopes) => envelopes.at(-1)?.event.type === 'attempt/started');
  const ended = () => heard.until((envelopes) => envelopes.at(-1)?.event.type === 'reproduction/paused');
  return { ...started, client, reproductionId, heard, outcomes, ended };
}

describe('what may run', () => {
  it('is the script of an accepted plan', async () => {
    const { client, reproductionId, outcomes, ended, ports } = await awaitingPlan();
    await client.call('plan/accept', { reproductionId, planDigest, by: 'user' });
    await ended();
    expect({ outcomes, runs: ports.runs.map(({ script }) => script) }).toEqual({ outcomes: ['exited'], runs: [text] });
  });

  it.each<[string, Partial<RunRequest>]>([
    ['other bytes than the approved ones', { script: `${text}import os\n` }],
    ['the approved bytes under a run that no event announced', { executionId: 'execution-2' }],
    ['a sandbox weaker than the options say', { sandbox: 'off' }],
    ['a weaker sandbox that nobody approved', { allowWeakerSandbox: true }],
    ['a reproduction that is not open', { reproductionId: 'another' }],
  ])('is not %s', async (_what, change) => {
    const { client, reproductionId, outcomes, ended, ports } = await awaitingPlan(change);
    await client.call('plan/accept', { reproductionId, planDigest, by: 'user' });
    await ended();
    expect({ outcomes, runs: ports.runs }).toEqual({ outcomes: ['notApproved'], runs: [] });
  });

  it("is the user's own edit only once the user runs it", async () => {
    const { client, reproductionId, heard, outcomes, ended, ports } = await awaitingPlan();
    const edited = `${text}print("mine")\n`;
    const kept = await client.call('attempt/edit', { reproductionId, parentId: 'attempt-1', text: edited });
    expect(kept.scriptDigest).toBe(digestOf(edited));
    const { script } = await client.call('script/read', { reproductionId, digest: kept.scriptDigest });
    expect(script.text).toBe(edited);
    expect(script.provenance.slice(0, 3).map(({ origin }) => origin)).toEqual(['report', 'report', 'ours']);

    // The plan covers what edit actions derive, not what a person wrote.
    await client.call('plan/accept', { reproductionId, planDigest, by: 'user' });
    await ended();
    expect({ outcomes, runs: ports.runs }).toEqual({ outcomes: ['notApproved'], runs: [] });

    const wrong = { reproductionId, attemptId: kept.attemptId, scriptDigest };
    await expect(client.call('attempt/run', wrong)).rejects.toMatchObject({
      code: 'conflict',
      data: { expected: kept.scriptDigest, actual: scriptDigest },
    });
    const before = heard.envelopes.length;
    await client.call('attempt/run', { reproductionId, ...kept });
    await heard.until((envelopes) => envelopes.slice(before).at(-1)?.event.type === 'reproduction/paused');
    expect({ outcomes, runs: ports.runs.map((run) => run.script) }).toEqual({
      outcomes: ['notApproved', 'exited'],
      runs: [edited],
    });
    expect(heard.envelopes.slice(before)[0]?.event).toMatchObject({
      type: 'approval/answered',
      approval: { scope: { kind: 'script', scriptDigest: kept.scriptDigest }, answer: 'approved', by: 'user' },
    });
  });
});

describe('answers name what they answer', () => {
  it('refuses to accept another plan than the present one', async () => {
    const { client, reproductionId, heard } = await awaitingPlan();
    const other = 'f'.repeat(64);
    await expect(client.call('plan/accept', { reproductionId, planDigest: other, by: 'user' })).rejects.toMatchObject({
      code: 'conflict',
      data: { expected: planDigest, actual: other },
    });
    expect(heard.types()).not.toContain('plan/accepted');
  });

  it('lets the later of two editors of one plan know', async () => {
    const { client, connect, reproductionId } = await awaitingPlan();
    const other = await connect();
    const [first, second] = steps as [PlanStep, PlanStep];
    const mine = [{ ...first, text: 'Run it twice.' }, second];
    const edited = await client.call('plan/edit', { reproductionId, basedOn: planDigest, steps: mine });
    expect(edited.planDigest).not.toBe(planDigest);
    await expect(
      other.call('plan/edit', { reproductionId, basedOn: planDigest, steps: [second] }),
    ).rejects.toMatchObject({ code: 'conflict', data: { expected: edited.planDigest, actual: planDigest } });
    const attached = await other.call('reproduction/attach', { reproductionId, afterSeq: null });
    expect(attached).toMatchObject({
      state: { plan: { revision: 2, steps: [{ text: 'Run it twice.', author: 'user' }, { author: 'reprise' }] } },
    });
    for (const bad of [[], [first, first]]) {
      await expect(
        client.call('plan/edit', { reproductionId, basedOn: edited.planDigest, steps: bad }),
      ).rejects.toMatchObject({ code: 'badInput', data: { field: 'steps' } });
    }
  });

  it('proposes a step of the present plan anew, and no other', async () => {
    const { client, reproductionId } = await awaitingPlan();
    const stepId = (steps[0] as PlanStep).id;
    const ask = (change: object) =>
      client.call('plan/regenerate', { reproductionId, basedOn: planDigest, stepId, ...change });
    await expect(ask({ basedOn: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'conflict' });
    await expect(ask({ stepId: 'step-of-nowhere' })).rejects.toMatchObject({ code: 'notFound' });
    const locked = steps.map((step) => ({ ...step, locked: true }));
    const edited = await client.call('plan/edit', { reproductionId, basedOn: planDigest, steps: locked });
    await expect(ask({ basedOn: edited.planDigest })).rejects.toMatchObject({ code: 'badInput' });
  });

  it('keeps an edit that changes nothing as what it is', async () => {
    const { client, reproductionId, heard } = await awaitingPlan();
    const kept = await client.call('attempt/edit', { reproductionId, parentId: 'attempt-1', text });
    expect(kept).toEqual({ attemptId: 'attempt-1', scriptDigest });
    await expect(
      client.call('attempt/edit', { reproductionId, parentId: 'attempt-1', text: ' \n' }),
    ).rejects.toMatchObject({ code: 'badInput' });
    await expect(
      client.call('attempt/edit', { reproductionId, parentId: 'attempt-9', text: 'x' }),
    ).rejects.toMatchObject({ code: 'notFound' });
    expect(heard.types().filter((type) => type === 'attempt/started')).toHaveLength(1);
  });
});

describe('questions', () => {
  const scope: ApprovalScope = { kind: 'packages', names: ['torch'], bytes: 5e9, why: 'heavy' };
  const digest = digestOfScope(scope, digestOf);

  const asking: Pipeline = async ({ session, progress }) => {
    await session.emit({
      type: 'approval/requested',
      request: { id: 'request-1', scope, digest, question: 'Install torch?', requestedAt: at },
    });
    await session.until((state) => state.requests.length === 0, progress.signal);
  };

  it('are answered once, by the digest of what was asked', async () => {
    const { connect } = await startHost({ pipeline: asking });
    const client = await connect();
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.length === 1);
    const answer = { reproductionId, requestId: 'request-1', answer: 'refused', by: 'user' } as const;
    const other = 'e'.repeat(64);
    await expect(client.call('approval/answer', { ...answer, digest: other })).rejects.toMatchObject({
      code: 'conflict',
      data: { expected: digest, actual: other },
    });
    await client.call('approval/answer', { ...answer, digest });
    await expect(client.call('approval/answer', { ...answer, digest })).rejects.toMatchObject({ code: 'notFound' });
    await client.call('reproduction/stop', { reproductionId });
    const answers = heard.envelopes.filter(({ event }) => event.type === 'approval/answered');
    expect(answers.map(({ event }) => event)).toMatchObject([{ approval: { scope, digest, answer: 'refused' } }]);
  });
});
