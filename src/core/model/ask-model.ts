import type { ModelCall, ModelChoice, ModelFailureKind, ModelPurpose } from '../../protocol/model';
import { message } from '../../protocol/catalogue/catalogue';
import type { Progress } from '../ports/cancellation';
import type { Clock } from '../ports/clock';
import type { DigestOf } from '../ports/digests';
import type { Ids } from '../ports/ids';
import type { Model, ModelMessage, ModelReply, ModelRequest } from '../ports/model';
import { makeBoundary } from './boundary';
import { costOf, fitsCaps, secondsLeft, spentOn } from './meter';
import { repairFormPrompt } from './prompts/repair-form-prompt';
import type { ReadAnswer } from './read-answer';
import { LAST_LEVEL, type Level } from './report-text';

/** What is asked, at any level of material. */
export interface Question<T> {
  readonly purpose: ModelPurpose;
  readonly strategy: string;
  readonly prompt: (level: Level, boundary: string) => readonly ModelMessage[];
  readonly schema: ModelRequest['schema'];
  readonly read: ReadAnswer<T>;
  readonly temperature: number;
  readonly maxOutputTokens: number;
}

/** A call with the text that is kept of it: the messages and the answer. */
export interface MadeCall {
  readonly call: ModelCall;
  readonly transcript: string;
}

export type Asked<T> = { readonly calls: readonly MadeCall[] } & (
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: ModelFailureKind; readonly message: string }
);

interface AskPorts {
  readonly model: Model;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digestOf: DigestOf;
}

/** An answer that has not the form is asked for once more. */
const REPAIRS = 1;

/** Messages and answer as they are kept and shown. Holds no key, since none of them does. */
function transcriptOf(messages: readonly ModelMessage[], answer: string): string {
  return writtenOut([...messages, { role: 'answer', content: answer }]);
}

/** Messages for reading, each below its role. */
export function writtenOut(messages: readonly { readonly role: string; readonly content: string }[]): string {
  return messages.map(({ role, content }) => `## ${role}\n\n${content}\n`).join('\n');
}

/** What comes of a question that a person did not let go. */
function unsent(model: string): ModelReply {
  return {
    kind: 'failed',
    failure: 'notAllowed',
    message: message('model.notAllowed', { model }),
    partial: '',
    usage: { inputTokens: 0, outputTokens: 0, estimated: false },
    durationMs: 0,
    firstByteMs: null,
    requests: 0,
  };
}

/** A token for every so many characters: fewer than most texts have, so that what is counted to fit does. */
const CHARACTERS_PER_TOKEN = 3;

/** The fullest level from this one on whose question leaves room for its answer. */
function levelFor(
  { prompt, maxOutputTokens }: Pick<Question<unknown>, 'prompt' | 'maxOutputTokens'>,
  at: { readonly level: Level; readonly boundary: string; readonly room: number | null },
): Level {
  let { level } = at;
  if (at.room === null) return level;
  const fits = (tried: Level): boolean => {
    const characters = prompt(tried, at.boundary).reduce((sum, { content }) => sum + content.length, 0);
    return characters / CHARACTERS_PER_TOKEN + maxOutputTokens <= (at.room ?? 0);
  };
  while (level < LAST_LEVEL && !fits(level)) level = (level + 1) as Level;
  return level;
}

/** Whether the answer may be asked for again in another way. */
function isAboutForm(reply: ModelReply): boolean {
  return reply.kind === 'failed' && (reply.failure === 'cutShort' || reply.failure === 'tooLong');
}

/**
 * Asks until an answer of the right form is there, a cap is reached, or the model fails. A question that does not fit is put with
 * less material. `earlier`: the calls made before, which count against the caps.
 */
export async function askModel<T>(options: {
  readonly question: Question<T>;
  readonly choice: ModelChoice;
  readonly earlier: readonly ModelCall[];
  readonly ports: AskPorts;
  readonly progress: Pick<Progress, 'signal'>;
  /** Whether exactly these messages may be sent. Absent: they may. */
  readonly permit?: (messages: readonly ModelMessage[], boundary: string) => Promise<boolean>;
}): Promise<Asked<T>> {
  const { question, choice, ports, progress } = options;
  const name = choice.perPurpose?.[question.purpose] ?? choice.name;
  const calls: MadeCall[] = [];
  let level: Level = 0;
  let repairs = 0;
  let unfit = 0;
  let correction: readonly ModelMessage[] = [];

  function keep(messages: readonly ModelMessage[], reply: ModelReply, failure: ModelFailureKind | null): void {
    const transcript = transcriptOf(messages, reply.kind === 'answer' ? reply.text : reply.partial);
    const { inputTokens, outputTokens, estimated } = reply.usage;
    const told = failure === 'unreadable' ? message('model.unreadable', { model: name }) : '';
    calls.push({
      transcript,
      call: {
        id: ports.ids.next('call'),
        purpose: repairs > 0 ? 'repair' : question.purpose,
        model: name,
        text: ports.digestOf(transcript),
        ...{ inputTokens, outputTokens, estimated, failure },
        cost: costOf(choice, reply.usage),
        durationMs: Math.max(0, reply.durationMs),
        requests: reply.requests + unfit,
        outcome: reply.kind === 'failed' ? reply.message : told,
        strategy: question.strategy,
        at: ports.clock.now(),
      },
    });
    unfit = 0;
  }

  const room = (await ports.model.contextTokens?.(name, progress)) ?? null;
  for (;;) {
    const boundary = makeBoundary(ports);
    level = levelFor(question, { level, boundary, room });
    const messages = [...question.prompt(level, boundary), ...correction];
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    const { maxOutputTokens, schema } = question;
    const spent = spentOn([...options.earlier, ...calls.map(({ call }) => call)]);
    if (!fitsCaps(choice, spent, { characters, maxOutputTokens })) {
      return { kind: 'failed', failure: 'capReached', message: message('model.capReached'), calls };
    }
    const temperature = question.temperature + 0.3 * repairs;
    const request = {
      purpose: question.purpose,
      model: name,
      messages,
      schema,
      temperature,
      maxOutputTokens,
      boundary,
      ...(choice.maxSeconds === undefined ? {} : { limitMs: 1000 * secondsLeft(choice.maxSeconds, spent) }),
    };
    const reply =
      options.permit && !(await options.permit(messages, boundary))
        ? unsent(name)
        : await ports.model.ask(request, progress);
    if (reply.kind === 'failed' && reply.failure === 'overflow' && level < LAST_LEVEL) {
      level = (level + 1) as Level;
      unfit += reply.requests;
      continue;
    }
    const value = reply.kind === 'answer' ? question.read(reply.text) : null;
    if (value !== null) {
      keep(messages, reply, null);
      return { kind: 'answer', value, calls };
    }
    const failure = reply.kind === 'failed' ? reply.failure : 'unreadable';
    keep(messages, reply, failure);
    if (repairs < REPAIRS && (reply.kind === 'answer' || isAboutForm(reply))) {
      repairs += 1;
      const said = reply.kind === 'answer' ? reply.text : reply.partial;
      correction = repairFormPrompt({ said, wasCut: reply.kind === 'failed' });
      continue;
    }
    const text = reply.kind === 'failed' ? reply.message : message('model.unreadable', { model: name });
    return { kind: 'failed', failure, message: text, calls };
  }
}
