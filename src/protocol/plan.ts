import { z } from 'zod';
import { Digest, Id, Span } from './primitives';

export const PlanStepKind = z.enum(['environment', 'data', 'model', 'training', 'trigger', 'observation']);
export type PlanStepKind = z.infer<typeof PlanStepKind>;

/** What a step rests on: a span of the report, or a chunk of the context. */
export const Citation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('report'), span: Span }),
  z.object({ kind: z.literal('context'), chunkId: Id }),
]);
export type Citation = z.infer<typeof Citation>;

export const PlanStep = z.object({
  id: Id,
  kind: PlanStepKind,
  text: z.string().min(1).max(2000),
  cites: z.array(Citation),
  locked: z.boolean(),
  comment: z.string().nullable(),
  author: z.enum(['reprise', 'user', 'model']),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** Ordered, editable steps. `digest` covers the steps, so that an acceptance names what was seen. */
export const Plan = z.object({ revision: z.number().int().positive(), steps: z.array(PlanStep), digest: Digest });
export type Plan = z.infer<typeof Plan>;
