import { describe, expect, it } from 'vitest';
import { createClient, type Client } from '../../../../src/protocol/client';
import type { Result } from '../../../../src/protocol/methods';
import { defaultSettings } from '../../../../src/protocol/settings';
import { createActs } from '../../../../src/renderer/store/acts';
import { openState } from '../../../../src/renderer/store/app-state';
import { createApp } from '../../../../src/renderer/store/create-app';
import { createMemory } from '../../../../src/renderer/store/memory';
import { attempt, at, envelope, note, stateWith } from '../samples';
import { createScriptedHost, rest } from '../scripted-host';

function createShelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
}

type Attached = Result<'reproduction/attach'>;

function start(attach: (params: { afterSeq: number | null }) => Attached | Promise<Attached>, shelf = createShelf()) {
  const host = createScriptedHost({
    'app/describe': () => ({
      version: '1',
      dataFolder: '/data',
      sandbox: { level: 'bubblewrap', reason: null },
      platform: 'linux',
    }),
    'settings/read': () => defaultSettings,
    'example/list': () => ({ examples: [] }),
    'reproduction/list': () => ({ reproductions: [] }),
    'reproduction/attach': attach,
    'reproduction/detach': () => ({}),
    'report/read': () => ({ name: 'report.md', text: 'A report.' }),
    'draft/record': () => ({}),
    'attempt/edit': () => ({ attemptId: 'attempt-9', scriptDigest: '9'.repeat(64) }),
  });
  const app = createApp(createMemory(shelf));
  const connect = async (): Promise<Client> => {
    const client = await createClient(host.open(), 'web');
    app.setConnection({ kind: 'open' });
    app.setClient(client);
    await rest();
    return client;
  };
  const attaches = () =>
    host.asked.filter(({ method }) => method === 'reproduction/attach').map(({ params }) => params);
  return { host, app, acts: createActs(app), connect, attaches, shelf };
}

const snapshot = (seq: number): Attached => ({ kind: 'snapshot', state: stateWith({ seq, attempts: [attempt(1)] }) });
const notices = (state: ReturnType<typeof openState>) => state?.notices.map(({ text }) => text);

