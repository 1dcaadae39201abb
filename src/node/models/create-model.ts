import type { Model, ModelReply, ModelRequest } from '../../core/ports/model';
import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import { isLoopback, type ModelFailureKind } from '../../protocol/model';
import { followCancellation } from '../execution/follow-cancellation';
import { adaptForm, bodyOf, firstForm, type RequestForm } from './adapt-request';
import { contextTokens } from './context-tokens';
import { methodUrl } from './endpoint-address';
import { exchange, type ExchangeLimits, type Exchanged } from './exchange';
import { judgeStatus, retryAfterMs } from './judge-status';
import { createAnswerReader, errorOf, type ReadAnswer } from './read-answer';

/** How often and how long a model is asked. Milliseconds. */
export interface ModelLimits extends ExchangeLimits {
  /** Requests for one question while the endpoint is not well. */
  readonly tries: number;
  /** To the first word of a model of this machine, which may read a question without a card. */
  readonly firstByteOfLocalMs: number;
  /** Before the second request; doubled for each after it, with up to half of it more by chance. */
  readonly pauseMs: number;
  /** The longest that an endpoint may ask to be left alone: at first, and once it has answered. */
  readonly longestPauseMs: number;
  readonly longestPauseOfGoodMs: number;
}

export const modelLimits: ModelLimits = {
  connectMs: 1_300,
  firstByteMs: 240_000,
  firstByteOfLocalMs: 600_000,
  idleMs: 90_000,
  totalMs: 900_000,
  bodyBytes: 8_000_000,
  tries: 3,
  pauseMs: 200,
  longestPauseMs: 1_000,
  longestPauseOfGoodMs: 30_000,
};

/** The most changes of a request's form in one question. */
const MOST_FORMS = 4;
/** More characters a token than any text has that means something. */
const CHARACTERS_PER_TOKEN = 12;

type Failure = { readonly failure: ModelFailureKind; readonly detail: string; readonly partial: string };
type Try =
  | { readonly kind: 'answer'; readonly answer: ReadAnswer; readonly firstByteMs: number }
  | ({ readonly kind: 'failed'; readonly mayPass: boolean; readonly pauseMs: number | null } & Failure);

