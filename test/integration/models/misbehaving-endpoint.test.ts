import { afterEach, describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '../../../src/core/ports/model';
import { createModel, modelLimits, type ModelLimits } from '../../../src/node/models/create-model';
import type { ModelFailureKind } from '../../../src/protocol/model';
import {
  body,
  delta,
  event,
  forever,
  hangUp,
  last,
  later,
  say,
  sayWhole,
  serveScript,
  silence,
  stream,
  type Behaviour,
  type ScriptedEndpoint,
} from '../../helpers/scripted-endpoint';

const KEY = 'sk-secret-4711';
const servers: ScriptedEndpoint[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(...behaviours: readonly Behaviour[]): Promise<ScriptedEndpoint> {
  const server = await serveScript(...behaviours);
  servers.push(server);
  return server;
}

const request: ModelRequest = {
  purpose: 'refine',
  model: 'small',
  messages: [
    { role: 'system', content: 'Answer in JSON.' },
    { role: 'user', content: 'What now?' },
  ],
  schema: { name: 'answer', body: { type: 'object' } },
  temperature: 0,
  maxOutputTokens: 500,
  boundary: 'x',
};

/** Waits are noted, not waited for: what is tested is how often and whether the endpoint is asked again. */
function open(baseUrl: string, limits: Partial<ModelLimits> = {}, limitMs?: number) {
  const pauses: number[] = [];
  const model = createModel({
    environmentBlock: {},
    baseUrl,
    key: KEY,
    limits: { ...modelLimits, ...limits },
    sleep: async (ms) => void pauses.push(ms),
    chance: () => 0.5,
  });
  const control = new AbortController();
  return {
    pauses,
    control,
    ask: () => model.ask({ ...request, ...(limitMs === undefined ? {} : { limitMs }) }, { signal: control.signal }),
  };
}

const answerOf = (reply: ModelReply): string => (reply.kind === 'answer' ? reply.text : `failed: ${reply.failure}`);

const short: Partial<ModelLimits> = { firstByteOfLocalMs: 150, idleMs: 150, totalMs: 60_000 };
const turn = event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] });
const html = '<!doctype html><title>Hello</title>';

