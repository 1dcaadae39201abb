import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createMessagePortTransport } from '../../../../src/node/transport/message-port-transport';
import { MAX_FRAME_BYTES, createWebSocketTransport } from '../../../../src/node/transport/web-socket-transport';
import type { Transport } from '../../../../src/protocol/transport';

/** A socket of a client, and the transport that a server has at its other end. */
async function sockets(): Promise<{ socket: WebSocket; transport: Transport<unknown, unknown> }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: MAX_FRAME_BYTES });
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    socket.terminate();
    server.close();
  });
  const [accepted] = (await connected) as [WebSocket];
  const transport = createWebSocketTransport({ socket: accepted });
  await (socket.readyState === socket.OPEN ? undefined : once(socket, 'open'));
  return { socket, transport };
}

describe('a web socket', () => {
  it.each<[string, string | Buffer]>([
    ['text that is no JSON', '{"kind":'],
    ['bytes', Buffer.from('{}')],
  ])('is closed on %s, which nobody hears', async (_what, data) => {
    const { socket, transport } = await sockets();
    const heard: unknown[] = [];
    transport.onMessage((frame) => heard.push(frame));
    const ended = new Promise<void>((resolve) => transport.onClose(resolve));
    socket.send(data);
    socket.send('{"later":true}');
    const [code] = (await once(socket, 'close')) as [number];
    await ended;
    expect({ code, heard }).toEqual({ code: 1007, heard: [] });
  });

  it('brings frames in order, and a large one whole', async () => {
    const { socket, transport } = await sockets();
    const heard: unknown[] = [];
    socket.on('message', (bytes) => heard.push(JSON.parse(String(bytes))));
    const text = '🙂\u2028"'.repeat(300_000);
    for (const frame of [1, { text }, 2]) transport.send(frame);
    transport.close();
    await once(socket, 'close');
    expect(heard).toEqual([1, { text }, 2]);
  });

  it('tells of its end once, and takes sends after it without a word', async () => {
    const { socket, transport } = await sockets();
    let ends = 0;
    transport.onClose(() => (ends += 1));
    socket.terminate();
    await expect.poll(() => ends).toBe(1);
    transport.send({});
    transport.close();
    transport.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toBe(1);
  });
});

describe('a message port', () => {
  it('tells both ends of a close once, and takes sends after it without a word', async () => {
    const { port1, port2 } = new MessageChannel();
    const ends: string[] = [];
    const [one, two] = [port1, port2].map((port) => createMessagePortTransport<unknown, unknown>({ port }));
    one?.onClose(() => ends.push('one'));
    two?.onClose(() => ends.push('two'));
    two?.onMessage(() => undefined);
    one?.close();
    one?.close();
    await expect.poll(() => ends.length).toBe(2);
    one?.send({});
    two?.send({});
    two?.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends.toSorted()).toEqual(['one', 'two']);
  });

  it('takes the frame out of what the port delivers', () => {
    const port = Object.assign(new EventEmitter(), {
      postMessage: () => undefined,
      start: () => undefined,
      close: () => undefined,
    });
    const heard: unknown[] = [];
    const unwrap = (event: unknown) => (event as { data: unknown }).data;
    createMessagePortTransport<unknown, unknown>({ port, unwrap }).onMessage((frame) => heard.push(frame));
    port.emit('message', { data: { kind: 'hello' }, ports: [] });
    expect(heard).toEqual([{ kind: 'hello' }]);
  });
});
