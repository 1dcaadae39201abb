import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSafely } from 'node:https';
import { Readable } from 'node:stream';
import { connectTo } from './connect-to';

const LIMIT_MS = 60_000;
/** Statuses whose answers have no body (RFC 9110). */
const BODILESS = [204, 205, 304];

export interface SentRequest {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Names the user's proxies and certificates, and whether anything may leave this machine. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * One request on a connection of its own, and the head of its answer; no redirect is followed. Errors: `unavailable` offline; rejects where
 * the host is not reached, falls silent for a minute, and on abort.
 */
export async function openRequest(url: URL, request: SentRequest): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, signal } = request;
  signal.throwIfAborted();
  const createConnection = await connectTo(url, request.environmentBlock);
  return new Promise((resolve, reject) => {
    const connection = createConnection();
    const sent = (url.protocol === 'https:' ? requestSafely : requestPlain)(
      {
        ...{ host: url.hostname, port: url.port, path: `${url.pathname}${url.search}`, method },
        headers: {
          ...headers,
          host: url.host,
          connection: 'close',
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        signal,
        timeout: LIMIT_MS,
        // Without an agent, which would open a connection of its own.
        createConnection: () => connection,
      },
      (answer) => {
        answer.on('close', () => connection.destroy());
        resolve(answer);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('It does not answer.')));
    sent.on('error', (error) => {
      connection.destroy();
      reject(error);
    });
    sent.end(body);
  });
}

/** The same, as the web's own form of an answer. */
export async function sendRequest(address: string, request: SentRequest): Promise<Response> {
  const answer = await openRequest(new URL(address), request);
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  if (BODILESS.includes(status)) answer.resume();
  const body = BODILESS.includes(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
  return new Response(body, { status, headers });
}