describe('the page and its host', () => {
  it('folds what happens into what it attached to', async () => {
    const { host, app, connect } = start(() => snapshot(4));
    await connect();
    app.open('r1');
    await rest();
    host.tell({ kind: 'event', envelope: envelope(5, note('five')) });
    await rest();
    expect(openState(app.store.getState())).toMatchObject({ seq: 5, notices: [{ text: 'five' }] });
    expect(app.store.getState().reports).toEqual({ r1: 'A report.' });
  });

  it('keeps events that overtake the answer, and folds them after it', async () => {
    let answer: (attached: Attached) => void = () => undefined;
    const { host, app, connect } = start(() => new Promise((resolve) => (answer = resolve)));
    await connect();
    app.open('r1');
    await rest();
    host.tell({ kind: 'event', envelope: envelope(4, note('in the snapshot')) });
    host.tell({ kind: 'event', envelope: envelope(5, note('after it')) });
    await rest();
    answer(snapshot(4));
    await rest();
    expect(notices(openState(app.store.getState()))).toEqual(['after it']);
  });

  it('attaches anew from where it stands when events are missing', async () => {
    const missing = [envelope(5, note('five')), envelope(6, note('six')), envelope(7, note('seven'))];
    const { host, app, connect, attaches } = start(({ afterSeq }) =>
      afterSeq === null ? snapshot(4) : { kind: 'tail', envelopes: missing.filter(({ seq }) => seq > afterSeq) },
    );
    await connect();
    app.open('r1');
    await rest();
    host.tell({ kind: 'event', envelope: envelope(7, note('seven')) });
    await rest();
    expect(attaches()).toEqual([
      { reproductionId: 'r1', afterSeq: null },
      { reproductionId: 'r1', afterSeq: 4 },
    ]);
    expect(notices(openState(app.store.getState()))).toEqual(['five', 'six', 'seven']);
  });

  it('goes on after a lost connection with the tail alone', async () => {
    const { host, app, connect, attaches } = start(({ afterSeq }) =>
      afterSeq === null ? snapshot(4) : { kind: 'tail', envelopes: [envelope(5, note('while away'))] },
    );
    await connect();
    app.open('r1');
    await rest();
    host.drop();
    app.setConnection({ kind: 'waiting', attempt: 1 });
    await rest();
    expect(openState(app.store.getState())?.seq).toBe(4);
    await connect();
    expect(attaches().at(-1)).toEqual({ reproductionId: 'r1', afterSeq: 4 });
    expect(notices(openState(app.store.getState()))).toEqual(['while away']);
  });

  it('opens after a reload what was open, with the edits that were not kept yet', async () => {
    const shelf = createShelf();
    const before = start(() => snapshot(1), shelf);
    await before.connect();
    before.app.open('r1');
    await rest();
    before.app.look({ document: 'plan' });
    before.app.drafts.write('r1', 'attempt-1', 'x = 1\n');

    const after = start(() => snapshot(1), shelf);
    await after.connect();
    expect(openState(after.app.store.getState())?.id).toBe('r1');
    expect(after.app.store.getState().view.document).toBe('plan');
    expect(after.app.store.getState().drafts).toEqual({ 'r1/attempt-1': 'x = 1\n' });
  });

  it('closes what was removed, and takes changes of the list', async () => {
    const { host, app, connect } = start(() => snapshot(1));
    await connect();
    app.open('r1');
    await rest();
    const summary = {
      id: 'r1',
      title: 'A',
      createdAt: at,
      phase: 'draft',
      paused: false,
      outcome: null,
      damaged: null,
    } as const;
    host.tell({ kind: 'listChanged', summary, removedId: null });
    host.tell({ kind: 'listChanged', summary: { ...summary, title: 'B' }, removedId: null });
    await rest();
    expect(app.store.getState().list.map(({ title }) => title)).toEqual(['B']);
    host.tell({ kind: 'listChanged', summary: null, removedId: 'r1' });
    await rest();
    expect(app.store.getState()).toMatchObject({ list: [], opened: { kind: 'none' } });
  });

  it('keeps an edit as an attempt, leads to the button that runs it, and starts nothing itself', async () => {
    const { host, app, acts, connect } = start(() => snapshot(1));
    await connect();
    app.open('r1');
    await rest();
    app.drafts.write('r1', 'attempt-1', 'x = 1\n');
    await acts.runScript();
    const asked = host.asked.filter(({ method }) => method.startsWith('attempt/'));
    expect(asked).toEqual([
      { method: 'attempt/edit', params: { reproductionId: 'r1', parentId: 'attempt-1', text: 'x = 1\n' } },
    ]);
    expect(app.store.getState()).toMatchObject({
      drafts: {},
      view: { attemptId: 'attempt-9' },
      surface: { focus: { act: 'runAttempt' } },
    });
  });

  it('keeps the edit and says why where the host refuses it', async () => {
    const { app, acts, host, connect } = start(() => snapshot(1));
    await connect();
    app.open('r1');
    await rest();
    app.drafts.write('r1', 'attempt-1', 'x = 1\n');
    host.drop();
    app.setConnection({ kind: 'waiting', attempt: 1 });
    await acts.keepEdit();
    expect(app.store.getState().drafts).toEqual({ 'r1/attempt-1': 'x = 1\n' });
    expect(app.store.getState().problem).not.toBeNull();
  });
});

describe('the memory of the page', () => {
  it('works without a shelf, and takes nothing strange from one', () => {
    const broken = createMemory({
      getItem: () => {
        throw new Error('Forbidden');
      },
      setItem: () => {
        throw new Error('Full');
      },
    });
    broken.writeDrafts({ a: 'b' });
    expect(broken.readDrafts()).toEqual({});
    const strange = createMemory({ getItem: () => '{"id":5,"a":7,"b":"kept"}', setItem: () => undefined });
    expect(strange.readOpened()).toBeNull();
    expect(strange.readDrafts()).toEqual({ b: 'kept' });
  });
});

describe('what is noted of a draft', () => {
  const of = { reproductionId: 'r1', attemptId: 'attempt-1', base: 'x = 1\n' };

  it('goes to the host step by step, and waits there while the host is away', async () => {
    const { host, app, connect } = start(() => snapshot(4));
    await connect();
    app.drafts.change(of, 'x = 2\n');
    await rest();
    host.drop();
    app.setConnection({ kind: 'waiting', attempt: 1 });
    app.drafts.change(of, 'x = 23\n');
    app.drafts.move(of, 1);
    await rest();
    const entries = () => host.asked.filter(({ method }) => method === 'draft/record').map(({ params }) => params);
    expect(entries()).toHaveLength(1);
    await connect();
    expect(entries().slice(1)).toMatchObject([
      { entry: { done: 1, change: { at: 5, removed: '', inserted: '3' } } },
      { entry: { done: 1, change: null } },
    ]);
    expect(app.store.getState().drafts).toEqual({ 'r1/attempt-1': 'x = 2\n' });
  });
});
