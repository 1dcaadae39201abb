import { z } from 'zod';
import type { Embedder } from '../../core/ports/embedder';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';

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
}): Embedder {
  const address = `${options.baseUrl.replace(/\/+$/, '')}/embeddings`;
  return {
    embed: async (texts, { signal }) => {
      const vectors: (readonly number[])[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        signal.throwIfAborted();
        const controller = new AbortController();
        const cancel = (): void => controller.abort();
        signal.addEventListener('abort', cancel);
        const timer = setTimeout(cancel, LIMIT_MS);
        try {
          vectors.push(...(await ask(texts.slice(start, start + BATCH), controller.signal)));
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof RepriseError) throw error;
          throw unavailable(address);
        } finally {
          clearTimeout(timer);
          signal.removeEventListener('abort', cancel);
        }
      }
      return vectors;
    },
  };

  async function ask(input: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]> {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'error',
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
