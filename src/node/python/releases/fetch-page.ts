import { readFile } from 'node:fs/promises';
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSafely } from 'node:https';
import { isIP } from 'node:net';
import { connect as connectSafely, rootCertificates } from 'node:tls';
import { placeOfUrl } from '../index-proxy/allowed-hosts';
import { reach, userProxy } from '../index-proxy/reach';
import { certificateFileOf } from '../uv/environment-block';

const LIMIT_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MOST_REDIRECTS = 3;

export interface FetchedPage {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/**
 * Reads a page of the package index as installers would: straight or through the user's proxy, with the user's certificates. A redirect
 * is followed on the same host alone. Errors: rejects where the index is not reached, is too slow or says too much, and on abort.
 */
export async function fetchPage(
  address: string,
  options: {
    readonly accept: string;
    readonly environmentBlock: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
  },
): Promise<FetchedPage> {
  let url = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(url, options);
    const { location } = answer.headers;
    const status = answer.statusCode ?? 0;
    if (location !== undefined && status >= 300 && status < 400 && redirects < MOST_REDIRECTS) {
      answer.destroy();
      const next = new URL(location, url);
      if (next.host !== url.host || next.protocol !== url.protocol) throw new Error('The index leads elsewhere.');
      next.username = url.username;
      next.password = url.password;
      url = next;
      continue;
    }
    return { status, contentType: answer.headers['content-type'] ?? '', text: await readAll(answer) };
  }
}

async function ask(
  url: URL,
  { accept, environmentBlock, signal }: Parameters<typeof fetchPage>[1],
): Promise<IncomingMessage> {
  const place = placeOfUrl(url.href);
  if (place === null) throw new Error('The index is no address of the web.');
  const isTls = url.protocol === 'https:';
  const certificates = isTls ? await readCertificates(environmentBlock) : null;
  const socket = await reach(place, userProxy(environmentBlock, place, isTls ? 'https' : 'http'));
  // What happens to it while it is read shows in the answer; afterwards nobody needs it.
  socket.on('error', () => undefined);
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const how: RequestOptions = {
    host: place.host,
    port: place.port,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept,
      host: url.host,
      connection: 'close',
      'user-agent': 'reprise',
      ...(url.username === '' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
    },
    signal,
    timeout: LIMIT_MS,
    // Without an agent, which would open a connection of its own.
    createConnection: () =>
      isTls
        ? connectSafely({
            socket,
            ...(isIP(place.host) === 0 ? { servername: place.host } : {}),
            ...(certificates === null ? {} : { ca: [...rootCertificates, certificates] }),
          })
        : socket,
  };
  return new Promise((resolve, reject) => {
    const sent = (isTls ? requestSafely : requestPlain)(how, (answer) => {
      answer.on('close', () => socket.destroy());
      resolve(answer);
    });
    sent.on('timeout', () => sent.destroy(new Error('The index does not answer.')));
    sent.on('error', (error) => {
      socket.destroy();
      reject(error);
    });
    sent.end();
  });
}

/** Certificates that the user's variables name besides the usual ones; null: none, or they cannot be read. */
async function readCertificates(block: Readonly<Record<string, string | undefined>>): Promise<string | null> {
  const file = certificateFileOf(block);
  return file === null ? null : readFile(file, 'utf8').catch(() => null);
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      answer.destroy();
      throw new Error('The index says too much.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
