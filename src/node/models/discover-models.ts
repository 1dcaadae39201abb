import type { ModelEndpoint } from '../../protocol/model';
import type { Cancellation } from '../../core/ports/cancellation';
import { followCancellation } from '../execution/follow-cancellation';
import { methodUrl } from './endpoint-address';
import { exchange } from './exchange';

/** Servers of models and the ports that they usually listen on. Data table. */
const usual: readonly { readonly server: string; readonly port: number }[] = [
  { server: 'Ollama', port: 11434 },
  { server: 'LM Studio', port: 1234 },
  { server: 'llama.cpp', port: 8080 },
  { server: 'vLLM', port: 8000 },
];

const LIMITS = { connectMs: 500, firstByteMs: 2_000, idleMs: 1_000, totalMs: 3_000, bodyBytes: 1_000_000 };

/** Models that a server lists, or null where what answers is none. Never rejects but on cancellation. */
async function modelsAt(baseUrl: string, signal: AbortSignal): Promise<readonly string[] | null> {
  const chunks: Buffer[] = [];
  const exchanged = await exchange({
    url: methodUrl(baseUrl, 'models'),
    headers: {},
    body: null,
    limits: LIMITS,
    signal,
    onBytes: (bytes) => {
      chunks.push(bytes);
      return 'more';
    },
  });
  if (exchanged.kind !== 'answered' || exchanged.status !== 200 || exchanged.end !== 'whole') return null;
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { readonly data?: unknown };
    if (!Array.isArray(body.data)) return null;
    return body.data.flatMap((model: unknown) => {
      const id = typeof model === 'object' && model !== null && 'id' in model ? model.id : null;
      return typeof id === 'string' && id.length <= 200 ? [id] : [];
    });
  } catch {
    return null;
  }
}

/** Asks the usual ports of this machine which models they serve: one request each, side by side, at most three seconds. */
export async function discoverModels(options: {
  readonly signal: Cancellation;
  readonly elapsed: () => number;
  /** Absent: the usual ones. */
  readonly ports?: readonly { readonly server: string; readonly port: number }[];
}): Promise<readonly ModelEndpoint[]> {
  const { signal, leave } = followCancellation(options.signal);
  try {
    const found = await Promise.all(
      (options.ports ?? usual).map(async ({ server, port }) => {
        const baseUrl = `http://127.0.0.1:${port}/v1`;
        const startedAt = options.elapsed();
        const models = await modelsAt(baseUrl, signal);
        return models === null
          ? []
          : [{ baseUrl, server, models: [...models], latencyMs: options.elapsed() - startedAt }];
      }),
    );
    return found.flat();
  } finally {
    leave();
  }
}
