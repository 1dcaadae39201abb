import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Pipeline } from '../../src/host/host-options';
import { MAX_REPORT_BYTES } from '../../src/protocol/report';
import { MAX_TAIL } from '../../src/host/attach';
import { readList } from '../../src/node/store/read-list';
import { reduceReproduction } from '../../src/protocol/reproduction/reduce';
import { createReproduction, hear, notice, reportText, startHost } from '../helpers/start-host';
import { transports } from '../helpers/client-transports';
import { exampleText } from '../helpers/host-ports';
import { temporaryFolder } from '../helpers/temporary-folder';

/** Enters a phase, gives notices until it is told to end, and then waits for the end. */
function talking(count: number): Pipeline {
  return async ({ session, progress }) => {
    await session.emit({ type: 'reproduction/phaseEntered', phase: 'reading' });
    for (let index = 0; index < count; index += 1) await session.emit(notice(`note ${index}`));
    await session.until(() => false, progress.signal);
  };
}

/** Says something and concludes. */
const concluding: Pipeline = async ({ session, ports }) => {
  await session.emit({ type: 'reproduction/phaseEntered', phase: 'reading' });
  await session.emit({
    type: 'reproduction/concluded',
    conclusion: {
      outcome: 'inconclusive',
      message: 'No code.',
      attemptId: null,
      verdict: null,
      missing: [],
      elapsedMs: 5,
      concludedAt: ports.clock.now(),
    },
  });
};

