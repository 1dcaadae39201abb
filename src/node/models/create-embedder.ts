import { z } from 'zod';
import type { Embedder } from '../../core/ports/embedder';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { sendRequest } from '../network/send-request';
import { withinLimit } from '../system/within-limit';

/** What is used of an answer: https://platform.openai.com/docs/api-reference/embeddings */
const Answer = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()).min(1) })),
});

const BATCH = 64;
const LIMIT_MS = 60_000;

/** Asks an OpenAI-compatible `embeddings` interface. `baseUrl` ends before `/embeddings`; `key` goes to that address alone. */
export function createEmbedder(options: {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | null;
  /** Names the user's proxies and certificates. Absent: none. */
  readonly environmentBlock?: Readonly<Record<string, string | undefined>>;
}): Embedder {
  const address = `${options.baseUrl.replace(/\/+$/, '')}/embeddings`;
  return {
    embed: async (texts, { signal }) => {
      const vectors: (readonly number[])[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        const batch = texts.slice(start, start + BATCH);
        vectors.push(...(await withinLimit({ signal, limitMs: LIMIT_MS }, (limited) => asked(batch, limited))));
      }
      return vectors;
    },
  };

  /** Whatever goes wrong on the way is one thing to a reader: there are no vectors. */
  function asked(input: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    return ask(input, signal).catch((error: unknown) => {
      throw error instanceof RepriseError ? error : unavailable(address);
    });
  }

  async function ask(input: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    const response = await sendRequest(address, {
      method: 'POST',
      environmentBlock: options.environmentBlock ?? {},
      signal,
      headers: {
        'content-type': 'application/json',
        ...(options.key === null ? {} : { authorization: `Bearer ${options.key}` }),
      },
      body: JSON.stringify({ model: options.model, input }),
    });
    if (!response.ok) throw unavailable(address);
    const { data } = Answer.parse(await response.json());
    const vectors = input.map((_, place) => data.find(({ index }) => index === place)?.embedding ?? null);
    const [first] = vectors;
    const isWhole = vectors.every((vector) => vector !== null && vector.length === first?.length);
    if (!isWhole) throw unavailable(address);
    return vectors.flatMap((vector) => (vector ? [vector] : []));
  }
}

function unavailable(address: string): RepriseError<'unavailable'> {
  return new RepriseError('unavailable', message('context.noEmbedder', { address }), { what: 'embedder' });
}
