import { mkdir, rm } from 'node:fs/promises';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { workName } from '../../system/work-name';
import { placeOfUrl, readPlace, writtenPlace, type Place } from '../../network/place';
import { reach, userProxy } from '../../network/reach';
import { isAllowed } from './allowed-hosts';
import { readServerName } from './read-server-name';

/** How names of our folders for sockets begin; what follows tells whose they are. */
export const PROXY_FOLDER = 'reprise-index-';
const MOST_REFUSED = 20;
/** Headers between two neighbours only (RFC 9110, 7.6.1), and what is for a proxy. */
const neighbourly = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

export interface IndexProxy {
  /** Folder with the socket, to be shown in the sandbox. */
  readonly folder: string;
  readonly socket: string;
  /** Places that were asked for and refused, each once. */
  refused(): readonly string[];
  /** Places that may be reached and were not, each once. */
  unreached(): readonly string[];
  close(): Promise<void>;
}

/** A proxy of the host's that lets through to the package index alone. It listens on a unix socket that only we and the sandbox see. */
export async function openIndexProxy(options: {
  readonly allowed: readonly Place[];
  /** The host's own, for the user's proxies. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
}): Promise<IndexProxy> {
  const { allowed, environmentBlock } = options;
  const refused = new Set<string>();
  const unreached = new Set<string>();
  const open = new Set<Duplex>();
  const note = (asked: string) => {
    if (refused.size < MOST_REFUSED) refused.add(asked.replace(/[^\w.:[\]-]/g, '?').slice(0, 100));
  };

  const server = createServer((request, response) => {
    const place = placeOfUrl(request.url ?? '');
    if (place === null || !(request.url ?? '').startsWith('http://') || !isAllowed(place, allowed)) {
      note(place === null ? (request.url ?? '') : writtenPlace(place));
      return answer(response, 403);
    }
    passOn(request, response, place);
  });

  function passOn(request: IncomingMessage, response: ServerResponse, place: Place): void {
    const proxy = userProxy(environmentBlock, place, 'http');
    const url = new URL(request.url ?? '');
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !neighbourly.includes(name) && !name.startsWith('proxy-')),
    );
    const isTls = proxy?.isTls === true;
    // Through a proxy that speaks TLS a plain address is not asked for: no client of ours comes here with both.
    if (isTls) return answer(response, 502);
    const onward = send({
      ...(proxy?.place ?? place),
      method: request.method ?? 'GET',
      path: proxy === null ? `${url.pathname}${url.search}` : url.href,
      headers: {
        ...headers,
        host: url.host,
        ...(typeof proxy?.authorization === 'string' ? { 'proxy-authorization': proxy.authorization } : {}),
      },
    });
    onward.on('response', (given) => {
      const kept = Object.entries(given.headers).filter(([name]) => !neighbourly.includes(name));
      response.writeHead(given.statusCode ?? 502, Object.fromEntries(kept));
      given.pipe(response);
      given.on('error', () => response.destroy());
    });
    onward.on('error', () => {
      unreached.add(writtenPlace(place));
      answer(response, 502);
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  server.on('connect', (request: IncomingMessage, near: Duplex, head: Buffer) => {
    open.add(near);
    near.on('close', () => open.delete(near));
    near.on('error', () => near.destroy());
    const place = readPlace(request.url ?? '');
    if (place === null || !isAllowed(place, allowed)) {
      note(request.url ?? '');
      near.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    reach(place, userProxy(environmentBlock, place, 'https')).then(
      (far) => {
        near.write('HTTP/1.1 200 Connection established\r\n\r\n');
        joinNamed(near, far, { place, head, note });
      },
      () => {
        unreached.add(writtenPlace(place));
        near.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
      },
    );
  });
  server.on('clientError', (_, near) => near.destroy());

  // Not below the data folder: the path of a socket may be about a hundred characters long.
  const folder = join(tmpdir(), `${PROXY_FOLDER}${workName()}`);
  await mkdir(folder, { mode: 0o700 });
  const socket = join(folder, 'index');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  return {
    folder,
    socket,
    refused: () => [...refused],
    unreached: () => [...unreached],
    close: async () => {
      for (const one of open) one.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answer(response: ServerResponse, status: number): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-length': 0 });
  response.end();
}

/** Joins both ends once the client has asked by TLS for the very name that it gave: hosts that share an address stay apart. */
function joinNamed(
  near: Duplex,
  far: Socket,
  asked: { readonly place: Place; readonly head: Buffer; readonly note: (name: string) => void },
): void {
  const { place, note } = asked;
  let greeting = asked.head;
  far.on('error', () => near.destroy());
  far.on('close', () => near.destroy());
  near.on('close', () => far.destroy());
  const look = (): void => {
    const found = readServerName(greeting);
    if (found.kind === 'more') return;
    near.off('data', take);
    near.pause();
    const isNamed = found.kind === 'name' && found.name === place.host;
    const isAddress = found.kind === 'none' && isIP(place.host) !== 0;
    if (!isNamed && !isAddress) {
      note(found.kind === 'name' ? found.name : `${writtenPlace(place)} (no TLS name)`);
      near.destroy();
      return;
    }
    far.write(greeting);
    near.pipe(far);
    far.pipe(near);
  };
  const take = (bytes: Buffer): void => {
    greeting = Buffer.concat([greeting, bytes]);
    look();
  };
  near.on('data', take);
  if (greeting.length > 0) look();
}
