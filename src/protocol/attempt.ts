import { z } from 'zod';
import { Bisection } from './bisection';
import { Digest, Id, Timestamp } from './primitives';
import { AttemptEdit, Author } from './script';
import { Verdict } from './verdict';

/** What an attempt is doing. Each step carries just its own data. */
export const AttemptPhase = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('generating') }),
  z.object({ kind: z.literal('validating') }),
  z.object({ kind: z.literal('awaitingApproval'), requestId: Id }),
  z.object({ kind: z.literal('executing'), executionId: Id }),
  z.object({ kind: z.literal('verifying') }),
  z.object({ kind: z.literal('controlling') }),
  z.object({ kind: z.literal('refining') }),
  /** Nothing more happens by itself. `summary` is what it showed, in a few words. */
  z.object({ kind: z.literal('finished'), summary: z.string() }),
]);
export type AttemptPhase = z.infer<typeof AttemptPhase>;

/** A node of the tree of attempts: one candidate script and what came of it. */
export const Attempt = z.object({
  id: Id,
  number: z.number().int().positive(),
  parentId: Id.nullable(),
  author: Author,
  edit: AttemptEdit,
  scriptDigest: Digest,
  phase: AttemptPhase,
  startedAt: Timestamp,
  verdict: Verdict.nullable(),
});
export type Attempt = z.infer<typeof Attempt>;

export const JobKind = z.enum(['control', 'minimise', 'bisect', 'export']);
export type JobKind = z.infer<typeof JobKind>;

/** Work on an attempt that may also run after the reproduction has concluded. */
export const Job = z.object({
  id: Id,
  kind: JobKind,
  attemptId: Id,
  status: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running'), progress: z.number().min(0).max(1).nullable(), note: z.string() }),
    z.object({
      kind: z.literal('finished'),
      summary: z.string(),
      result: z.enum(['done', 'nothingToDo', 'failed', 'cancelled']),
    }),
  ]),
  /** Of a bisection: what is known so far. */
  bisection: Bisection.optional(),
});
export type Job = z.infer<typeof Job>;
