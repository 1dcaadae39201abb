import type { IncomingMessage } from 'node:http';
import { openRequest } from '../../network/send-request';

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

async function ask(url: URL, { accept, ...how }: Parameters<typeof fetchPage>[1]): Promise<IncomingMessage> {
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers = {
    accept,
    'user-agent': 'reprise',
    ...(url.username === '' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
  };
  return openRequest(url, { ...how, headers });
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