describe.each(Object.keys(transports))('a reproduction over %s', (transport) => {
  it('is created from a report, listed, and read back as it was given', async () => {
    const { connect } = await startHost();
    const client = await connect(transport);
    const text = 'Überraschung 🙂\r\n\n```python\nprint("\\u2028")\n```\n';
    const reproductionId = await createReproduction(client, text);
    expect(await client.call('report/read', { reproductionId })).toEqual({ name: 'report.md', text });
    const { reproductions } = await client.call('reproduction/list', {});
    expect(reproductions).toMatchObject([
      { id: reproductionId, title: 'Überraschung 🙂', phase: 'draft', paused: false, outcome: null, damaged: null },
    ]);
  });

  it('sends a snapshot and then every event once, in order and without gaps', async () => {
    const { connect } = await startHost({ pipeline: talking(50) });
    const client = await connect(transport);
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/start', { reproductionId });
    const attached = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    if (attached.kind !== 'snapshot') throw new Error('Not a snapshot');
    await heard.until((envelopes) => envelopes.at(-1)?.seq === 52);
    const expected = Array.from({ length: 52 - attached.state.seq }, (_, index) => attached.state.seq + 1 + index);
    expect(heard.envelopes.map(({ seq }) => seq)).toEqual(expected);
    const folded = heard.envelopes.reduce(reduceReproduction, attached.state);
    const again = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    expect(again).toEqual({ kind: 'snapshot', state: folded });
  });

  it('gives a client that comes back in the middle of a run just what it missed', async () => {
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const pipeline: Pipeline = async ({ session, progress }) => {
      await session.emit({ type: 'reproduction/phaseEntered', phase: 'reading' });
      await session.emit(notice('before'));
      await gate;
      for (let index = 0; index < 20; index += 1) await session.emit(notice(`missed ${index}`));
      await session.until((state) => state.symptoms.length > 0, progress.signal).catch(() => undefined);
    };
    const { connect } = await startHost({ pipeline });
    const first = await connect(transport);
    const reproductionId = await createReproduction(first);
    const heardFirst = hear(first, reproductionId);
    const attached = await first.call('reproduction/attach', { reproductionId, afterSeq: null });
    if (attached.kind !== 'snapshot') throw new Error('Not a snapshot');
    await first.call('reproduction/start', { reproductionId });
    await heardFirst.until((envelopes) => envelopes.length >= 2);
    const seen = heardFirst.envelopes.reduce(reduceReproduction, attached.state);
    first.close();

    goOn();
    const second = await connect(transport);
    const heardSecond = hear(second, reproductionId);
    const back = await second.call('reproduction/attach', { reproductionId, afterSeq: seen.seq });
    if (back.kind !== 'tail') throw new Error('Not a tail');
    await heardSecond.until((live) => (live.at(-1)?.seq ?? back.envelopes.at(-1)?.seq) === seen.seq + 20);
    const state = [...back.envelopes, ...heardSecond.envelopes].reduce(reduceReproduction, seen);
    expect(await second.call('reproduction/attach', { reproductionId, afterSeq: null })).toEqual({
      kind: 'snapshot',
      state,
    });
  });

  it('gives a snapshot to a client that is too far behind, or ahead of the log', async () => {
    const { connect } = await startHost({ pipeline: talking(MAX_TAIL) });
    const client = await connect(transport);
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.at(-1)?.seq === MAX_TAIL + 2);
    const kindAfter = async (afterSeq: number) => {
      const reply = await client.call('reproduction/attach', { reproductionId, afterSeq });
      return reply.kind === 'tail' ? reply.envelopes.length : reply.kind;
    };
    expect(await kindAfter(1)).toBe('snapshot');
    expect(await kindAfter(2)).toBe(MAX_TAIL);
    expect(await kindAfter(MAX_TAIL + 2)).toBe(0);
    expect(await kindAfter(MAX_TAIL + 3)).toBe('snapshot');
  });

  it('shows two clients the same, and none after it has detached', async () => {
    const { connect } = await startHost({ pipeline: talking(10) });
    const [one, two, three] = [await connect(transport), await connect(transport), await connect(transport)];
    const reproductionId = await createReproduction(one);
    const heard = [one, two, three].map((client) => hear(client, reproductionId));
    for (const client of [one, two, three]) {
      await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    }
    await three.call('reproduction/detach', { reproductionId });
    await two.call('reproduction/start', { reproductionId });
    await Promise.all(heard.slice(0, 2).map((each) => each.until((envelopes) => envelopes.length === 11)));
    // A reply to the third client, sent after the events, would have let it hear them first.
    await three.call('app/describe', {});
    expect(heard[0]?.envelopes).toEqual(heard[1]?.envelopes);
    expect(heard[2]?.envelopes).toEqual([]);
  });

  it('tells every client of changes to the list', async () => {
    const { connect } = await startHost({ pipeline: concluding });
    const [one, two] = [await connect(transport), await connect(transport)];
    const changes: unknown[] = [];
    const removed = new Promise<void>((resolve) => {
      two.listen({
        onListChanged: ({ summary, removedId }) => {
          changes.push(summary ? `${summary.phase} ${summary.outcome}` : 'removed');
          if (removedId) resolve();
        },
      });
    });
    const reproductionId = await createReproduction(one);
    const heard = hear(one, reproductionId);
    await one.call('reproduction/attach', { reproductionId, afterSeq: null });
    await one.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.at(-1)?.event.type === 'reproduction/concluded');
    await one.call('reproduction/stop', { reproductionId });
    await one.call('reproduction/remove', { reproductionId });
    await removed;
    expect(changes).toEqual(['draft null', 'reading null', 'concluded inconclusive', 'removed']);
    expect(await two.call('reproduction/list', {})).toEqual({ reproductions: [] });
  });
});

