import type { Progress } from '../../core/ports/cancellation';
import type { Model } from '../../core/ports/model';
import { RepriseError } from '../../protocol/errors';
import type { ModelTest } from '../../protocol/model';
import { followCancellation } from '../execution/follow-cancellation';
import { contextTokens } from './context-tokens';

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

/**
 * Asks a model one small question by a schema. Errors: rejects with `unavailable` where it gives no answer, with one sentence that
 * says what to do.
 */
export async function testModel(options: {
  readonly model: Model;
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names the user's proxies and certificates. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly progress: Pick<Progress, 'signal'>;
}): Promise<ModelTest> {
  const { model, name, baseUrl, headers, environmentBlock, progress } = options;
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
      contextTokens: await contextTokens({ baseUrl, name, headers, environmentBlock, signal }),
      schemas: keeps(reply.text.trim()),
    };
  } finally {
    leave();
  }
}
