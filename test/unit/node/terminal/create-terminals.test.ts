import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTerminals } from '../../../../src/node/terminal/create-terminals';

let dataFolder = '';
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'reprise-terminals-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const one = { reproductionId: 'r1', terminalId: 't1' };
const pipes = { ...one, title: 'Run 1', control: null };
const bytes = (text: string) => new TextEncoder().encode(text);
const logOf = (id: string) => join(dataFolder, 'reproductions', 'r1', 'logs', `${id}.log`);

describe('a terminal', () => {
  test('keeps every byte in order, whoever writes at the same time, and can be read from any offset', async () => {
    const terminals = createTerminals({ dataFolder });
    const writer = await terminals.open(pipes);
    await Promise.all(Array.from({ length: 50 }, (_, index) => writer.write(bytes(`line ${index}\n`))));
    await writer.close();
    const whole = Array.from({ length: 50 }, (_, index) => `line ${index}\n`).join('');
    expect(await readFile(logOf('t1'), 'utf8')).toBe(whole);
    const read = (offset: number, maxBytes: number) => terminals.read({ ...one, offset, maxBytes });
    expect(new TextDecoder().decode(await read(7, 6))).toBe(whole.slice(7, 13));
    expect((await read(whole.length, 10)).length).toBe(0);
    expect((await read(whole.length + 5, 10)).length).toBe(0);
    expect((await read(0, -1)).length).toBe(0);
  });

  test('is told as open with its size, then as closed', async () => {
    const terminals = createTerminals({ dataFolder });
    const writer = await terminals.open(pipes);
    await writer.write(bytes('ab'));
    const common = { id: 't1', title: 'Run 1', source: 'pipes', size: 2 };
    expect(await terminals.describe(one)).toEqual({ ...common, status: { kind: 'open' } });
    await writer.close();
    expect(await terminals.describe(one)).toEqual({ ...common, status: { kind: 'closed', size: 2 } });
  });

  test('is never told as closed while it is being opened', async () => {
    const terminals = createTerminals({ dataFolder });
    const told = new Set<string>();
    for (let number = 0; number < 50; number += 1) {
      const terminalId = `t${number}`;
      let isOpened = false;
      const opening = terminals.open({ ...pipes, terminalId }).finally(() => (isOpened = true));
      const asked: Promise<void>[] = [];
      while (!isOpened) {
        const answer = terminals.describe({ ...one, terminalId });
        asked.push(answer.then((terminal) => void told.add(terminal?.status.kind ?? 'none')));
        await new Promise(setImmediate);
      }
      await Promise.all(asked);
      await (await opening).close();
    }
    expect(told.has('none') || told.has('open')).toBe(true);
    expect(told.has('closed')).toBe(false);
  });

  test('is known after a restart of the program, also when that was killed', async () => {
    const writer = await createTerminals({ dataFolder }).open({
      ...pipes,
      control: { write: () => undefined, resize: () => undefined },
    });
    await writer.write(bytes('abc'));
    const later = createTerminals({ dataFolder });
    const closed = { kind: 'closed', size: 3 };
    expect(await later.describe(one)).toEqual({ id: 't1', title: 'Run 1', source: 'pty', size: 3, status: closed });
    await rm(join(dataFolder, 'reproductions', 'r1', 'logs', 't1.json'));
    expect(await later.describe(one)).toEqual({ id: 't1', title: 't1', source: 'pipes', size: 3, status: closed });
    expect(new TextDecoder().decode(await later.read({ ...one, offset: 0, maxBytes: 10 }))).toBe('abc');
    await writer.close();
  });

  test('never was: null, and no bytes', async () => {
    const terminals = createTerminals({ dataFolder });
    expect(await terminals.describe(one)).toBeNull();
    expect((await terminals.read({ ...one, offset: 0, maxBytes: 10 })).length).toBe(0);
  });

  test('of the application lies beside the reproductions', async () => {
    const terminals = createTerminals({ dataFolder });
    const writer = await terminals.open({ ...pipes, reproductionId: null });
    await writer.write(bytes('x'));
    await writer.close();
    expect(await readFile(join(dataFolder, 'logs', 't1.log'), 'utf8')).toBe('x');
    expect(await terminals.describe(one)).toBeNull();
  });

  test('goes on behind what an earlier one of its name left', async () => {
    const first = await createTerminals({ dataFolder }).open(pipes);
    await first.write(bytes('before '));
    await first.close();
    const terminals = createTerminals({ dataFolder });
    const second = await terminals.open(pipes);
    await second.write(bytes('after'));
    await second.close();
    expect(await readFile(logOf('t1'), 'utf8')).toBe('before after');
    expect((await terminals.describe(one))?.size).toBe(12);
  });

  test('is open once at a time', async () => {
    const terminals = createTerminals({ dataFolder });
    const results = await Promise.allSettled([terminals.open(pipes), terminals.open(pipes)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const result of results) if (result.status === 'fulfilled') await result.value.close();
  });
});

describe('a listener', () => {
  test('hears growth and the end, after the bytes can be read, and nothing once it has left', async () => {
    const terminals = createTerminals({ dataFolder });
    const seen: string[] = [];
    const checks: Promise<unknown>[] = [];
    const leave = terminals.watch('t1', () => {
      checks.push(terminals.describe(one).then((terminal) => seen.push(`${terminal?.status.kind} ${terminal?.size}`)));
    });
    const writer = await terminals.open(pipes);
    await writer.write(bytes('abc'));
    await Promise.all(checks);
    await writer.close();
    await Promise.all(checks);
    expect(seen).toEqual(['open 0', 'open 3', 'closed 3'].slice(-seen.length));
    expect(seen.at(-1)).toBe('closed 3');
    const count = seen.length;
    leave();
    const again = await terminals.open(pipes);
    await again.close();
    expect(seen.length).toBe(count);
  });

  test('of one terminal hears nothing of another', async () => {
    const terminals = createTerminals({ dataFolder });
    let heard = 0;
    terminals.watch('t2', () => (heard += 1));
    const writer = await terminals.open(pipes);
    await writer.write(bytes('abc'));
    await writer.close();
    expect(heard).toBe(0);
  });
});

test('keys and sizes reach an open pty alone', async () => {
  const terminals = createTerminals({ dataFolder });
  const got: string[] = [];
  const control = {
    write: (data: string) => got.push(data),
    resize: (columns: number, rows: number) => got.push(`${columns}x${rows}`),
  };
  const writer = await terminals.open({ ...pipes, control });
  terminals.write('t1', 'y\n');
  terminals.resize('t1', 100, 40);
  terminals.write('t2', 'lost');
  await writer.close();
  terminals.write('t1', 'late');
  expect(got).toEqual(['y\n', '100x40']);
});

describe('files', () => {
  test.skipIf(process.platform === 'win32')('are for their owner alone', async () => {
    const writer = await createTerminals({ dataFolder }).open(pipes);
    await writer.close();
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await modeOf(logOf('t1'))).toBe(0o600);
    expect(await modeOf(join(logOf('t1'), '..'))).toBe(0o700);
  });

  test.each(['../t', 'a/b', '', 'T', '.', 'x\0', 'a'.repeat(65)])(
    'are never led elsewhere by the id %j',
    async (id) => {
      const terminals = createTerminals({ dataFolder });
      const bad = { code: 'badInput' };
      await expect(terminals.open({ ...pipes, terminalId: id })).rejects.toMatchObject(bad);
      await expect(terminals.open({ ...pipes, reproductionId: id })).rejects.toMatchObject(bad);
      await expect(terminals.describe({ reproductionId: null, terminalId: id })).rejects.toMatchObject(bad);
      await expect(terminals.read({ ...one, terminalId: id, offset: 0, maxBytes: 9 })).rejects.toMatchObject(bad);
    },
  );

  test.skipIf(process.platform === 'win32')('are never links that somebody left', async () => {
    const secret = join(dataFolder, 'secret');
    await writeFile(secret, 'secret');
    await mkdir(join(logOf('t1'), '..'), { recursive: true });
    await symlink(secret, logOf('t1'));
    const terminals = createTerminals({ dataFolder });
    await expect(terminals.open(pipes)).rejects.toMatchObject({ code: 'unwritable', data: { path: logOf('t1') } });
    expect((await terminals.read({ ...one, offset: 0, maxBytes: 9 })).length).toBe(0);
    expect(await readFile(secret, 'utf8')).toBe('secret');
  });
});
