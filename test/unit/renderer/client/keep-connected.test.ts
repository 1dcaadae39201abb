import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../src/protocol/client';
import { backoff, keepConnected, type Connection } from '../../../../src/renderer/client/keep-connected';
import { createScriptedHost, rest, type ScriptedHost } from '../scripted-host';

function connectTo(host: ScriptedHost, open = () => Promise.resolve(host.open())) {
  const connections: Connection[] = [];
  const clients: Client[] = [];
  const waits: { readonly run: () => void; readonly ms: number }[] = [];
  const end = keepConnected({
    open,
    kind: 'web',
    onConnection: (connection) => connections.push(connection),
    onClient: (client) => clients.push(client),
    schedule: (run, ms) => waits.push({ run, ms }),
  });
  return { connections, clients, waits, end };
}

describe('keepConnected', () => {
  it('connects anew after the channel has closed, with a new client', async () => {
    const host = createScriptedHost({});
    const { connections, clients, waits } = connectTo(host);
    await rest();
    host.drop();
    await rest();
    expect(connections.map(({ kind }) => kind)).toEqual(['connecting', 'open', 'waiting']);
    waits[0]?.run();
    await rest();
    expect(connections.at(-1)).toEqual({ kind: 'open' });
    expect(clients).toHaveLength(2);
  });

  it('waits longer with every try in vain, and anew from the start after a success', async () => {
    const host = createScriptedHost({});
    let there = false;
    const { waits } = connectTo(host, () => (there ? Promise.resolve(host.open()) : Promise.reject(new Error('Gone'))));
    for (let at = 0; at < 3; at += 1) {
      await rest();
      waits.at(-1)?.run();
    }
    await rest();
    there = true;
    waits.at(-1)?.run();
    await rest();
    host.drop();
    await rest();
    expect(waits.map(({ ms }) => ms)).toEqual([1, 2, 3, 4, 1].map(backoff));
    expect(backoff(20)).toBe(8000);
  });

  it('gives up where the host speaks another version, and tells the reason', async () => {
    const { connections, waits } = connectTo(createScriptedHost({}, 999));
    await rest();
    expect(connections.at(-1)).toEqual({ kind: 'refused', message: 'Update the page.' });
    expect(waits).toHaveLength(0);
  });

  it('stays closed once it was ended', async () => {
    const host = createScriptedHost({});
    const { clients, waits, end } = connectTo(host);
    await rest();
    end();
    await rest();
    for (const { run } of waits) run();
    await rest();
    expect(clients).toHaveLength(1);
  });
});
