import { z } from 'zod';
import { Digest, Id, Timestamp } from './primitives';

/** What a call is for. Each may have a model of its own. */
export const ModelPurpose = z.enum(['plan', 'generate', 'refine', 'repair']);
export type ModelPurpose = z.infer<typeof ModelPurpose>;

/** Parts that an ablation leaves out. */
export const AblationSwitch = z.enum(['context', 'plan', 'validation', 'refine', 'editActions', 'rerank']);
export type AblationSwitch = z.infer<typeof AblationSwitch>;

/** Address of an endpoint's interface, such as `http://127.0.0.1:11434/v1`. Keys, queries and user names are no part of it. */
export const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .regex(/^[^?#@\s]+$/);

/** Whether an address leads to the host's own machine by its words alone. A name that a resolver would have to tell is none. */
export function isLoopback(baseUrl: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:\/|$)/i.test(baseUrl);
}

/** Dollars for a million tokens, as the user states them. */
export const ModelPrice = z.object({ input: z.number().nonnegative(), output: z.number().nonnegative() });
export type ModelPrice = z.infer<typeof ModelPrice>;

const ModelName = z.string().min(1).max(200);

/** Which model is asked, and how much it may be asked. Holds no key. */
export const ModelChoice = z.object({
  baseUrl: BaseUrl,
  name: ModelName,
  /** Other models of the same endpoint for some calls. Absent: `name` for all. */
  perPurpose: z
    .object({ plan: ModelName, generate: ModelName, refine: ModelName, repair: ModelName })
    .partial()
    .optional(),
  /** Hard limits of one reproduction. */
  maxCalls: z.number().int().positive().max(1000),
  maxTokens: z.number().int().positive().optional(),
  /** Dollars; needs `price`. */
  maxCost: z.number().positive().optional(),
  price: ModelPrice.optional(),
  /**
   * Whether each question is shown before it is sent, and waits for a yes. Absent: in guide mode, where it would leave this machine;
   * else not.
   */
  preview: z.boolean().optional(),
  /** Seconds that its answers may take in all. */
  maxSeconds: z.number().positive().max(604_800).optional(),
  /** Absent: nothing is left out. */
  without: z.array(AblationSwitch).optional(),
});
export type ModelChoice = z.infer<typeof ModelChoice>;

/** The most calls where nobody says otherwise. */
export const DEFAULT_MAX_CALLS = 12;

/** Why a call gave no answer that could be used. */
export const ModelFailureKind = z.enum([
  'unreachable',
  'keyRefused',
  'badRequest',
  'notFound',
  'overflow',
  'rateLimited',
  'serverError',
  'slowStart',
  'stalled',
  'tooSlow',
  'tooLong',
  'dropped',
  'cutShort',
  'declined',
  'notAnEndpoint',
  'unreadable',
  'notRecorded',
  'notLocal',
  'notAllowed',
  'capReached',
]);
export type ModelFailureKind = z.infer<typeof ModelFailureKind>;

/** One call to a model, with what it cost. `text`: digest under which prompt and answer are kept. */
export const ModelCall = z.object({
  id: Id,
  purpose: ModelPurpose,
  model: z.string(),
  text: Digest,
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  /** The endpoint told no tokens; they are counted from characters. */
  estimated: z.boolean(),
  /** Dollars; null: no price is known. */
  cost: z.number().nonnegative().nullable(),
  durationMs: z.number().nonnegative(),
  /** Requests on the wire, retries included. */
  requests: z.number().int().nonnegative(),
  /** Null: an answer of the right form came. */
  failure: ModelFailureKind.nullable(),
  /** What it led to, in a sentence for people; later calls are told it. */
  outcome: z.string().max(4000),
  /** How the question was put; a strategy that led nowhere is not taken twice. */
  strategy: z.string().max(40),
  at: Timestamp,
});
export type ModelCall = z.infer<typeof ModelCall>;

/** An edit of a script: the exact lines that stand there now, and what stands there afterwards. */
export const ScriptEdit = z.object({
  anchor: z.string().max(20_000),
  replacement: z.string().max(100_000),
  place: z.enum(['replace', 'before', 'after']),
});
export type ScriptEdit = z.infer<typeof ScriptEdit>;

/** An answer with code. `script`: the whole text, where there was none to edit. */
export const ScriptAnswer = z.object({
  thought: z.string().max(20_000),
  edits: z.array(ScriptEdit).max(40),
  script: z.string().max(200_000),
});
export type ScriptAnswer = z.infer<typeof ScriptAnswer>;

/** The order in which a model puts numbered parts of a project, the first foremost. */
export const RankAnswer = z.object({ order: z.array(z.number().int()).max(200) });
export type RankAnswer = z.infer<typeof RankAnswer>;

/** What goes wrong by a report, in its own words. */
export const UnderstandAnswer = z.object({
  kind: z.enum(['exception', 'warning', 'nonFinite', 'stuckMetric', 'divergingMetric', 'hang', 'outOfMemory', 'none']),
  type: z.string().max(200),
  message: z.string().max(4000),
  quote: z.string().max(4000),
});
export type UnderstandAnswer = z.infer<typeof UnderstandAnswer>;

/** Steps of a plan. `quote`: words of the report or the context that the step rests on, exactly as they stand there. */
export const PlanAnswer = z.object({
  steps: z
    .array(
      z.object({
        kind: z.enum(['environment', 'data', 'model', 'training', 'trigger', 'observation']),
        text: z.string().min(1).max(2000),
        quote: z.string().max(2000),
      }),
    )
    .max(30),
});
export type PlanAnswer = z.infer<typeof PlanAnswer>;

/** A local server that answered, or what a test of an endpoint told. */
export const ModelEndpoint = z.object({
  baseUrl: z.string(),
  /** `Ollama`, `LM Studio`, …; by the port where nothing else tells. */
  server: z.string(),
  models: z.array(z.string()),
  latencyMs: z.number().nonnegative(),
});
export type ModelEndpoint = z.infer<typeof ModelEndpoint>;

/** What the test of a model showed. */
export const ModelTest = z.object({
  /** Until the first byte of an answer, and until its end. */
  firstByteMs: z.number().nonnegative(),
  totalMs: z.number().nonnegative(),
  /** In tokens; null: the endpoint does not tell. */
  contextTokens: z.number().int().positive().nullable(),
  /** Whether an answer kept to the schema that was asked for. */
  schemas: z.boolean(),
});
export type ModelTest = z.infer<typeof ModelTest>;
