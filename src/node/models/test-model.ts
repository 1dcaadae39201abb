import type { Progress } from '../../core/ports/cancellation';
import type { Model } from '../../core/ports/model';
import { RepriseError } from '../../protocol/errors';
import type { ModelTest } from '../../protocol/model';
import { followCancellation } from '../execution/follow-cancellation';
import { methodUrl } from './endpoint-address';
import { exchange } from './exchange';

const SCHEMA = {
  type: 'object',
  properties: { word: { type: 'string', enum: ['ready'] }, number: { type: 'integer' } },
  required: ['word', 'number'],
  additionalProperties: false,
};

/** Whether an answer keeps to that schema, with nothing around it. */
function keeps(text: string): boolean {
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return value['word'] === 'ready' && Number.isInteger(value['number']) && Object.keys(value).length === 2;
  } catch {
    return false;
  }
}

/** The names under which servers tell the length of a model's context in their lists. */
const lengths = ['max_model_len', 'context_length', 'max_context_length', 'n_ctx', 'context_window'];

function lengthIn(body: unknown, name: string): number | null {
  const list = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  const model: unknown = Array.isArray(list) ? list.find((one: { id?: unknown } | null) => one?.id === name) : null;
  if (typeof model !== 'object' || model === null) return null;
  const nested = 'meta' in model && typeof model.meta === 'object' && model.meta !== null ? model.meta : {};
  const all: Readonly<Record<string, unknown>> = { ...nested, ...model };
  const found = [...lengths, 'n_ctx_train'].map((key) => all[key]).find((value) => Number.isInteger(value));
  return typeof found === 'number' && found > 0 ? found : null;
}

async function contextOf(
  baseUrl: string,
  name: string,
  how: Pick<Parameters<typeof exchange>[0], 'signal' | 'environmentBlock'>,
): Promise<number | null> {
  const chunks: Buffer[] = [];
  await exchange({
    url: methodUrl(baseUrl, 'models'),
    headers: {},
    body: null,
    limits: { connectMs: 1_300, firstByteMs: 3_000, idleMs: 1_000, totalMs: 4_000, bodyBytes: 1_000_000 },
    ...how,
    onBytes: (bytes) => {
      chunks.push(bytes);
      return 'more';
    },
  });
  try {
    return lengthIn(JSON.parse(Buffer.concat(chunks).toString('utf8')), name);
  } catch {
    return null;
  }
}

/**
 * Asks a model one small question by a schema. Errors: rejects with `unavailable` where it gives no answer, with one sentence that
 * says what to do.
 */
export async function testModel(options: {
  readonly model: Model;
  readonly name: string;
  readonly baseUrl: string;
  /** Names the user's proxies and certificates. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly progress: Pick<Progress, 'signal'>;
}): Promise<ModelTest> {
  const { model, name, baseUrl, environmentBlock, progress } = options;
  const reply = await model.ask(
    {
      purpose: 'plan',
      model: name,
      messages: [{ role: 'user', content: 'Answer with a JSON object: word "ready", number 7.' }],
      schema: { name: 'test', body: SCHEMA },
      temperature: 0,
      maxOutputTokens: 60,
      boundary: '\u0000',
    },
    progress,
  );
  if (reply.kind === 'failed') throw new RepriseError('unavailable', reply.message, { what: 'model endpoint' });
  const { signal, leave } = followCancellation(progress.signal);
  try {
    return {
      firstByteMs: reply.firstByteMs ?? reply.durationMs,
      totalMs: reply.durationMs,
      contextTokens: await contextOf(baseUrl, name, { signal, environmentBlock }),
      schemas: keeps(reply.text.trim()),
    };
  } finally {
    leave();
  }
}
