import { describe, expect, it } from 'vitest';
import type { Pipeline } from '../../src/host/host-options';
import { maskMessage } from '../../src/core/symptom/mask-message';
import type { Attempt } from '../../src/protocol/attempt';
import type { ReproductionState } from '../../src/protocol/reproduction/state';
import type { Symptom } from '../../src/protocol/symptom';
import type { Verdict } from '../../src/protocol/verdict';
import { createReproduction, hear, startHost } from '../helpers/start-host';

const verdict: Verdict = {
  outcome: 'notReproduced',
  symptomId: null,
  rules: [],
  repeats: [],
  byAnalogy: false,
  nearMiss: null,
  missing: [],
  observed: null,
};
const attempt: Attempt = {
  id: 'attempt-1',
  number: 1,
  parentId: null,
  author: 'report',
  edit: { kind: 'asReported', reason: 'as reported' },
  scriptDigest: '0'.repeat(64),
  phase: { kind: 'finished', summary: 'ValueError' },
  startedAt: '2026-01-01T00:00:00.000Z',
  verdict,
};
const judging: Pipeline = async ({ session }) => {
  await session.emit({ type: 'attempt/started', attempt });
  await session.emit({ type: 'reproduction/paused' });
};

async function judged() {
  const started = await startHost({ pipeline: judging });
  const client = await started.connect();
  const reproductionId = await createReproduction(client);
  const heard = hear(client, reproductionId);
  await client.call('reproduction/attach', { reproductionId, afterSeq: null });
  await client.call('reproduction/start', { reproductionId });
  await heard.until((envelopes) => envelopes.at(-1)?.event.type === 'reproduction/paused');
  const state = async (): Promise<ReproductionState> => {
    const attached = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    if (attached.kind !== 'snapshot') throw new Error('A client without events gets a snapshot.');
    return attached.state;
  };
  return { ...started, client, reproductionId, state };
}

const word = { attemptId: 'attempt-1', of: 'notReproduced', outcome: 'reproduced', reason: ' Same message. ' } as const;

describe('a verdict that a person overrules', () => {
  it('stays, with the word and its reason beside it, over a restart of the program', async () => {
    const { client, reproductionId, host, dataFolder } = await judged();
    await client.call('verdict/overrule', { reproductionId, ...word });
    await client.call('verdict/overrule', { reproductionId, ...word, outcome: null, reason: '' });
    await client.call('verdict/overrule', { reproductionId, ...word, outcome: 'inconclusive', reason: 'Not sure.' });
    await host.close();
    const again = await (await startHost({ dataFolder })).connect();
    const attached = await again.call('reproduction/attach', { reproductionId, afterSeq: null });
    const state = attached.kind === 'snapshot' ? attached.state : null;
    expect(state?.attempts[0]?.verdict).toEqual(verdict);
    expect(state?.overrules.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['reproduced', 'Same message.'],
      [null, ''],
      ['inconclusive', 'Not sure.'],
    ]);
  });

  it.each([
    ['no reason', { reason: ' ' }, 'badInput'],
    ['another verdict than the one that is there', { of: 'reproduced' }, 'conflict'],
    ['an attempt that is not there', { attemptId: 'attempt-9' }, 'notFound'],
  ] as const)('is not taken with %s', async (_what, change, code) => {
    const { client, reproductionId, state } = await judged();
    await expect(client.call('verdict/overrule', { reproductionId, ...word, ...change })).rejects.toMatchObject({
      code,
    });
    expect((await state()).overrules).toEqual([]);
  });
});

describe('a symptom that a person corrects', () => {
  it('has its message masked as one that was read, and no other is touched', async () => {
    const { client, reproductionId, state } = await judged();
    const source = 'mat1 and mat2 shapes cannot be multiplied (64x21632 and 5408x10)';
    const common = {
      confidence: 1,
      span: null,
      kind: 'exception',
      type: 'RuntimeError',
      blamed: null,
      phase: null,
    } as const;
    const typed: Symptom = {
      ...common,
      id: 'user-1',
      author: 'user',
      message: { source, parts: [{ kind: 'text', text: source }] },
    };
    const read: Symptom = { ...common, id: 's-1', author: 'report', message: { source: '7', parts: [] } };
    await client.call('symptom/edit', { reproductionId, symptoms: [typed, read] });
    expect((await state()).symptoms).toEqual([{ ...typed, message: maskMessage(source) }, read]);
    expect(maskMessage(source).parts.length).toBeGreaterThan(1);
  });
});

describe('a draft of a script', () => {
  it('is kept beside the events, over a restart of the program, and belongs to an attempt that is there', async () => {
    const { client, reproductionId, host, dataFolder } = await judged();
    const change = { at: 0, removed: '', inserted: '# mine\n' };
    await client.call('draft/record', { reproductionId, attemptId: 'attempt-1', entry: { done: 0, change } });
    const unknown = client.call('draft/read', { reproductionId, attemptId: 'attempt-9' });
    await expect(unknown).rejects.toMatchObject({ code: 'notFound' });
    await host.close();
    const later = await (await startHost({ pipeline: judging, dataFolder })).connect();
    expect(await later.call('draft/read', { reproductionId, attemptId: 'attempt-1' })).toEqual({
      changes: [change],
      done: 1,
      taken: [],
    });
  });
});

describe('words to the next step', () => {
  it('are followed at once where nothing runs, and kept in the record over a restart', async () => {
    const { client, reproductionId, host, dataFolder, state } = await judged();
    const answer = await client.call('steering/say', { reproductionId, text: 'numpy==1.26.4, time limit 90 s' });
    expect(answer).toMatchObject({ isTaken: true, wishes: [{ kind: 'package' }, { kind: 'timeLimit' }] });
    await client.call('steering/say', { reproductionId, text: 'The loss looks odd.' });
    expect((await state()).options).toMatchObject({ timeLimit: 90, packages: [{ name: 'numpy' }] });
    await host.close();
    const later = await (await startHost({ pipeline: judging, dataFolder })).connect();
    const attached = await later.call('reproduction/attach', { reproductionId, afterSeq: null });
    expect(attached).toMatchObject({
      state: { steerings: [{ isTaken: true }, { text: 'The loss looks odd.', wishes: [], isTaken: true }] },
    });
  });

  it('wait for the end of a run that goes on', async () => {
    const waiting: Pipeline = ({ session, progress }) =>
      session.until(() => false, progress.signal).then(() => undefined);
    const { connect } = await startHost({ pipeline: waiting });
    const client = await connect();
    const reproductionId = await createReproduction(client);
    await client.call('reproduction/start', { reproductionId });
    const said = await client.call('steering/say', { reproductionId, text: 'repeat 3 times' });
    expect(said.isTaken).toBe(false);
    const read = async () => {
      const attached = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
      return attached.kind === 'snapshot' ? attached.state : null;
    };
    expect((await read())?.options.repeats).toBeNull();
    await client.call('reproduction/stop', { reproductionId });
    await client.call('reproduction/start', { reproductionId });
    expect(await read()).toMatchObject({ options: { repeats: 3 }, steerings: [{ isTaken: true }] });
  });

  it('are refused where there are none', async () => {
    const { client, reproductionId } = await judged();
    const empty = client.call('steering/say', { reproductionId, text: '  ' });
    await expect(empty).rejects.toMatchObject({ code: 'badInput' });
  });
});