/** What the endpoint does, what comes of it, and how many requests that took. */
const ways: readonly (readonly [
  string,
  readonly Behaviour[],
  ModelFailureKind | 'answer',
  number,
  Partial<ModelLimits>?,
  // Milliseconds that the question may take.
  number?,
])[] = [
  ['answers well, in a stream', [say('{"a":1}')], 'answer', 1],
  ['answers well, as one body', [sayWhole('{"a":1}')], 'answer', 1],
  [
    'answers in parts of a list',
    [body(200, { choices: [{ message: { content: [{ type: 'text', text: '{"a":1}' }] }, finish_reason: 'stop' }] })],
    'answer',
    1,
  ],
  [
    'streams with line ends of Windows, comments and pings',
    [
      stream(
        [
          ': ping\r\n\r\n',
          delta('{"a"').replace(/\n/g, '\r\n'),
          'event: x\r\n',
          delta(':1}').replace(/\n/g, '\r\n'),
          last('stop').replace(/\n/g, '\r\n'),
        ],
        'end',
      ),
    ],
    'answer',
    1,
  ],
  ['ends its stream by a reason without the last mark', [stream([delta('{"a":1}'), last('stop')], 'end')], 'answer', 1],
  [
    'keeps the line open behind the last mark',
    [stream([delta('{"a":1}'), last('stop'), 'data: [DONE]\n\n'], 'hang')],
    'answer',
    1,
  ],
  [
    'puts lines that are no JSON into the stream',
    [stream(['data: {oops\n\n', delta('{"a":1}'), 'nonsense\n\n', last('stop')], 'end')],
    'answer',
    1,
  ],
  ['drops the stream half-way, each time', [stream([delta('{"a"')], 'drop')], 'dropped', 3],
  ['drops the stream once', [stream([delta('{"a"')], 'drop'), say('{"a":1}')], 'answer', 2],
  ['ends the stream without any end', [stream([delta('{"a":1}')], 'end')], 'dropped', 3],
  ['hangs up at once', [hangUp], 'dropped', 3],
  ['hangs up once', [hangUp, say('{"a":1}')], 'answer', 2],
  ['answers with 500, always', [body(500, { error: { message: 'oops' } })], 'serverError', 3],
  ['answers with 503 twice', [body(503, {}), body(503, {}), say('{"a":1}')], 'answer', 3],
  ['answers with 502 and a page', [body(502, html)], 'serverError', 3],
  [
    'tells an error inside of a good stream',
    [stream([delta('{'), event({ error: { message: 'worker died' } })], 'end')],
    'serverError',
    3,
  ],
  ['answers with 429 that passes', [body(429, { error: { message: 'slow down' } }), say('{"a":1}')], 'answer', 2],
  ['answers with 429, always', [body(429, {}, { 'retry-after': '0' })], 'rateLimited', 3],
  ['asks for half an hour', [body(429, {}, { 'retry-after': '1800' })], 'rateLimited', 1],
  ['asks to wait by a date', [body(429, {}, { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' })], 'rateLimited', 1],
  ['refuses the key', [body(401, { error: { message: `bad key ${KEY}` } })], 'keyRefused', 1],
  ['forbids', [body(403, {})], 'keyRefused', 1],
  ['does not know the address', [body(404, html)], 'notFound', 1],
  ['does not know the model', [body(404, { error: { message: 'model small not found' } })], 'notFound', 1],
  ['redirects elsewhere', [body(302, '', { location: 'http://127.0.0.1:9/v1' })], 'notAnEndpoint', 1],
  ['refuses the question', [body(400, { error: { message: 'no' } })], 'badRequest', 1],
  [
    'has too small a context',
    [
      body(400, {
        error: { message: 'This model has a maximum context length of 10 tokens', code: 'context_length_exceeded' },
      }),
    ],
    'overflow',
    1,
  ],
  [
    'has too small a context, by 500',
    [body(500, { error: { message: 'the request exceeds the available context size' } })],
    'overflow',
    1,
  ],
  ['takes no such body', [body(413, '')], 'overflow', 1],
  ['is a page', [body(200, html, { 'content-type': 'text/html' })], 'notAnEndpoint', 1],
  ['answers nothing', [body(200, '')], 'notAnEndpoint', 1],
  ['answers without choices', [body(200, { choices: [] })], 'notAnEndpoint', 1],
  ['answers a bare word', [body(200, '"yes"')], 'notAnEndpoint', 1],
  ['cuts JSON by its length', [say('{"a":', 'length')], 'cutShort', 1],
  ['filters', [say('', 'content_filter')], 'declined', 1],
  [
    'refuses in a stream',
    [stream([event({ choices: [{ delta: { refusal: 'I cannot do that' } }] }), last('stop')], 'end')],
    'declined',
    1,
  ],
  ['streams without an end', [forever(delta('word '.repeat(50)))], 'tooLong', 1],
  ['streams what is no event without an end', [forever('x'.repeat(10_000))], 'tooLong', 1],
  ['answers hugely, as one body', [sayWhole('y'.repeat(9_000_000))], 'tooLong', 1],
  ['says nothing', [silence], 'slowStart', 1, short],
  ['says whose turn it is, and no more', [stream([turn], 'hang')], 'slowStart', 1, short],
  ['says that it is alive, and no more', [stream([': ping\n\n', turn, ': ping\n\n'], 'hang')], 'slowStart', 1, short],
  [
    'opens its line long before it has read the question',
    [later(turn, delta('{"a":1}') + last('stop') + 'data: [DONE]\n\n')],
    'answer',
    1,
    { idleMs: 20 },
  ],
  ['takes longer than the question may', [silence], 'slowStart', 1, {}, 150],
  ['stops half-way and keeps the line', [stream([delta('{"a"')], 'hang')], 'stalled', 1, short],
  [
    'takes no schema',
    [body(400, { error: { message: "Unrecognized request argument: 'response_format'" } }), say('{"a":1}')],
    'answer',
    2,
  ],
  [
    'takes no schema of any kind, and says so for ever',
    [body(400, { error: { message: 'response_format is not supported' } })],
    'badRequest',
    3,
  ],
  [
    'wants another name for the limit',
    [
      body(400, { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." } }),
      say('{"a":1}'),
    ],
    'answer',
    2,
  ],
  [
    'takes no temperature',
    [body(400, { error: { message: "'temperature' does not support 0" } }), say('{"a":1}')],
    'answer',
    2,
  ],
  [
    'takes no options of streams',
    [body(422, { error: { message: 'stream_options: extra fields not permitted' } }), say('{"a":1}')],
    'answer',
    2,
  ],
  [
    'cannot stream',
    [body(400, { error: { message: 'streaming is not available for this model' } }), sayWhole('{"a":1}')],
    'answer',
    2,
  ],
  [
    'knows no system role',
    [body(400, { error: { message: 'System role not supported' } }), say('{"a":1}')],
    'answer',
    2,
  ],
];

describe('an endpoint that', () => {
  for (const [name, behaviours, expected, requests, limits, limitMs] of ways) {
    it(name, async () => {
      const server = await serve(...behaviours);
      const { ask, pauses } = open(server.baseUrl, limits, limitMs);
      const reply = await ask();
      expect(reply.kind === 'answer' ? 'answer' : reply.failure).toBe(expected);
      if (reply.kind === 'answer') expect(reply.text).toBe('{"a":1}');
      else expect(reply.message).toMatch(/^[^\n]{20,}[.]$/);
      expect(reply.requests).toBe(requests);
      expect(server.asked).toHaveLength(requests);
      // Less than 5 s of waiting in all, whatever it does.
      expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(2_000);
      expect(JSON.stringify(reply)).not.toContain(KEY);
      expect(JSON.stringify(server.asked.map((one) => one.body))).not.toContain(KEY);
      expect(server.asked.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
      await expect.poll(() => server.open(), { timeout: 30_000 }).toBe(0);
    });
  }

  it('is not there: three requests, and a sentence', async () => {
    const server = await serve(say(''));
    await server.close();
    const { ask, pauses } = open(server.baseUrl);
    const reply = await ask();
    expect(reply).toMatchObject({ kind: 'failed', failure: 'unreachable', requests: 3 });
    expect(pauses).toEqual([250, 500]);
  });

  it('has been told of its ways is asked in its form from then on', async () => {
    const refusal = body(400, { error: { message: 'response_format not supported' } });
    const server = await serve(refusal, refusal, say('{"a":1}'), say('{"a":1}'));
    const { ask } = open(server.baseUrl);
    expect(answerOf(await ask())).toBe('{"a":1}');
    expect(answerOf(await ask())).toBe('{"a":1}');
    expect(server.asked).toHaveLength(4);
    expect(server.asked.map((one) => (one.body['response_format'] as { type?: string } | undefined)?.type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
      undefined,
    ]);
  });

  it('has answered before may ask for a longer rest', async () => {
    const server = await serve(say('{"a":1}'), body(429, {}, { 'retry-after': '20' }), say('{"a":1}'));
    const { ask, pauses } = open(server.baseUrl);
    await ask();
    expect(answerOf(await ask())).toBe('{"a":1}');
    expect(pauses).toEqual([20_000]);
  });

  it.each([
    ['says nothing', silence],
    ['streams', forever(event({ choices: [] }))],
  ])('%s is left at once when the question is taken back', async (_name, behaviour) => {
    const server = await serve(behaviour);
    const { ask, control } = open(server.baseUrl);
    const asking = ask();
    await expect.poll(() => server.asked.length, { timeout: 30_000 }).toBe(1);
    control.abort();
    await expect(asking).rejects.toThrow();
    await expect.poll(() => server.open(), { timeout: 30_000 }).toBe(0);
  });

  it('tells tokens, which are counted from characters where it does not', async () => {
    const server = await serve(say('{"a":1}'), stream([delta('{"a":1}'), last('stop')], 'end'));
    const { ask } = open(server.baseUrl);
    expect((await ask()).usage).toEqual({ inputTokens: 100, outputTokens: 20, estimated: false });
    expect((await ask()).usage).toEqual({ inputTokens: 6, outputTokens: 2, estimated: true });
  });
});