describe('stopping and going on', () => {
  it('stops a run, keeps all, and goes on from there', async () => {
    const starts: number[] = [];
    const { connect } = await startHost({
      pipeline: (options) => {
        starts.push(options.session.state().seq);
        return talking(1)(options);
      },
    });
    const client = await connect();
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.length === 2);
    await expect(client.call('reproduction/remove', { reproductionId })).rejects.toMatchObject({ code: 'wrongState' });
    await client.call('reproduction/stop', { reproductionId });
    await client.call('reproduction/stop', { reproductionId });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.length === 6);
    expect(heard.types()).toEqual([
      'reproduction/phaseEntered',
      'notice/given',
      'reproduction/paused',
      'reproduction/resumed',
      'reproduction/phaseEntered',
      'notice/given',
    ]);
    expect(starts).toEqual([1, 5]);
  });

  it('runs one pipeline however often it is started at once', async () => {
    let running = 0;
    let most = 0;
    const { connect } = await startHost({
      pipeline: async (options) => {
        running += 1;
        most = Math.max(most, running);
        await talking(3)(options).finally(() => (running -= 1));
      },
    });
    const client = await connect();
    const reproductionId = await createReproduction(client);
    await Promise.all(Array.from({ length: 5 }, () => client.call('reproduction/start', { reproductionId })));
    await client.call('reproduction/stop', { reproductionId });
    expect({ most, running }).toEqual({ most: 1, running: 0 });
  });

  it('concludes as cancelled, once, and can be taken up again', async () => {
    const { connect } = await startHost({ pipeline: talking(1) });
    const client = await connect();
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.length === 2);
    await client.call('reproduction/cancel', { reproductionId });
    await client.call('reproduction/cancel', { reproductionId });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.length === 6);
    expect(heard.types().slice(2, 4)).toEqual(['reproduction/concluded', 'reproduction/reopened']);
    expect(heard.envelopes[2]?.event).toMatchObject({ conclusion: { outcome: 'cancelled' } });
  });

  it('concludes as failed where the pipeline itself breaks, and says so to the log', async () => {
    const fault = new TypeError('our bug');
    const { connect, faults } = await startHost({ pipeline: () => Promise.reject(fault) });
    const client = await connect();
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.length === 1);
    expect(heard.envelopes[0]?.event).toMatchObject({ conclusion: { outcome: 'failed' } });
    expect(faults).toEqual([fault]);
  });

  it('looks again when something happens while the pipeline is about to end', async () => {
    let runs = 0;
    let atTheEnd: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (atTheEnd = resolve));
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { connect } = await startHost({
      pipeline: async ({ session }) => {
        runs += 1;
        if (runs === 1) {
          atTheEnd();
          await gate;
          return;
        }
        await session.emit(notice('looked again'));
      },
    });
    const client = await connect();
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    await client.call('reproduction/start', { reproductionId });
    await reached;
    await client.call('reproduction/start', { reproductionId });
    release();
    await heard.until((envelopes) => envelopes.length === 1);
    expect(runs).toBe(2);
  });

  it('ends runs on close, and the next start of the program shows them as they were', async () => {
    const dataFolder = await temporaryFolder();
    const before = await startHost({ dataFolder, pipeline: talking(3) });
    const client = await before.connect();
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.length === 4);
    await before.host.close();

    const after = await startHost({ dataFolder });
    const next = await after.connect();
    const attached = await next.call('reproduction/attach', { reproductionId, afterSeq: null });
    expect(attached).toMatchObject({ state: { seq: 6, phase: 'reading', paused: true, notices: { length: 3 } } });
  });

  it('marks what a kill left running as paused, with its run as lost, and leaves drafts and ends alone', async () => {
    const dataFolder = await temporaryFolder();
    const { ports } = await startHost({ dataFolder });
    const write = async (id: string, events: readonly object[]) => {
      await ports.store.create(id);
      for (const [index, event] of events.entries()) {
        const at = '2026-01-01T00:00:00.000Z';
        await ports.store.append({ v: 2, reproductionId: id, seq: index + 1, at, event } as never);
      }
    };
    const created = {
      type: 'reproduction/created',
      title: 'T',
      options: (await import('../../src/protocol/reproduction/options')).defaultOptions,
      report: { digest: '0'.repeat(64), name: 'report.md' },
    };
    const execution = {
      type: 'execution/started',
      execution: {
        id: 'execution-1',
        attemptId: 'attempt-1',
        purpose: 'search',
        mode: 'recorded',
        cold: true,
        seed: null,
        scriptDigest: '0'.repeat(64),
        terminalId: 'terminal-1',
        startedAt: '2026-01-01T00:00:00.000Z',
        result: null,
      },
    };
    await write('draft-one', [created]);
    await write('killed-one', [created, { type: 'reproduction/phaseEntered', phase: 'attempting' }, execution]);

    const after = await startHost({ dataFolder });
    const client = await after.connect();
    const { reproductions } = await client.call('reproduction/list', {});
    expect(reproductions.map(({ id, phase, paused }) => ({ id, phase, paused }))).toEqual([
      { id: 'killed-one', phase: 'attempting', paused: true },
      { id: 'draft-one', phase: 'draft', paused: false },
    ]);
    const attached = await client.call('reproduction/attach', { reproductionId: 'killed-one', afterSeq: null });
    expect(attached).toMatchObject({ state: { executions: [{ result: { end: { kind: 'lost' } } }] } });
    // Looking twice says nothing twice.
    await client.call('reproduction/list', {});
    expect(await ports.store.readAfter('killed-one', 3)).toHaveLength(2);
  });

  it('ends a run whose log cannot be written, says why in the list, and goes on once it can', async () => {
    let full = false;
    const { connect } = await startHost({
      pipeline: talking(2),
      change: ({ store }) => ({
        store: {
          ...store,
          append: async (envelope) => {
            const { RepriseError } = await import('../../src/protocol/errors');
            if (full && envelope.event.type !== 'reproduction/created') {
              throw new RepriseError('unwritable', 'The disk is full.', { path: '/data' });
            }
            await store.append(envelope);
          },
        },
      }),
    });
    const client = await connect();
    const damages: (string | null)[] = [];
    const told = new Promise<void>((resolve) => {
      client.listen({
        onListChanged: ({ summary }) => {
          damages.push(summary?.damaged ?? null);
          if (summary?.damaged) resolve();
        },
      });
    });
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    full = true;
    await client.call('reproduction/start', { reproductionId });
    await told;
    expect(damages.at(-1)).toContain('The disk is full.');
    full = false;
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.length === 3);
    expect(heard.envelopes.map(({ seq }) => seq)).toEqual([2, 3, 4]);
    expect(damages.at(-1)).toBeNull();
  });
});

