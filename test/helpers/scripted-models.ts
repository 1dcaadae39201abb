import type { ModelReply, ModelRequest, Models } from '../../src/core/ports/model';
import type { ModelFailureKind } from '../../src/protocol/model';

/** What a scripted model says to a question: the text of an answer, or how it fails. */
export type Said = string | { readonly failure: ModelFailureKind };

/** Models that answer in turn, the last answer again and again, and keep what they were asked. Nothing goes out. */
export interface ScriptedModels extends Models {
  readonly requests: readonly ModelRequest[];
}

export function createScriptedModels(
  ...answers: readonly (Said | ((request: ModelRequest, at: number) => Said))[]
): ScriptedModels {
  const requests: ModelRequest[] = [];

  function reply(request: ModelRequest): ModelReply {
    const at = requests.length;
    requests.push(request);
    const answer = answers[Math.min(at, answers.length - 1)] ?? '';
    const said = typeof answer === 'function' ? answer(request, at) : answer;
    const common = { durationMs: 5, firstByteMs: 1, requests: 1 };
    const usage = { inputTokens: 100, outputTokens: typeof said === 'string' ? 20 : 0, estimated: false };
    if (typeof said === 'string') return { kind: 'answer', text: said, usage, ...common };
    return {
      kind: 'failed',
      failure: said.failure,
      message: `It failed: ${said.failure}.`,
      partial: '',
      usage,
      ...common,
    };
  }

  const refuse = () => Promise.reject(new Error('No test asks for this'));
  return {
    requests,
    open: async () => ({
      ask: async (request, { signal }) => {
        signal.throwIfAborted();
        return reply(request);
      },
    }),
    discover: async () => [],
    test: refuse,
    list: refuse,
  };
}

/** The text of all messages of a request. */
export function promptOf(request: ModelRequest | undefined): string {
  return (request?.messages ?? []).map(({ content }) => content).join('\n');
}
