import { mkdir, readFile, readdir, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRunStore } from '../../../../src/node/store/create-run-store';
import { createSummaryIndex } from '../../../../src/node/store/create-summary-index';
import { digestOf } from '../../../../src/node/system/digest';
import type { EventEnvelope, ReproductionEvent } from '../../../../src/protocol/reproduction/events';
import { defaultOptions } from '../../../../src/protocol/reproduction/options';
import { summarize } from '../../../../src/protocol/reproduction/reduce';
import { startProgram } from '../../../helpers/start-program';
import { temporaryFolder } from '../../../helpers/temporary-folder';

const at = '2026-01-01T00:00:00.000Z';
const created: ReproductionEvent = {
  type: 'reproduction/created',
  title: 'Überraschung 🙂',
  options: defaultOptions,
  report: { digest: '0'.repeat(64), name: 'report.md' },
};
const note = (text: string): ReproductionEvent => ({ type: 'notice/given', notice: { level: 'note', text, at } });
const envelope = (seq: number, event: ReproductionEvent): EventEnvelope => ({
  v: 2,
  reproductionId: 'r-1',
  seq,
  at,
  event,
});

async function filled(count: number) {
  const dataFolder = await temporaryFolder();
  const store = createRunStore({ dataFolder });
  await store.create('r-1');
  await store.append(envelope(1, created));
  for (let seq = 2; seq <= count; seq += 1) await store.append(envelope(seq, note(`note ${seq} äöü🙂`)));
  const folder = store.folderOf('r-1');
  return { dataFolder, store, folder, log: join(folder, 'events.jsonl') };
}

async function loadWhole(dataFolder: string) {
  const loaded = await createRunStore({ dataFolder }).load('r-1');
  if (loaded.kind !== 'whole') throw new Error(loaded.reason);
  return loaded;
}

describe('a log of events', () => {
  it('comes back as it was written', async () => {
    const { dataFolder, store } = await filled(4);
    const loaded = await loadWhole(dataFolder);
    expect(loaded).toMatchObject({ torn: 0, state: { seq: 4, title: 'Überraschung 🙂', notices: { length: 3 } } });
    expect(await store.readAfter('r-1', 2)).toEqual([3, 4].map((seq) => envelope(seq, note(`note ${seq} äöü🙂`))));
  });

  it('keeps the order of appends that were made at once', async () => {
    const { dataFolder, store } = await filled(1);
    const texts = Array.from({ length: 30 }, (_, index) => `note ${index}`);
    await Promise.all(texts.map((text, index) => store.append(envelope(index + 2, note(text)))));
    expect((await loadWhole(dataFolder)).state.notices.map(({ text }) => text)).toEqual(texts);
  });

  it('cut off at any byte loses no whole event, keeps the rest aside, and goes on', async () => {
    const { dataFolder, log, folder } = await filled(6);
    const whole = await readFile(log);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: whole.indexOf('\n') + 1, max: whole.length }), async (cut) => {
        await writeFile(log, whole);
        await truncate(log, cut);
        await writeFile(join(folder, 'events.torn'), '');
        const lines = whole.subarray(0, cut).toString('latin1').split('\n').length - 1;
        const store = createRunStore({ dataFolder });
        const loaded = await store.load('r-1');
        const torn = cut - (whole.subarray(0, cut).lastIndexOf('\n') + 1);
        expect(loaded).toMatchObject({ kind: 'whole', torn, state: { seq: lines } });
        expect((await readFile(join(folder, 'events.torn'))).length).toBe(torn);
        await store.append(envelope(lines + 1, note('after the kill')));
        const { state } = await loadWhole(dataFolder);
        expect({ seq: state.seq, last: state.notices.at(-1)?.text }).toEqual({
          seq: lines + 1,
          last: 'after the kill',
        });
      }),
      { numRuns: 60 },
    );
  });

  it('cuts zeros that a power cut left behind the last event', async () => {
    const { dataFolder, log } = await filled(3);
    await writeFile(log, Buffer.concat([await readFile(log), Buffer.alloc(100)]));
    expect(await loadWhole(dataFolder)).toMatchObject({ torn: 100, state: { seq: 3 } });
    expect(await loadWhole(dataFolder)).toMatchObject({ torn: 0, state: { seq: 3 } });
  });

  it('cuts what a failed append left before it appends again', async () => {
    const { dataFolder, store, log } = await filled(2);
    await writeFile(log, `${await readFile(log, 'utf8')}{"half":`);
    await store.append(envelope(3, note('x')));
    expect((await loadWhole(dataFolder)).state.seq).toBe(3);
  });

  it.each<[string, (lines: string[]) => string[], string]>([
    ['a line in the middle that is none', (lines) => lines.with(1, 'garbage'), 'line 2'],
    ['a last line that is JSON but no event', (lines) => [...lines.slice(0, 2), '{"v":2}'], 'line 3'],
    ['a missing line', (lines) => lines.toSpliced(1, 1), 'line 2'],
    ['a line twice', (lines) => [...lines, lines[2] ?? ''], 'line 4'],
    ['a line of another reproduction', (lines) => lines.map((line) => line.replace('r-1', 'r-2')), 'line 1'],
    ['a line of a newer version', (lines) => [...lines, '{"v":99}'], 'newer'],
  ])('with %s is damaged, says so, and is left as it is', async (_what, change, words) => {
    const { dataFolder, log } = await filled(3);
    const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
    const text = `${change(lines).join('\n')}\n`;
    await writeFile(log, text);
    const store = createRunStore({ dataFolder });
    const loaded = await store.load('r-1');
    expect(loaded).toMatchObject({ kind: 'damaged', reason: expect.stringContaining(words) });
    expect(await store.list()).toEqual(['r-1']);
    expect(await readFile(log, 'utf8')).toBe(text);
  });

  it('written by version 1 is read', async () => {
    const { dataFolder, log } = await filled(1);
    const { sandbox: _sandbox, autonomy, ...options } = defaultOptions;
    const event = { ...created, options, autonomy };
    await writeFile(log, `${JSON.stringify({ ...envelope(1, created), v: 1, event })}\n`);
    expect((await loadWhole(dataFolder)).state.options).toEqual(defaultOptions);
  });
});

