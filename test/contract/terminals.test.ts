import { createHash, randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Pipeline } from '../../src/host/host-options';
import type { Client } from '../../src/protocol/client';
import {
  HIGH_WATER_BYTES,
  LOW_WATER_BYTES,
  type TerminalChunk,
  type TerminalDescription,
} from '../../src/protocol/terminal';
import { transports } from '../helpers/client-transports';
import { createReproduction, hear, startHost } from '../helpers/start-host';

const digestOfBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A client's view of one terminal: acknowledges what it was sent when it is told to. */
function readTerminal(client: Client, terminalId: string, from = 0) {
  const parts: Buffer[] = [];
  const terminals: TerminalDescription[] = [];
  let received = from;
  let acknowledged = from;
  let mostWaiting = 0;
  let wake: () => void = () => undefined;
  client.listen({
    onChunk: (chunk: TerminalChunk) => {
      if (chunk.terminalId !== terminalId) return;
      expect(chunk.offset).toBe(received);
      const bytes = Buffer.from(chunk.data, 'base64');
      parts.push(bytes);
      received += bytes.length;
      mostWaiting = Math.max(mostWaiting, received - acknowledged);
      wake();
    },
    onTerminal: (terminal) => {
      if (terminal.id === terminalId) terminals.push(terminal);
      wake();
    },
  });
  const until = async (predicate: () => boolean) => {
    while (!predicate()) await new Promise<void>((resolve) => (wake = resolve));
  };
  return {
    terminals,
    received: () => received,
    mostWaiting: () => mostWaiting,
    bytes: () => Buffer.concat(parts),
    until,
    acknowledge: async (offset = received) => {
      acknowledged = offset;
      await client.call('terminal/acknowledge', { terminalId, offset });
    },
  };
}

describe.each(Object.keys(transports))('a terminal over %s', (transport) => {
  it('brings 10 MB to a slow reader without loss, and never too much at once', async () => {
    const { connect, ports } = await startHost();
    const client = await connect(transport);
    const sent = randomFillSync(Buffer.alloc(10 * 1024 * 1024));
    const writer = await ports.terminals.open({ terminalId: 't-1', reproductionId: null, title: 'T', control: null });
    const reader = readTerminal(client, 't-1');
    const described = await client.call('terminal/attach', { terminalId: 't-1', offset: 0 });
    expect(described).toMatchObject({ title: 'T', source: 'pipes', status: { kind: 'open' } });
    for (let start = 0; start < sent.length; start += 100_000)
      await writer.write(sent.subarray(start, start + 100_000));
    await writer.close();

    for (let acknowledged = 0; acknowledged < sent.length; acknowledged += HIGH_WATER_BYTES) {
      const full = Math.min(sent.length, acknowledged + HIGH_WATER_BYTES);
      await reader.until(() => reader.received() >= full);
      // Nothing more comes while nothing is acknowledged: a reply would come after it.
      await client.call('app/describe', {});
      expect(reader.received()).toBe(full);
      await reader.acknowledge(full);
    }
    await reader.until(() => reader.terminals.at(-1)?.status.kind === 'closed');
    expect(reader.mostWaiting()).toBe(HIGH_WATER_BYTES);
    expect(digestOfBytes(reader.bytes())).toBe(digestOfBytes(sent));
    expect(reader.terminals.at(-1)).toMatchObject({ status: { kind: 'closed', size: sent.length } });
  });

  it('goes on below the low mark only', async () => {
    const { connect, ports } = await startHost();
    const client = await connect(transport);
    const writer = await ports.terminals.open({ terminalId: 't-1', reproductionId: null, title: 'T', control: null });
    await writer.write(new Uint8Array(2 * HIGH_WATER_BYTES));
    const reader = readTerminal(client, 't-1');
    await client.call('terminal/attach', { terminalId: 't-1', offset: 0 });
    await reader.until(() => reader.received() === HIGH_WATER_BYTES);
    await reader.acknowledge(HIGH_WATER_BYTES - LOW_WATER_BYTES);
    await client.call('app/describe', {});
    expect(reader.received()).toBe(HIGH_WATER_BYTES);
    await reader.acknowledge(HIGH_WATER_BYTES - LOW_WATER_BYTES + 1);
    await reader.until(() => reader.received() === 2 * HIGH_WATER_BYTES - LOW_WATER_BYTES + 1);
  });

  it('starts where the reader says, for a reader that comes back', async () => {
    const { connect, ports } = await startHost();
    const client = await connect(transport);
    const writer = await ports.terminals.open({ terminalId: 't-1', reproductionId: null, title: 'T', control: null });
    await writer.write(Buffer.from('hello, world'));
    await writer.close();
    const reader = readTerminal(client, 't-1', 7);
    await client.call('terminal/attach', { terminalId: 't-1', offset: 7 });
    await reader.until(() => reader.terminals.length > 0);
    expect(String(reader.bytes())).toBe('world');
  });

  it('does not hold up one reader for another', async () => {
    const { connect, ports } = await startHost();
    const [slow, quick] = [await connect(transport), await connect(transport)];
    const writer = await ports.terminals.open({ terminalId: 't-1', reproductionId: null, title: 'T', control: null });
    await slow.call('terminal/attach', { terminalId: 't-1', offset: 0 });
    const reader = readTerminal(quick, 't-1');
    await quick.call('terminal/attach', { terminalId: 't-1', offset: 0 });
    await writer.write(new Uint8Array(4 * HIGH_WATER_BYTES));
    for (let part = 1; part <= 4; part += 1) {
      await reader.until(() => reader.received() === part * HIGH_WATER_BYTES);
      await reader.acknowledge();
    }
    expect(reader.received()).toBe(4 * HIGH_WATER_BYTES);
  });

  it('ends with detaching, and passes keys and sizes to a pty', async () => {
    const { connect, ports } = await startHost();
    const client = await connect(transport);
    const taken: unknown[] = [];
    const control = {
      write: (data: string) => void taken.push(data),
      resize: (columns: number, rows: number) => void taken.push([columns, rows]),
    };
    const writer = await ports.terminals.open({ terminalId: 't-1', reproductionId: null, title: 'T', control });
    const reader = readTerminal(client, 't-1');
    expect(await client.call('terminal/attach', { terminalId: 't-1', offset: 0 })).toMatchObject({ source: 'pty' });
    await client.call('terminal/write', { terminalId: 't-1', data: 'y\r' });
    await client.call('terminal/resize', { terminalId: 't-1', columns: 120, rows: 40 });
    await client.call('terminal/detach', { terminalId: 't-1' });
    await writer.write(Buffer.from('unheard'));
    await client.call('app/describe', {});
    expect({ taken, bytes: reader.bytes().length }).toEqual({ taken: ['y\r', [120, 40]], bytes: 0 });
  });
});