describe('a damaged reproduction', () => {
  it('is listed with the reason and what is known of it, can be removed, and harms no other', async () => {
    const dataFolder = await temporaryFolder();
    const before = await startHost({ dataFolder });
    const first = await before.connect();
    const damaged = await createReproduction(first, '# The damaged one');
    const whole = await createReproduction(first, '# The whole one');
    await before.host.close();
    const log = join(before.ports.store.folderOf(damaged), 'events.jsonl');
    await writeFile(log, `not ours\n${await readFile(log, 'utf8')}`);

    const { connect, ports } = await startHost({ dataFolder });
    const client = await connect();
    const { reproductions } = await client.call('reproduction/list', {});
    const find = (id: string) => reproductions.find((line) => line.id === id);
    expect(find(whole)).toMatchObject({ title: 'The whole one', damaged: null });
    expect(find(damaged)).toMatchObject({ title: 'The damaged one', damaged: expect.stringContaining('line 1') });
    await expect(client.call('reproduction/attach', { reproductionId: damaged, afterSeq: null })).rejects.toMatchObject(
      { code: 'unavailable', message: expect.stringContaining(ports.store.folderOf(damaged)) },
    );
    const gone = await client.call('reproduction/remove', { reproductionId: damaged });
    expect(await readFile(join(gone.trash ?? '', 'report.md'), 'utf8')).toBe('# The damaged one');
    expect(await ports.store.list()).toEqual([whole]);
    await expect(client.call('reproduction/remove', { reproductionId: damaged })).rejects.toMatchObject({
      code: 'notFound',
    });
  });
});

