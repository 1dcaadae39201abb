import { z } from 'zod';
import { isLoopback } from '../../protocol/model';
import { methodUrl } from './endpoint-address';
import { exchange } from './exchange';

/** The names under which servers tell the length of a model's context in their lists. */
const lengths = [
  'max_model_len',
  'loaded_context_length',
  'context_length',
  'max_context_length',
  'n_ctx',
  'context_window',
];

const LIMITS = { connectMs: 1_300, firstByteMs: 3_000, idleMs: 1_000, totalMs: 4_000, bodyBytes: 1_000_000 };

type Raw = Readonly<Record<string, unknown>>;
type Ask = (url: URL, body?: string) => Promise<unknown>;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

function countIn(record: unknown, names: readonly string[]): number | null {
  if (!isRaw(record)) return null;
  const found = names.map((name) => record[name]).find((value) => Number.isInteger(value) && Number(value) > 0);
  return typeof found === 'number' ? found : null;
}

function lengthInList(body: unknown, name: string): number | null {
  const list = isRaw(body) ? (body['data'] ?? body['models']) : null;
  const model: unknown = Array.isArray(list)
    ? list.find((one: unknown) => isRaw(one) && [one['id'], one['name'], one['model']].includes(name))
    : null;
  if (!isRaw(model)) return null;
  return countIn(model, lengths) ?? countIn(model['meta'], [...lengths, 'n_ctx_train']);
}

/** llama.cpp: what it was started with (`GET /props`). */
async function ofLlamaCpp(root: string, ask: Ask): Promise<number | null> {
  const body = await ask(methodUrl(root, 'props'));
  return isRaw(body) ? countIn(body['default_generation_settings'], ['n_ctx']) : null;
}

/** LM Studio: what the loaded model has, else what it could have (`GET /api/v0/models`). */
async function ofLmStudio(root: string, ask: Ask, name: string): Promise<number | null> {
  return lengthInList(await ask(methodUrl(root, 'api/v0/models')), name);
}

/** Ollama cuts what is longer without a word: what the loaded model has (`GET /api/ps`), else its own setting, else what it starts with. */
async function ofOllama(root: string, ask: Ask, name: string): Promise<number | null> {
  const loaded = lengthInList(await ask(methodUrl(root, 'api/ps')), name);
  if (loaded !== null) return loaded;
  const shown = z
    .object({ parameters: z.string().optional(), model_info: z.record(z.string(), z.unknown()) })
    .safeParse(await ask(methodUrl(root, 'api/show'), JSON.stringify({ model: name })));
  if (!shown.success) return null;
  const set = /^num_ctx\s+(\d+)/m.exec(shown.data.parameters ?? '')?.[1];
  if (set !== undefined) return Number(set);
  const most = Object.entries(shown.data.model_info).find(([key]) => key.endsWith('.context_length'))?.[1];
  return typeof most === 'number' && most > 0 ? Math.min(most, OLLAMA_DEFAULT) : null;
}

/** What Ollama gives a model where nobody says otherwise (its FAQ, "context window size"). */
const OLLAMA_DEFAULT = 4096;

/**
 * Tokens that a model's context holds, by its endpoint's list of models, and for servers of this machine by their own interfaces. Null:
 * it is not told. Never rejects but on cancellation; at most four seconds for each of five requests, which go to this address alone.
 */
export async function contextTokens(options: {
  readonly baseUrl: string;
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names the user's proxies and certificates. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}): Promise<number | null> {
  const { baseUrl, name, headers, environmentBlock, signal } = options;
  const ask: Ask = async (url, body) => {
    const chunks: Buffer[] = [];
    const exchanged = await exchange({
      ...{ url, headers, body: body ?? null, limits: LIMITS, environmentBlock, signal },
      onBytes: (bytes) => {
        chunks.push(bytes);
        return 'more';
      },
    });
    if (exchanged.kind !== 'answered' || exchanged.status !== 200) return null;
    try {
      return JSON.parse(Buffer.concat(chunks).toString('utf8'));
    } catch {
      return null;
    }
  };
  const listed = lengthInList(await ask(methodUrl(baseUrl, 'models')), name);
  if (listed !== null || !isLoopback(baseUrl)) return listed;
  const root = baseUrl.replace(/\/v1\/?$/, '');
  return (await ofLlamaCpp(root, ask)) ?? (await ofLmStudio(root, ask, name)) ?? (await ofOllama(root, ask, name));
}
