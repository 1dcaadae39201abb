import { request as requestPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Socket } from 'node:net';
import { connectTo, isStraight } from '../network/connect-to';
import { errorCode } from '../system/error-code';

type Block = Readonly<Record<string, string | undefined>>;

/** Each limit ends the request with a named reason. Milliseconds; bytes of the body. */
export interface ExchangeLimits {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
  readonly bodyBytes: number;
}

export type Exchanged =
  | { readonly kind: 'unreachable'; readonly code: string }
  /** Connected, and not a byte of an answer within the limit. */
  | { readonly kind: 'silent' }
  /** Connected, and gone before the head of an answer. */
  | { readonly kind: 'hungUp' }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly firstByteMs: number;
      /** `stopped`: the reader had all it wanted. */
      readonly end: 'whole' | 'stopped' | 'dropped' | 'stalled' | 'tooSlow' | 'tooLong';
    };

/**
 * One request with a JSON body, or none, and its answer, whatever the other side does: it ends by itself, by the reader's
 * word or by a limit. Follows no redirect, keeps no connection. Rejects on cancellation alone, with the signal's reason.
 */
export async function exchange(options: {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: a GET. */
  readonly body: string | null;
  readonly limits: ExchangeLimits;
  /** Names the user's proxies and certificates. Absent: none. */
  readonly environmentBlock?: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** `stop`: the reader has all it wants. `nothing`: the line is open, and nothing of an answer has come yet: the first is still waited for. */
  readonly onBytes: (bytes: Buffer, head: IncomingMessage) => 'more' | 'stop' | 'nothing';
}): Promise<Exchanged> {
  const { url, body, limits, environmentBlock = {}, signal, onBytes } = options;
  const opened = isStraight(url, environmentBlock) ? null : await open(url, environmentBlock);
  if (opened !== null && typeof opened !== 'function') return opened;
  if (signal.aborted) opened?.().destroy();
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let head: IncomingMessage | null = null;
    let firstByteMs = 0;
    let bytesRead = 0;
    let timer: NodeJS.Timeout | undefined;
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
      method: body === null ? 'GET' : 'POST',
      // Without an agent, which would open a connection of its own.
      ...(opened === null ? { agent: false } : { createConnection: opened }),
      // Before Node 20 a name with two kinds of addresses was tried by the first alone.
      ...{ autoSelectFamily: true },
      headers: {
        accept: 'text/event-stream, application/json',
        ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...options.headers,
      },
    });
    const total = setTimeout(() => settle(head ? 'tooSlow' : { kind: 'silent' }), limits.totalMs);

    function settle(outcome: Exchanged | 'whole' | 'stopped' | 'dropped' | 'stalled' | 'tooSlow' | 'tooLong'): void {
      clearTimeout(total);
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      request.destroy();
      if (typeof outcome !== 'string') return resolve(outcome);
      if (!head) return resolve({ kind: 'hungUp' });
      const { statusCode: status = 0, headers } = head;
      resolve({ kind: 'answered', status, headers, firstByteMs, end: outcome });
    }

    function wait(ms: number, outcome: () => void): void {
      clearTimeout(timer);
      timer = setTimeout(outcome, ms);
    }

    function cancel(): void {
      clearTimeout(total);
      clearTimeout(timer);
      request.destroy();
      reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
    }

    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    wait(limits.connectMs, () => settle({ kind: 'unreachable', code: 'ETIMEDOUT' }));
    let isConnected = false;
    request.on('socket', (socket) => {
      if (opened !== null) {
        isConnected = true;
        wait(limits.firstByteMs, () => settle({ kind: 'silent' }));
        return;
      }
      socket.once('connect', () => {
        isConnected = true;
        wait(limits.firstByteMs, () => settle({ kind: 'silent' }));
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (head) settle('dropped');
      else settle(isConnected ? { kind: 'hungUp' } : { kind: 'unreachable', code: error.code ?? 'ERROR' });
    });
    request.on('response', (response) => {
      head = response;
      response.on('data', (bytes: Buffer) => {
        bytesRead += bytes.length;
        if (bytesRead > limits.bodyBytes) return settle('tooLong');
        const took = onBytes(bytes, response);
        if (took === 'nothing') return;
        if (firstByteMs === 0) firstByteMs = performance.now() - startedAt;
        if (took === 'stop') return settle('stopped');
        wait(limits.idleMs, () => settle('stalled'));
      });
      response.on('end', () => settle(response.complete ? 'whole' : 'dropped'));
      response.on('aborted', () => settle('dropped'));
      response.on('error', () => settle('dropped'));
    });
    request.end(body ?? undefined);
  });
}

/** A way by the user's proxy, or with the user's certificates. */
async function open(url: URL, block: Block): Promise<(() => Socket) | Exchanged> {
  return connectTo(url, block).catch((error: unknown) => ({
    kind: 'unreachable',
    code: errorCode(error) ?? 'PROXY',
  }));
}