describe('a kill', () => {
  it('at any moment loses no event whose append had resolved', async () => {
    const dataFolder = await temporaryFolder();
    for (const lines of [1, 4, 17, 60]) {
      const home = join(dataFolder, `home-${lines}`);
      await mkdir(home);
      const committed = await killAfter(home, lines);
      const { state } = await loadWhole(home);
      expect(state.seq).toBeGreaterThanOrEqual(committed);
      expect(committed).toBeGreaterThanOrEqual(lines);
    }
  }, 60_000);
});

/** Kills the appending program once it has told of `lines` appends. Returns how many it told of in the end. */
async function killAfter(home: string, lines: number): Promise<number> {
  const { child, closed } = startProgram(join(__dirname, 'append-until-killed.ts'), [home]);
  let told = '';
  child.stdout.on('data', (bytes: Buffer) => {
    told += String(bytes);
    if (told.split('\n').length > lines) child.kill('SIGKILL');
  });
  await closed;
  return Number(told.slice(0, told.lastIndexOf('\n')).split('\n').at(-1));
}

describe('a folder of a reproduction', () => {
  it("is its owner's alone", async () => {
    const { store, folder, log } = await filled(1);
    await store.writeReport('r-1', 'text');
    const text = 'print(1)';
    await store.writeScript('r-1', { text, digest: digestOf(text), provenance: [] });
    await store.writeReproducer('r-1', 'attempt-1', [{ path: 'reproducer.py', text }]);
    const modes = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modes(folder)).toBe('700');
    expect(await modes(join(folder, 'scripts'))).toBe('700');
    expect(await modes(join(folder, 'reproducer', 'attempt-1'))).toBe('700');
    const files = [log, join(folder, 'report.md'), join(folder, 'scripts', `${digestOf(text)}.json`)];
    for (const file of [...files, join(folder, 'reproducer', 'attempt-1', 'reproducer.py')]) {
      expect(await modes(file)).toBe('600');
    }
  });

  it.each(['../r-1', '..', '', '/etc', 'R-1', 'r-1/../r-1', 'r\0'])('is not looked for under the id %j', async (id) => {
    const { store } = await filled(1);
    expect(() => store.load(id)).toThrow(expect.objectContaining({ code: 'notFound' }));
    await expect(store.readReport(id)).rejects.toMatchObject({ code: 'notFound' });
    await expect(store.readScript('r-1', id)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('keeps scripts by digest, and gives none whose file was changed', async () => {
    const { store, folder } = await filled(1);
    const text = 'print("é")\n';
    const script = { text, digest: digestOf(text), provenance: [{ origin: 'ours' as const, span: null }] };
    await store.writeScript('r-1', script);
    expect(await store.readScript('r-1', script.digest)).toEqual(script);
    await expect(store.writeScript('r-1', { ...script, text: 'other' })).rejects.toThrow(TypeError);
    await writeFile(join(folder, 'scripts', `${script.digest}.json`), JSON.stringify({ ...script, text: 'evil()' }));
    await expect(store.readScript('r-1', script.digest)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('replaces a reproducer as a whole', async () => {
    const { store, folder } = await filled(1);
    const write = (files: Record<string, string>) =>
      store.writeReproducer(
        'r-1',
        'attempt-1',
        Object.entries(files).map(([path, text]) => ({ path, text })),
      );
    expect(await write({ 'a.py': 'one', 'data/b.txt': 'two' })).toBe('reproducer/attempt-1');
    await write({ 'a.py': 'three' });
    expect(await store.readReproducer('r-1', 'reproducer/attempt-1')).toEqual([{ path: 'a.py', text: 'three' }]);
    for (const path of ['../a.py', '/etc/passwd', 'a/../b', 'a\\b', '']) {
      await expect(write({ [path]: 'x' })).rejects.toThrow(TypeError);
    }
    expect(await readdir(join(folder, 'reproducer'))).toEqual(['attempt-1']);
  });

  it('gives nothing of a reproducer that a link leads to', async () => {
    const { store, folder, dataFolder } = await filled(1);
    await writeFile(join(dataFolder, 'secret'), 'secret');
    await store.writeReproducer('r-1', 'attempt-1', [{ path: 'a.py', text: 'one' }]);
    await symlink(join(dataFolder, 'secret'), join(folder, 'reproducer', 'attempt-1', 'b.py'));
    await symlink(dataFolder, join(folder, 'reproducer', 'attempt-2'));
    expect(await store.readReproducer('r-1', 'reproducer/attempt-1')).toEqual([{ path: 'a.py', text: 'one' }]);
    await expect(store.readReproducer('r-1', 'reproducer/attempt-2')).rejects.toMatchObject({ code: 'notFound' });
  });

  it('is removed with all that is in it', async () => {
    const { dataFolder, store } = await filled(2);
    await store.writeReport('r-1', 'text');
    await store.remove('r-1');
    expect(await readdir(join(dataFolder, 'reproductions'))).toEqual([]);
    await expect(store.remove('r-1')).rejects.toMatchObject({ code: 'notFound' });
    await expect(store.append(envelope(3, note('x')))).rejects.toMatchObject({ code: 'notFound' });
  });

  it('that a kill left half-made or half-removed is swept; anything else is not', async () => {
    const { dataFolder } = await filled(1);
    const reproductions = join(dataFolder, 'reproductions');
    await mkdir(join(reproductions, 'half-made', 'scripts'), { recursive: true });
    await writeFile(join(reproductions, 'half-made', 'report.md'), 'text');
    await mkdir(join(reproductions, 'torn-first'));
    await writeFile(join(reproductions, 'torn-first', 'events.jsonl'), '{"v":2,"repr');
    await mkdir(join(reproductions, '.removed-abc', 'scripts'), { recursive: true });
    await mkdir(join(reproductions, 'lost-log', 'reproducer'), { recursive: true });
    await mkdir(join(reproductions, 'Not Ours'));
    const store = createRunStore({ dataFolder });
    expect((await store.list()).toSorted()).toEqual(['lost-log', 'r-1']);
    expect((await readdir(reproductions)).toSorted()).toEqual(['Not Ours', 'lost-log', 'r-1']);
  });

  it('that a file stands in the way of says what to do', async () => {
    const dataFolder = await temporaryFolder();
    await writeFile(join(dataFolder, 'reproductions'), '');
    const store = createRunStore({ dataFolder });
    await expect(store.create('r-1')).rejects.toMatchObject({
      code: 'unwritable',
      message: expect.stringContaining('REPRISE_HOME'),
    });
  });
});

describe('the kept lines of the list', () => {
  it('are current only while the log is as it was', async () => {
    const { dataFolder, store } = await filled(2);
    const index = createSummaryIndex({ dataFolder });
    expect(await index.read('r-1')).toBeNull();
    const summary = summarize((await loadWhole(dataFolder)).state);
    await index.write(summary);
    expect(await index.read('r-1')).toEqual({ summary, current: true });
    await store.append(envelope(3, note('later')));
    expect(await index.read('r-1')).toEqual({ summary, current: false });
  });
});

describe('drafts of scripts', () => {
  const change = (inserted: string) => ({ at: 0, removed: '', inserted });

  it('come back change by change, in a program that starts later', async () => {
    const { dataFolder, store } = await filled(1);
    await store.appendDraft('r-1', 'attempt-1', { done: 0, change: change('a') });
    await store.appendDraft('r-1', 'attempt-1', { done: 1, change: change('b'), taken: ['1-0-ff'] });
    await store.appendDraft('r-1', 'attempt-1', { done: 1, change: null });
    const later = createRunStore({ dataFolder });
    const history = { changes: [change('a'), change('b')], done: 1, taken: ['1-0-ff'] };
    expect(await later.readDraft('r-1', 'attempt-1')).toEqual(history);
    expect(await later.readDraft('r-1', 'attempt-2')).toEqual({ changes: [], done: 0, taken: [] });
    await later.writeDraft('r-1', 'attempt-1', history);
    expect(await store.readDraft('r-1', 'attempt-1')).toEqual(history);
  });

  it('lose no more than the line that a kill cut off', async () => {
    const { store, folder } = await filled(1);
    await store.appendDraft('r-1', 'attempt-1', { done: 0, change: change('a') });
    await store.appendDraft('r-1', 'attempt-1', { done: 1, change: change('b') });
    const path = join(folder, 'drafts', 'attempt-1.jsonl');
    await truncate(path, (await stat(path)).size - 4);
    expect(await store.readDraft('r-1', 'attempt-1')).toMatchObject({ changes: [change('a')], done: 1 });
    await store.appendDraft('r-1', 'attempt-1', { done: 1, change: change('c') });
    expect(await store.readDraft('r-1', 'attempt-1')).toMatchObject({ changes: [change('a'), change('c')], done: 2 });
  });

  it('are refused where the name would lead elsewhere', async () => {
    const { store } = await filled(1);
    const away = store.appendDraft('r-1', '../../away', { done: 0, change: change('a') });
    await expect(Promise.resolve().then(() => away)).rejects.toMatchObject({ code: 'notFound' });
  });
});