/** Opens an OpenAI-compatible endpoint. The key goes into the header of requests to this address, and nowhere else. */
export function createModel(options: {
  readonly baseUrl: string;
  readonly key: string | null;
  readonly limits: ModelLimits;
  /** Names the user's proxies and certificates. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly chance: () => number;
}): Model {
  const { baseUrl, key, limits, environmentBlock, sleep, chance } = options;
  let form = firstForm;
  let hasAnswered = false;
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const contexts = new Map<string, number | null>();

  async function tryOnce(request: ModelRequest, asked: RequestForm, signal: AbortSignal): Promise<Try> {
    const reader = createAnswerReader({ mostCharacters: request.maxOutputTokens * CHARACTERS_PER_TOKEN });
    const totalMs = Math.min(limits.totalMs, request.limitMs ?? limits.totalMs);
    const firstByteMs = isLoopback(baseUrl) ? limits.firstByteOfLocalMs : limits.firstByteMs;
    let refused = '';
    const exchanged = await exchange({
      url: methodUrl(baseUrl, 'chat/completions'),
      headers,
      body: bodyOf(request, asked),
      limits: { ...limits, totalMs, firstByteMs },
      environmentBlock,
      signal,
      onBytes: (bytes, { statusCode = 0 }) => {
        if (statusCode >= 200 && statusCode < 300) return reader.take(bytes);
        refused += bytes.toString('utf8');
        return refused.length > 16_000 ? 'stop' : 'more';
      },
    });
    if (exchanged.kind !== 'answered') return failedBefore(exchanged);
    if (exchanged.status < 200 || exchanged.status >= 300) return refusedWith(exchanged, refused);
    const isTooLong = reader.isTooLong();
    const answer = reader.finish();
    const failure = failureOf(exchanged.end, answer, isTooLong);
    if (failure === null) return { kind: 'answer', answer, firstByteMs: exchanged.firstByteMs };
    const mayPass = failure === 'dropped' || failure === 'serverError';
    const detail = clean(answer.error ?? answer.refusal, key);
    return { kind: 'failed', failure, detail, partial: answer.text, mayPass, pauseMs: null };
  }

  function refusedWith(exchanged: Extract<Exchanged, { kind: 'answered' }>, body: string): Try {
    const { status, headers } = exchanged;
    const told = errorOf(parse(body));
    const words = told ? `${told.message} ${told.code}`.trim() : body.slice(0, 300);
    const failure = judgeStatus(status, words);
    const asked = retryAfterMs(headers['retry-after'], Date.now());
    const longest = hasAnswered ? limits.longestPauseOfGoodMs : limits.longestPauseMs;
    const mayPass = (failure === 'rateLimited' || failure === 'serverError') && (asked ?? 0) <= longest;
    const detail = told === null && /^\s*</.test(body) ? `${status}` : `${status} ${clean(words, key)}`.trim();
    return { kind: 'failed', failure, detail, partial: '', mayPass, pauseMs: asked };
  }

  async function ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const startedAt = performance.now();
    let requests = 0;
    let unwell = 0;
    let forms = 0;
    for (;;) {
      requests += 1;
      const tried = await tryOnce(request, form, signal);
      const durationMs = performance.now() - startedAt;
      if (tried.kind === 'answer') {
        hasAnswered = true;
        const usage = usageOf(request, tried.answer);
        const { text } = tried.answer;
        return { kind: 'answer', text, usage, durationMs, firstByteMs: tried.firstByteMs, requests };
      }
      const { failure, detail, partial } = tried;
      const next = failure === 'badRequest' ? adaptForm(form, detail) : null;
      if (next && forms < MOST_FORMS) {
        forms += 1;
        form = next;
        continue;
      }
      unwell += 1;
      if (tried.mayPass && unwell < limits.tries) {
        const pause = limits.pauseMs * 2 ** (unwell - 1) * (1 + chance() / 2);
        await sleep(Math.max(pause, tried.pauseMs ?? 0), signal);
        continue;
      }
      const usage = { ...usageOf(request, null), outputTokens: tokensOf(partial) };
      const [status = ''] = detail.split(' ');
      const text = message(sentences[failure], { address: baseUrl, detail, status, model: request.model });
      return { kind: 'failed', failure, message: text, partial, usage, durationMs, firstByteMs: null, requests };
    }
  }

  return {
    ask: async (request, { signal }) => {
      signal.throwIfAborted();
      const followed = followCancellation(signal);
      try {
        return await ask(request, followed.signal);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        followed.leave();
      }
    },
    contextTokens: async (name, { signal }) => {
      // Who serves on the network says so by an error; some servers of this machine cut what is too long without a word. One that has
      // not answered yet may be none, and is asked no more than its questions.
      if (!isLoopback(baseUrl) || !hasAnswered) return null;
      const known = contexts.get(name);
      if (known !== undefined) return known;
      const followed = followCancellation(signal);
      try {
        const told = await contextTokens({ baseUrl, name, headers, environmentBlock, signal: followed.signal });
        contexts.set(name, told);
        return told;
      } finally {
        followed.leave();
      }
    },
  };
}

function failedBefore(exchanged: Exclude<Exchanged, { kind: 'answered' }>): Try {
  const nothing = { kind: 'failed', partial: '', pauseMs: null } as const;
  switch (exchanged.kind) {
    case 'unreachable':
      return { ...nothing, failure: 'unreachable', detail: exchanged.code, mayPass: true };
    case 'hungUp':
      return { ...nothing, failure: 'dropped', detail: '', mayPass: true };
    case 'silent':
      return { ...nothing, failure: 'slowStart', detail: '', mayPass: false };
  }
}

/** What is wrong with an answer that came with a good status. Null: nothing. */
function failureOf(
  end: Extract<Exchanged, { kind: 'answered' }>['end'],
  answer: ReadAnswer,
  isTooLong: boolean,
): ModelFailureKind | null {
  if (isTooLong || end === 'tooLong') return 'tooLong';
  if (end === 'stalled' || end === 'tooSlow') return end;
  if (answer.error !== null) return judgeStatus(500, answer.error) === 'overflow' ? 'overflow' : 'serverError';
  if (end === 'dropped') return 'dropped';
  if (!answer.isAnswer) return 'notAnEndpoint';
  if (answer.refusal !== '' || answer.finish === 'content_filter') return 'declined';
  if (answer.finish === 'length') return 'cutShort';
  // A stream that ends without a word is one that was cut off.
  return answer.finish === null && !answer.isDone ? 'dropped' : null;
}

const sentences: Readonly<Record<ModelFailureKind, MessageKey>> = {
  unreachable: 'model.notReached',
  keyRefused: 'model.keyRefused',
  badRequest: 'model.badRequest',
  notFound: 'model.notFound',
  overflow: 'model.overflow',
  rateLimited: 'model.rateLimited',
  serverError: 'model.serverError',
  slowStart: 'model.slowStart',
  stalled: 'model.stalled',
  tooSlow: 'model.tooSlow',
  tooLong: 'model.tooLong',
  dropped: 'model.dropped',
  cutShort: 'model.cutShort',
  declined: 'model.declined',
  notAnEndpoint: 'model.notAnEndpoint',
  unreadable: 'model.unreadable',
  notRecorded: 'model.notRecorded',
  notLocal: 'model.notLocal',
  notAllowed: 'model.notAllowed',
  capReached: 'model.capReached',
};

/** About four characters a token; for where nothing is told. */
function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

function usageOf(request: ModelRequest, answer: ReadAnswer | null): ModelReply['usage'] {
  const sent = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  if (answer?.usage && answer.usage.input + answer.usage.output > 0) {
    return { inputTokens: answer.usage.input, outputTokens: answer.usage.output, estimated: false };
  }
  return { inputTokens: Math.ceil(sent / 4), outputTokens: tokensOf(answer?.text ?? ''), estimated: true };
}

/** An endpoint's own words, short, on one line, without the key that it may repeat. */
function clean(words: string, key: string | null): string {
  const shown = key === null || key === '' ? words : words.split(key).join('…');
  return Array.from(shown.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim())
    .slice(0, 200)
    .join('');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
