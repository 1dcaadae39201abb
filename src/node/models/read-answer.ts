/** What an endpoint's answer held, put together from its pieces. */
export interface ReadAnswer {
  readonly text: string;
  /** `stop`, `length`, `content_filter`, …; null: it did not say. */
  readonly finish: string | null;
  readonly refusal: string;
  readonly usage: { readonly input: number; readonly output: number } | null;
  /** What it says went wrong, in the body of an answer that began well. */
  readonly error: string | null;
  /** Whether anything of the expected shape came. */
  readonly isAnswer: boolean;
  /** The end was marked. */
  readonly isDone: boolean;
}

/** Characters of one line of a stream. */
const LONGEST_LINE = 1_000_000;

type Raw = Readonly<Record<string, unknown>>;

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text as endpoints write it: a string, or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isRaw(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('');
}

/** The sentence of an error body, in any of its usual forms. Null: it has none. */
export function errorOf(body: unknown): { readonly message: string; readonly code: string } | null {
  if (!isRaw(body) || body['error'] === undefined || body['error'] === null) return null;
  const { error } = body;
  if (typeof error === 'string') return { message: error, code: '' };
  if (!isRaw(error)) return { message: '', code: '' };
  const word = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { message: word(error['message']), code: `${word(error['code'])} ${word(error['type'])}`.trim() };
}

/** Whether a piece of an answer holds a word of it, in whichever field. */
function isAnyWord(delta: Raw): boolean {
  return Object.entries(delta).some(([name, value]) => name !== 'role' && textOf(value) !== '');
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : 0;
}

/** Reads server-sent events or one JSON body, whichever comes, in pieces of any size. Takes in anything; never throws. */
export function createAnswerReader(options: { readonly mostCharacters: number }): {
  /** `stop`: all is there, or more than was asked for. `nothing`: no word yet, as while a question is still being read. */
  take(bytes: Uint8Array): 'more' | 'stop' | 'nothing';
  finish(): ReadAnswer;
  isTooLong(): boolean;
} {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let isStream: boolean | null = null;
  let hasBegun = false;
  let answer: ReadAnswer = {
    text: '',
    finish: null,
    refusal: '',
    usage: null,
    error: null,
    isAnswer: false,
    isDone: false,
  };

  function takeBody(body: unknown): void {
    if (!isRaw(body)) return;
    const error = errorOf(body);
    const usage = isRaw(body['usage']) ? body['usage'] : null;
    const choice: unknown = Array.isArray(body['choices']) ? body['choices'][0] : undefined;
    const part = isRaw(choice) ? (choice['delta'] ?? choice['message']) : undefined;
    const delta = isRaw(part) ? part : {};
    // Some tell whose turn it is before they have read the question, and some think aloud in fields of their own.
    hasBegun ||= isAnyWord(delta);
    const finish = isRaw(choice) && typeof choice['finish_reason'] === 'string' ? choice['finish_reason'] : null;
    answer = {
      text: answer.text + textOf(delta['content']),
      refusal: answer.refusal + textOf(delta['refusal']),
      finish: finish ?? answer.finish,
      usage: usage ? { input: count(usage['prompt_tokens']), output: count(usage['completion_tokens']) } : answer.usage,
      error: error ? error.message || error.code || 'error' : answer.error,
      isAnswer: answer.isAnswer || isRaw(choice),
      isDone: answer.isDone,
    };
  }

  function takeLine(line: string): void {
    const data = /^data:\s?(.*)$/s.exec(line.replace(/\r$/, ''))?.[1];
    if (data === undefined) return;
    if (data.trim() === '[DONE]') answer = { ...answer, isDone: true };
    else takeBody(parse(data));
  }

  function takeLines(): void {
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  }

  function isTooLong(): boolean {
    return answer.text.length > options.mostCharacters || (isStream === true && rest.length > LONGEST_LINE);
  }

  return {
    take: (bytes) => {
      const piece = decoder.decode(bytes, { stream: true });
      rest += piece;
      if (isStream === null && rest.trimStart() !== '') isStream = !/^[{[<]/.test(rest.trimStart());
      if (isStream && piece.includes('\n')) takeLines();
      if (answer.isDone || isTooLong()) return 'stop';
      return isStream !== false && !hasBegun ? 'nothing' : 'more';
    },
    finish: () => {
      rest += decoder.decode();
      if (isStream) takeLine(rest);
      else takeBody(parse(rest));
      rest = '';
      return answer;
    },
    isTooLong,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
