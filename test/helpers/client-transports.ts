import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Host } from '../../src/host/host';
import { createMessagePortTransport } from '../../src/node/transport/message-port-transport';
import { MAX_FRAME_BYTES, createWebSocketTransport } from '../../src/node/transport/web-socket-transport';
import type { ClientFrame, HostFrame } from '../../src/protocol/frame';
import { createTransportPair, type Transport } from '../../src/protocol/transport';

export type ClientTransport = Transport<ClientFrame, HostFrame>;

/** Each way of reaching a host: gives the client's end of a channel whose other end the host serves. */
export const transports: Readonly<Record<string, (host: Host) => Promise<ClientTransport>>> = {
  'in process': async (host) => {
    const [client, server] = createTransportPair<ClientFrame, HostFrame>(queueMicrotask);
    host.connect(server, 'program');
    return client;
  },
  'message port': async (host) => {
    const { port1, port2 } = new MessageChannel();
    host.connect(createMessagePortTransport({ port: port1 }), 'program');
    onTestFinished(() => port1.close());
    return createMessagePortTransport({ port: port2 });
  },
  'web socket': async (host) => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: MAX_FRAME_BYTES });
    await new Promise((resolve) => server.once('listening', resolve));
    server.on('connection', (socket) => host.connect(createWebSocketTransport({ socket }), 'program'));
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      socket.terminate();
      for (const client of server.clients) client.terminate();
      server.close();
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return createWebSocketTransport({ socket });
  },
};