describe('terminals of reproductions', () => {
  it('can be attached as soon as an event names them, before they are opened', async () => {
    let openNow: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (openNow = resolve));
    const pipeline: Pipeline = async ({ session }) => {
      await session.emit({ type: 'environment/preparationStarted', terminalId: 'terminal-1' });
      await gate;
    };
    const { connect, ports } = await startHost({ pipeline });
    const client = await connect();
    const reproductionId = await createReproduction(client);
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.length === 1);
    const reader = readTerminal(client, 'terminal-1');
    const described = await client.call('terminal/attach', { terminalId: 'terminal-1', offset: 0 });
    expect(described).toMatchObject({ size: 0, status: { kind: 'open' } });
    const writer = await ports.terminals.open({
      terminalId: 'terminal-1',
      reproductionId,
      title: 'Install',
      control: null,
    });
    await writer.write(Buffer.from('Resolved 3 packages'));
    await reader.until(() => reader.bytes().length > 0 && reader.terminals.length > 0);
    await writer.close();
    await reader.until(() => reader.terminals.at(-1)?.status.kind === 'closed');
    expect(String(reader.bytes())).toBe('Resolved 3 packages');
    expect(reader.terminals.map(({ title, status }) => [title, status.kind])).toEqual([
      ['Install', 'open'],
      ['Install', 'closed'],
    ]);
    openNow();
  });

  it('are read and searched at any place, also once they are closed', async () => {
    const { connect, ports } = await startHost();
    const client = await connect();
    const writer = await ports.terminals.open({ terminalId: 't-1', reproductionId: null, title: 'T', control: null });
    await writer.write(Buffer.from('one\ntwo \u00fc\nthree\n'));
    await writer.close();
    const wish = { terminalId: 't-1', text: 'TWO', matchCase: false, from: { offset: 0, line: 1 }, limit: 10 };
    const { matches } = await client.call('terminal/search', wish);
    expect(matches).toEqual([{ offset: 4, line: 2, text: 'two \u00fc' }]);
    const read = async (offset: number, maxBytes: number) =>
      Buffer.from(
        (await client.call('terminal/read', { terminalId: 't-1', offset, maxBytes })).data,
        'base64',
      ).toString();
    expect([await read(4, 6), await read(11, 1000), await read(500, 10)]).toEqual(['two \u00fc', 'three\n', '']);
    const nobody = { terminalId: 'none', offset: 0, maxBytes: 1 };
    await expect(client.call('terminal/read', nobody)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('are refused where nothing is known of them, and beyond what was sent', async () => {
    const { connect, ports } = await startHost();
    const client = await connect();
    await expect(client.call('terminal/attach', { terminalId: 'none', offset: 0 })).rejects.toMatchObject({
      code: 'notFound',
      data: { what: 'terminal', id: 'none' },
    });
    await ports.terminals.open({ terminalId: 't-1', reproductionId: null, title: 'T', control: null });
    await client.call('terminal/attach', { terminalId: 't-1', offset: 0 });
    await expect(client.call('terminal/acknowledge', { terminalId: 't-1', offset: 1 })).rejects.toMatchObject({
      code: 'badInput',
    });
  });
});
