import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Host } from '../host/host';
import { acceptSockets } from './accept-sockets';
import { addressWithToken, createApp, type WebApp } from './create-app';
import { listenOnLoopback } from './listen-on-loopback';
import { listPageFiles } from '../node/page/list-page-files';
import { removeRuntimeFile, writeRuntimeFile } from './runtime-file';
import { createSessions } from './sessions';

export interface WebOptions {
  readonly host: Pick<Host, 'connect'>;
  readonly dataFolder: string;
  /** The built page. */
  readonly pageFolder: string;
  /** 0: a random one. */
  readonly port: number;
  /** Calls `onIdle` after this long without a signed-in page, in milliseconds; null: never. */
  readonly idleMs: number | null;
  readonly onIdle: () => void;
  readonly authenticateWithinMs?: number;
}

export interface WebServer {
  /** Address with a token that signs in one browser, once. */
  readonly address: string;
  readonly port: number;
  /** The routes, for the test that walks them. */
  readonly app: WebApp;
  close(): Promise<void>;
}

const AUTHENTICATE_WITHIN_MS = 5_000;

/** Serves the page and its sockets on loopback alone. Errors: `unavailable` without a built page, `badInput` for a taken port. */
export async function serveWeb(options: WebOptions): Promise<WebServer> {
  const { host, dataFolder, idleMs } = options;
  const files = await listPageFiles(options.pageFolder);
  const sessions = createSessions();
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });
  const listener = getRequestListener((request) => answer(request), { overrideGlobalObjects: false });
  const { servers, port } = await listenOnLoopback(
    () => createServer((req, res) => void listener(req, res)),
    options.port,
  );

  const address = `http://127.0.0.1:${port}/`;
  const app = createApp({ port, sessions, files, address });
  answer = (request) => app.fetch(request);
  const idle = createIdleTimer(idleMs, options.onIdle);
  const sockets = acceptSockets({
    servers,
    port,
    sessions,
    authenticateWithinMs: options.authenticateWithinMs ?? AUTHENTICATE_WITHIN_MS,
    onTransport: (transport, role) => host.connect(transport, role),
    onCount: idle.onCount,
  });
  await writeRuntimeFile(dataFolder, {
    address,
    token: sessions.token,
    processId: process.pid,
    startedAt: new Date().toISOString(),
  });

  return {
    address: addressWithToken(address, sessions),
    port,
    app,
    close: async () => {
      idle.stop();
      sockets.close();
      await Promise.all(servers.map(closeServer));
      await removeRuntimeFile(dataFolder);
    },
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function createIdleTimer(idleMs: number | null, onIdle: () => void) {
  let timer: NodeJS.Timeout | null = null;
  const onCount = (count: number): void => {
    if (timer) clearTimeout(timer);
    timer = count === 0 && idleMs !== null ? setTimeout(fire, idleMs) : null;
  };
  const fire = (): void => {
    onCount(0);
    onIdle();
  };
  onCount(0);
  return {
    onCount,
    stop: (): void => {
      if (timer) clearTimeout(timer);
    },
  };
}
