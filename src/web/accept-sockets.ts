import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { MAX_FRAME_BYTES, createWebSocketTransport } from '../node/transport/web-socket-transport';
import type { ClientFrame, HostFrame } from '../protocol/frame';
import type { Transport } from '../protocol/transport';
import { isOwnPlace, sessionOf } from './admission';
import { isSame, type Session, type Sessions } from './sessions';

export interface SocketOptions {
  readonly servers: readonly Server[];
  readonly port: number;
  readonly sessions: Sessions;
  /** How long a socket may take for its first message, in milliseconds. */
  readonly authenticateWithinMs: number;
  readonly onTransport: (transport: Transport<HostFrame, ClientFrame>) => void;
  /** Called with the number of signed-in sockets whenever it changes. */
  readonly onCount: (count: number) => void;
}

const HEARTBEAT_MS = 30_000;

const FirstMessage = z.object({ kind: z.literal('authenticate'), csrf: z.string() });

/** Takes sockets at `/socket`: Host, Origin and cookie at the upgrade, then `{kind:'authenticate', csrf}` as the first message. */
export function acceptSockets(options: SocketOptions): { close(): void } {
  const { servers, port, sessions, onTransport, onCount } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  const alive = new WeakSet<WebSocket>();
  let signedIn = 0;

  for (const server of servers) server.on('upgrade', upgrade);
  const heartbeat = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    close: () => {
      clearInterval(heartbeat);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };

  function upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    connection.on('error', () => connection.destroy());
    const { host, origin, cookie } = request.headers;
    const session = sessionOf({ cookies: cookie }, port, sessions);
    // A browser always sends Origin here, so a socket without one is no page of ours.
    if (request.url !== '/socket' || origin === undefined || !isOwnPlace({ host, origin }, port) || !session) {
      // Destroyed too: the other side may leave its half open for ever.
      connection.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
        connection.destroy(),
      );
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => awaitFirstMessage(socket, session));
  }

  function awaitFirstMessage(socket: WebSocket, session: Session): void {
    alive.add(socket);
    socket.on('pong', () => alive.add(socket));
    socket.on('error', () => socket.terminate());
    const late = setTimeout(() => socket.close(1008), options.authenticateWithinMs);
    socket.once('close', () => clearTimeout(late));
    socket.once('message', (bytes: RawData, isBinary: boolean) => {
      clearTimeout(late);
      const csrf = isBinary ? null : csrfOf(String(bytes));
      if (csrf === null || !isSame(session.csrf, csrf)) return socket.close(1008);
      onCount(++signedIn);
      socket.once('close', () => onCount(--signedIn));
      onTransport(createWebSocketTransport({ socket }));
    });
  }
}

/** Null where the text is no first message. */
function csrfOf(text: string): string | null {
  try {
    return FirstMessage.parse(JSON.parse(text)).csrf;
  } catch {
    return null;
  }
}
