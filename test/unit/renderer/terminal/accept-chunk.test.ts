import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../src/protocol/client';
import { createClient } from '../../../../src/protocol/client';
import { acceptChunk } from '../../../../src/renderer/terminal/accept-chunk';
import { createTerminalFeeds } from '../../../../src/renderer/terminal/terminal-feeds';
import { createScriptedHost, rest } from '../scripted-host';

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const chunk = (offset: number, bytes: Uint8Array, terminalId = 't1') => ({ terminalId, offset, data: base64(bytes) });

describe('acceptChunk', () => {
  it('gives every byte once and in order, however chunks overlap', () => {
    const pieces = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 30 })), { maxLength: 20 });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), pieces, (all, cuts) => {
        const seen: number[] = [];
        for (const [back, length] of [...cuts, [0, all.length] as const]) {
          const start = Math.max(0, seen.length - back);
          const accepted = acceptChunk(seen.length, chunk(start, all.slice(start, start + length)));
          if (accepted.kind === 'bytes') seen.push(...accepted.bytes);
        }
        expect(seen).toEqual([...all]);
      }),
    );
  });

  it('tells a gap from what was seen before', () => {
    const bytes = new Uint8Array([1, 2, 3]);
    expect(acceptChunk(2, chunk(3, bytes)).kind).toBe('gap');
    expect(acceptChunk(3, chunk(0, bytes)).kind).toBe('old');
  });
});

describe('createTerminalFeeds', () => {
  async function start() {
    const host = createScriptedHost({
      'terminal/attach': () => ({ id: 't1', title: 'Run', source: 'pipes', size: 0, status: { kind: 'open' } }),
      'terminal/acknowledge': () => ({}),
      'terminal/detach': () => ({}),
    });
    let client: Client | null = await createClient(host.open(), 'web');
    const feeds = createTerminalFeeds(() => client);
    client.listen({ onChunk: feeds.onChunk });
    const drawn: number[] = [];
    const done: (() => void)[] = [];
    const end = feeds.open('t1', {
      write: (bytes, finished) => {
        drawn.push(...bytes);
        done.push(finished);
      },
      describe: () => undefined,
      fail: () => undefined,
    });
    await rest();
    const asked = (method: string) => host.asked.filter((it) => it.method === method).map(({ params }) => params);
    return {
      host,
      feeds,
      drawn,
      done,
      end,
      asked,
      lose: () => (client = null),
      back: async () => {
        client = await createClient(host.open(), 'web');
        client.listen({ onChunk: feeds.onChunk });
      },
    };
  }

  it('acknowledges what has been drawn, and not before', async () => {
    const { host, done, asked } = await start();
    host.tell({ kind: 'chunk', chunk: chunk(0, new Uint8Array([1, 2, 3])) });
    await rest();
    expect(asked('terminal/acknowledge')).toEqual([]);
    done[0]?.();
    await rest();
    expect(asked('terminal/acknowledge')).toEqual([{ terminalId: 't1', offset: 3 }]);
  });

  it('goes on after a lost connection at the byte where it stood', async () => {
    const { host, feeds, drawn, asked, lose, back } = await start();
    host.tell({ kind: 'chunk', chunk: chunk(0, new Uint8Array([1, 2, 3])) });
    await rest();
    lose();
    await back();
    feeds.attachAll();
    await rest();
    expect(asked('terminal/attach').at(-1)).toEqual({ terminalId: 't1', offset: 3 });
    host.tell({ kind: 'chunk', chunk: chunk(2, new Uint8Array([3, 4])) });
    await rest();
    expect([...new Set(drawn)]).toEqual([1, 2, 3, 4]);
  });

  it('detaches when the last view of a terminal is gone', async () => {
    const { feeds, end, asked } = await start();
    const other = feeds.open('t1', { write: () => undefined, describe: () => undefined, fail: () => undefined });
    end();
    await rest();
    expect(asked('terminal/detach')).toEqual([]);
    other();
    await rest();
    expect(asked('terminal/detach')).toEqual([{ terminalId: 't1' }]);
  });
});
