import type { Cancellation } from '../../core/ports/cancellation';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { sendRequest } from '../network/send-request';
import { readBody } from '../system/read-body';
import { withinLimit } from '../system/within-limit';

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
  /** In place of a body: fields of a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Names the user's proxies and certificates. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
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
  const { signal, limitMs = 30_000, maxBytes = 20_000_000, host } = request;
  return withinLimit({ signal, limitMs }, async (limited) => {
    try {
      const response = await sendRequest(request.address, {
        method: request.method,
        environmentBlock: request.environmentBlock,
        signal: limited,
        headers: {
          ...request.headers,
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(request.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(request.form === undefined ? {} : { body: new URLSearchParams(request.form).toString() }),
      });
      const text = await readBody(response, maxBytes, () => unavailable('share.large', 'answer'));
      return { status: response.status, headers: new Map(response.headers), body: parse(text) };
    } catch (error) {
      if (error instanceof RepriseError) throw error;
      throw unavailable(limited.aborted ? 'share.slow' : 'share.offline', host);
    }
  });
}

function unavailable(key: 'share.large' | 'share.slow' | 'share.offline', what: string): RepriseError<'unavailable'> {
  return new RepriseError('unavailable', message(key, { host: what }), { what });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