describe('bad reports', () => {
  it.each([
    ['an empty one', '', 'empty'],
    ['blanks alone', ' \n\t\n', 'empty'],
    ['a binary file', 'PNG\0\u0001\u0002', 'UTF-8'],
    ['text in another encoding', `caf\uFFFD ${'\uFFFD'.repeat(30)} noir`, 'UTF-8'],
    ['one over 10 MB', 'x'.repeat(MAX_REPORT_BYTES + 1), '10 MB'],
    ['one over 10 MB in two-byte characters', 'é'.repeat(MAX_REPORT_BYTES / 2 + 1), '10 MB'],
  ])('refuses %s with one sentence, and leaves nothing behind', async (_what, text, words) => {
    const { connect, ports } = await startHost();
    const client = await connect();
    const error = await createReproduction(client, text).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'badInput', data: { field: 'text' } });
    expect((error as Error).message).toContain(words);
    expect(await ports.store.list()).toEqual([]);
  });

  it('leaves nothing behind where the record cannot be written', async () => {
    const { RepriseError } = await import('../../src/protocol/errors');
    const { connect, ports } = await startHost({
      change: ({ store }) => ({
        store: {
          ...store,
          append: () => Promise.reject(new RepriseError('unwritable', 'The disk is full.', { path: '/data' })),
        },
      }),
    });
    const client = await connect();
    await expect(createReproduction(client)).rejects.toMatchObject({ code: 'unwritable' });
    expect(await ports.store.list()).toEqual([]);
  });

  it('takes a coloured log and a report of one line', async () => {
    const { connect } = await startHost();
    const client = await connect();
    await createReproduction(client, '\u001b[31mValueError\u001b[0m: no');
    expect((await client.call('reproduction/list', {})).reproductions).toHaveLength(1);
  });
});

describe('options of a new reproduction', () => {
  it('takes the settings where nothing is said, and believes nobody that a report is an example', async () => {
    const { connect } = await startHost();
    const client = await connect();
    await client.call('settings/update', { autonomy: 'auto', timeLimit: 30 });
    const optionsOf = async (text: string) => {
      const options = { sandbox: 'prefer', bundledExample: true } as const;
      const { reproductionId } = await client.call('reproduction/create', { name: 'r.md', text, options });
      const attached = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
      return attached.kind === 'snapshot' ? attached.state.options : null;
    };
    expect(await optionsOf(exampleText)).toMatchObject({
      autonomy: 'auto',
      timeLimit: 30,
      sandbox: 'prefer',
      bundledExample: true,
    });
    expect(await optionsOf(reportText)).toMatchObject({ bundledExample: false });
  });
});

describe('the archive', () => {
  it('takes a reproduction in and gives it back, and says so in the list, over a restart', async () => {
    const dataFolder = await temporaryFolder();
    const before = await startHost({ dataFolder });
    const client = await before.connect();
    const reproductionId = await createReproduction(client, '# Put away');
    await client.call('reproduction/archive', { reproductionId, archived: true });
    await before.host.close();
    const later = await (await startHost({ dataFolder })).connect();
    const line = async () => (await later.call('reproduction/list', {})).reproductions[0];
    expect(await line()).toMatchObject({ archived: true });
    await later.call('reproduction/archive', { reproductionId, archived: false });
    expect((await line())?.archived).toBeUndefined();
  });

  it('is told apart from deleting, which says how much goes and where it lies then', async () => {
    const { connect, ports } = await startHost();
    const client = await connect();
    const reproductionId = await createReproduction(client, '# To be deleted');
    const size = await client.call('reproduction/measure', { reproductionId });
    expect(size.parts.map(({ part }) => part)).toEqual(expect.arrayContaining(['record', 'rest']));
    expect(size.parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(size.bytes);
    const { trash, bytes } = await client.call('reproduction/remove', { reproductionId });
    expect(bytes).toBeGreaterThanOrEqual(size.bytes);
    expect(await readFile(join(trash ?? '', 'report.md'), 'utf8')).toBe('# To be deleted');
    expect(await ports.store.list()).toEqual([]);
    const other = await createReproduction(client, '# Gone for good');
    expect(await client.call('reproduction/remove', { reproductionId: other, forGood: true })).toMatchObject({
      trash: null,
    });
  });
});

describe('a data folder that another program has open', () => {
  it('is listed without a lock, as it stands, and nothing in it changes', async () => {
    const { connect, dataFolder, ports } = await startHost();
    const client = await connect();
    const reproductionId = await createReproduction(client, '# Being worked on');
    const log = join(ports.store.folderOf(reproductionId), 'events.jsonl');
    const before = await readFile(log, 'utf8');
    expect(await readList(dataFolder)).toMatchObject([
      { id: reproductionId, title: 'Being worked on', phase: 'draft' },
    ]);
    expect(await readFile(log, 'utf8')).toBe(before);
    expect(await readList(join(dataFolder, 'nowhere'))).toEqual([]);
  });
});
