import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { MAX_FRAME_BYTES, createWebSocketTransport } from '../node/transport/web-socket-transport';
import type { ClientFrame, HostFrame } from '../protocol/frame';
import type { ClientRole } from '../protocol/role';
import type { Transport } from '../protocol/transport';
import { isOwnPlace, sessionOf, surfaceVisit } from './admission';
import { isSame, type Sessions } from './sessions';

export interface SocketOptions {
  readonly servers: readonly Server[];
  readonly port: number;
  readonly sessions: Sessions;
  /** How long a socket may take for its first message, in milliseconds. */
  readonly authenticateWithinMs: number;
  /** The role is by the place that the socket came from. */
  readonly onTransport: (transport: Transport<HostFrame, ClientFrame>, role: ClientRole) => void;
  /** Called with the number of signed-in sockets whenever it changes. */
  readonly onCount: (count: number) => void;
}

const HEARTBEAT_MS = 30_000;

const FirstMessage = z.object({ kind: z.literal('authenticate'), csrf: z.string() });

/** Who asks for a socket, and the value that its first message must carry. */
interface Applicant {
  readonly role: ClientRole;
  readonly csrf: string;
}

/**
 * Takes sockets of the page at `/socket` by Host, Origin and cookie, and of the Run surface at its own place by Host, Origin
 * and ticket; then `{kind:'authenticate', csrf}` as the first message, with the value of that document.
 */
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
    const applicant = applicantOf(request);
    if (!applicant) {
      // Destroyed too: the other side may leave its half open for ever.
      connection.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
        connection.destroy(),
      );
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => awaitFirstMessage(socket, applicant));
  }

  /** A browser always sends Origin here, and no script can choose it, so a socket without one is no document of ours. */
  function applicantOf({ url, headers }: IncomingMessage): Applicant | null {
    const { host, origin, cookie } = headers;
    if (origin === undefined || url === undefined) return null;
    if (url !== '/socket') {
      const visit = surfaceVisit({ host, origin, path: url }, port, sessions);
      return visit?.rest === '/socket' ? { role: 'surface', csrf: visit.session.surface.csrf } : null;
    }
    const session = isOwnPlace({ host, origin }, port) ? sessionOf({ cookies: cookie }, port, sessions) : null;
    return session && { role: 'page', csrf: session.csrf };
  }

  function awaitFirstMessage(socket: WebSocket, applicant: Applicant): void {
    alive.add(socket);
    socket.on('pong', () => alive.add(socket));
    socket.on('error', () => socket.terminate());
    const late = setTimeout(() => socket.close(1008), options.authenticateWithinMs);
    socket.once('close', () => clearTimeout(late));
    socket.once('message', (bytes: RawData, isBinary: boolean) => {
      clearTimeout(late);
      const csrf = isBinary ? null : csrfOf(String(bytes));
      if (csrf === null || !isSame(applicant.csrf, csrf)) return socket.close(1008);
      onCount(++signedIn);
      socket.once('close', () => onCount(--signedIn));
      onTransport(createWebSocketTransport({ socket }), applicant.role);
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
