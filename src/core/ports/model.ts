import type { ModelChoice, ModelEndpoint, ModelFailureKind, ModelPurpose, ModelTest } from '../../protocol/model';
import type { Progress } from './cancellation';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One question. What is asked of the model is in the messages alone; nothing else of a reproduction goes with them. */
export interface ModelRequest {
  readonly purpose: ModelPurpose;
  /** The model's name at its endpoint. */
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** JSON schema that the answer must keep to. */
  readonly schema: { readonly name: string; readonly body: Readonly<Record<string, unknown>> };
  readonly temperature: number;
  readonly maxOutputTokens: number;
  /** Milliseconds that it may take in all. Absent: the endpoint's own limit. */
  readonly limitMs?: number;
  /** Word that fences data in the messages; it differs from call to call and says nothing. */
  readonly boundary: string;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Counted from characters, since the endpoint told nothing. */
  readonly estimated: boolean;
}

/** What came of a question. `text` of an answer is not looked at yet. Times in milliseconds. */
export type ModelReply = {
  readonly usage: ModelUsage;
  readonly durationMs: number;
  readonly firstByteMs: number | null;
  readonly requests: number;
} & (
  | { readonly kind: 'answer'; readonly text: string }
  | {
      readonly kind: 'failed';
      readonly failure: ModelFailureKind;
      /** One sentence for people that says what to do. */
      readonly message: string;
      /** What had come by then. */
      readonly partial: string;
    }
);

/** A model behind an endpoint. Failures are results; rejects on cancellation alone. */
export interface Model {
  ask(request: ModelRequest, progress: Pick<Progress, 'signal'>): Promise<ModelReply>;
  /** Tokens that question and answer may have together. Null, or absent: not known, and the endpoint says so where it is too much. */
  contextTokens?(name: string, progress: Pick<Progress, 'signal'>): Promise<number | null>;
}

/** Opens models, finds the servers of this machine, and tests an endpoint. Nothing goes out before one of these is called. */
export interface Models {
  open(choice: Pick<ModelChoice, 'baseUrl'>): Promise<Model>;
  /** Local servers on their usual ports that answer. Loopback alone. */
  discover(progress: Pick<Progress, 'signal'>): Promise<readonly ModelEndpoint[]>;
  /** Errors: rejects with `unavailable` where no model answers, with one sentence that says what to do. */
  test(
    choice: Pick<ModelChoice, 'baseUrl'> & { readonly name: string },
    progress: Pick<Progress, 'signal'>,
  ): Promise<ModelTest>;
  /** Errors: rejects with `unavailable`. */
  list(
    choice: Pick<ModelChoice, 'baseUrl'>,
  ): Promise<{ readonly models: readonly string[]; readonly latencyMs: number }>;
}
