import { z } from 'zod';
import { Digest, Id, Timestamp } from './primitives';

/** What an approval covers. A digest of the canonical form of this is what the host compares. */
export const ApprovalScope = z.discriminatedUnion('kind', [
  /** The plan, and with it every script that edit actions derive from the shown one, sandboxed, without network. */
  z.object({ kind: z.literal('plan'), planDigest: Digest, scriptDigest: Digest.nullable() }),
  z.object({ kind: z.literal('script'), scriptDigest: Digest }),
  z.object({
    kind: z.literal('packages'),
    names: z.array(z.string()),
    bytes: z.number().nullable(),
    why: z.enum(['heavy', 'unknown', 'sourceBuild']),
  }),
  z.object({ kind: z.literal('network'), purpose: z.string() }),
  z.object({ kind: z.literal('data'), what: z.string() }),
  z.object({ kind: z.literal('weakerSandbox'), reason: z.string() }),
  /** One question to a model. `text`: digest under which its words are kept, with a placeholder for the word of its fences. */
  z.object({
    kind: z.literal('prompt'),
    text: Digest,
    model: z.string(),
    address: z.string(),
    characters: z.number().int().nonnegative(),
  }),
]);
export type ApprovalScope = z.infer<typeof ApprovalScope>;

export const ApprovalRequest = z.object({
  id: Id,
  scope: ApprovalScope,
  digest: Digest,
  /** The question, in one sentence for people. */
  question: z.string(),
  requestedAt: Timestamp,
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

export const Approval = z.object({
  requestId: Id,
  scope: ApprovalScope,
  digest: Digest,
  answer: z.enum(['approved', 'refused']),
  by: z.enum(['user', 'policy']),
  at: Timestamp,
});
export type Approval = z.infer<typeof Approval>;
