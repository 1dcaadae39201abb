import type { Cancellation } from '../../core/ports/cancellation';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';

/** What a host answered. `headers` have names in lower case; `body` is null where it was no JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: unknown;
}

interface JsonRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly address: string;
  /** For people. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal: Cancellation;
  /** For the whole exchange. Default: half a minute. */
  readonly limitMs?: number;
  /** Longest answer that is read. Default: 20 MB. */
  readonly maxBytes?: number;
}

/**
 * One exchange with one host: no redirect is followed, nothing is asked twice. Errors: `unavailable` with a sentence where the host is not
 * reached, is too slow or says too much; the signal's reason on cancellation.
 */
export async function requestJson(request: JsonRequest): Promise<JsonAnswer> {
  const { signal, limitMs = 30_000, maxBytes = 20_000_000 } = request;
  signal.throwIfAborted();
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  signal.addEventListener('abort', cancel);
  const timer = setTimeout(cancel, limitMs);
  try {
    const response = await fetch(request.address, {
      method: request.method,
      redirect: 'manual',
      signal: controller.signal,
      headers: {
        ...request.headers,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const text = await readAll(response, maxBytes);
    return { status: response.status, headers: new Map(response.headers), body: parse(text) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RepriseError) throw error;
    const key = controller.signal.aborted ? 'share.slow' : 'share.offline';
    throw new RepriseError('unavailable', message(key, { host: request.host }), { what: request.host });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

async function readAll(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    size += part.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new RepriseError('unavailable', message('share.large'), { what: 'answer' });
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
