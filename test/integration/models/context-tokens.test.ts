import { afterEach, describe, expect, it } from 'vitest';
import { askModel } from '../../../src/core/model/ask-model';
import { createManualClock } from '../../../src/core/doubles/manual-clock';
import { scriptSchema } from '../../../src/core/model/answer-schemas';
import { readScriptAnswer } from '../../../src/core/model/read-answer';
import type { ModelRequest } from '../../../src/core/ports/model';
import { createModels } from '../../../src/node/models/create-models';
import { digestOf } from '../../../src/node/system/digest';
import { say, serveWith, type ScriptedEndpoint } from '../../helpers/scripted-endpoint';

const answer = say(JSON.stringify({ thought: '', edits: [], script: 'x = 1\n' }));
const { signal } = new AbortController();
let server: ScriptedEndpoint | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function open(others: Readonly<Record<string, unknown>>) {
  server = await serveWith(others, answer);
  return { server, models: createModels({ secrets: { read: async () => null }, localOnly: async () => true }) };
}

describe('the tokens of a model’s context', () => {
  it.each([
    ['vLLM', { '/v1/models': { data: [{ id: 'small', max_model_len: 2048 }] } }, 2048],
    ['llama.cpp, by its list', { '/v1/models': { data: [{ id: 'small', meta: { n_ctx_train: 1024 } }] } }, 1024],
    ['llama.cpp', { '/props': { default_generation_settings: { n_ctx: 8192 } } }, 8192],
    [
      'LM Studio',
      { '/api/v0/models': { data: [{ id: 'small', loaded_context_length: 4000, max_context_length: 9000 }] } },
      4000,
    ],
    ['Ollama, with the model loaded', { '/api/ps': { models: [{ name: 'small', context_length: 16384 }] } }, 16384],
    ['another model', { '/v1/models': { data: [{ id: 'large', max_model_len: 2048 }] } }, null],
    [
      'numbers that are none',
      { '/v1/models': { data: [{ id: 'small', max_model_len: 'many' }] }, '/props': [1] },
      null,
    ],
    ['nothing', {}, null],
  ])('are told by %s', async (_name, others, expected) => {
    const { server: asked, models } = await open(others);
    const tested = await models.test({ baseUrl: asked.baseUrl, name: 'small' }, { signal });
    expect(tested.contextTokens).toBe(expected);
    expect(asked.asked).toHaveLength(1);
  });

  it.each([
    [{ parameters: 'stop "x"\nnum_ctx 6000', model_info: { 'qwen2.context_length': 32768 } }, 6000],
    [{ model_info: { 'qwen2.context_length': 32768 } }, 4096],
    [{ model_info: { 'qwen2.context_length': 2048 } }, 2048],
    [{ model_info: {} }, null],
  ])('are read from what Ollama shows: %o', async (shown, expected) => {
    const { server: asked, models } = await open({ '/api/show': shown });
    expect((await models.test({ baseUrl: asked.baseUrl, name: 'small' }, { signal })).contextTokens).toBe(expected);
  });

  it('decide how much of the material goes into a question, once the endpoint has answered', async () => {
    const { server: asked, models } = await open({ '/v1/models': { data: [{ id: 'small', max_model_len: 2000 }] } });
    const model = await models.open({ baseUrl: asked.baseUrl });
    expect(await model.contextTokens?.('small', { signal })).toBeNull();
    const ask = () =>
      askModel({
        question: {
          ...{ purpose: 'generate', strategy: 'asIs', schema: scriptSchema(), read: readScriptAnswer, temperature: 0 },
          maxOutputTokens: 500,
          prompt: (level) => [
            { role: 'user', content: `${level} ${'word '.repeat(level === 0 ? 4_000 : level === 1 ? 1_000 : 100)}` },
          ],
        },
        choice: { baseUrl: asked.baseUrl, name: 'small', maxCalls: 9 },
        earlier: [],
        ports: {
          model,
          clock: createManualClock(),
          ids: { next: (prefix) => `${prefix}-1` },
          digestOf,
        },
        progress: { signal },
      });
    expect((await ask()).kind).toBe('answer');
    expect((await ask()).kind).toBe('answer');
    const levels = asked.asked.map(({ body }) =>
      (body['messages'] as ModelRequest['messages'])[0]?.content.slice(0, 1),
    );
    // 5,000 characters are some 1,700 tokens, which leave no room for an answer of 500.
    expect(levels).toEqual(['0', '2']);
  });
});
