import OpenAI, { APIConnectionError, APIError } from 'openai';
import { z } from 'zod';
import { message } from '../../protocol/catalogue/catalogue';
import { sendRequest } from '../network/send-request';
import { RepriseError } from '../../protocol/errors';

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

export interface ListedModels {
  readonly models: readonly string[];
  /** Milliseconds until the whole answer was there. */
  readonly latencyMs: number;
}

/**
 * Asks an OpenAI-compatible endpoint which models it serves. One request, no retry, at most ten seconds.
 * Errors: rejects with `unavailable` where it is not reached, refuses, or answers something else.
 */
export async function listModels({
  baseUrl,
  key,
  elapsed,
  environmentBlock,
}: {
  readonly baseUrl: string;
  readonly key: string | null;
  /** Milliseconds that only rise. */
  readonly elapsed: () => number;
  /** Names the user's proxies and certificates. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
}): Promise<ListedModels> {
  const send = (address: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    sendRequest(typeof address === 'string' ? address : 'url' in address ? address.url : address.href, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      environmentBlock,
      signal: init.signal ?? new AbortController().signal,
    });
  // The library insists on a key; local servers want none and ignore this one.
  const client = new OpenAI({ baseURL: baseUrl, apiKey: key ?? 'none', maxRetries: 0, timeout: 10_000, fetch: send });
  const started = elapsed();
  try {
    // The library takes any body for an empty list, so the answer's shape is checked here.
    const { data } = ModelList.parse(await client.get('/models'));
    return { models: data.map(({ id }) => id), latencyMs: elapsed() - started };
  } catch (error) {
    throw new RepriseError('unavailable', explain(error, baseUrl), { what: 'model endpoint' });
  }
}

function explain(error: unknown, baseUrl: string): string {
  if (error instanceof APIConnectionError) return message('model.notReached', { address: baseUrl });
  if (error instanceof APIError && typeof error.status === 'number') {
    const key = error.status === 401 || error.status === 403 ? 'model.keyRefused' : 'model.answeredWith';
    return message(key, { address: baseUrl, status: String(error.status) });
  }
  return message('model.notAnEndpoint', { address: baseUrl });
}
