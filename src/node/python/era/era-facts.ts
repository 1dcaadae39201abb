import { z } from 'zod';

const common = {
  /** Distribution that the fact is about. */
  of: z.string(),
  text: z.string(),
  /** First release that has it; null: from before all others. */
  came: z.string().nullable(),
  /** First release that has it no more; null: still there. */
  went: z.string().nullable(),
  source: z.string(),
};

/** Something in code or in a message that tells which releases it is of (`resources/knowledge/eras.json`). */
export const EraFact = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('name') }),
  z.object({ ...common, kind: z.literal('method') }),
  z.object({ ...common, kind: z.literal('argument'), call: z.string() }),
  z.object({ ...common, kind: z.literal('message') }),
]);
export type EraFact = z.infer<typeof EraFact>;

export const EraTable = z.object({ facts: z.array(EraFact) });

/** What a report shows of its time: its code, and all that it prints or says. */
export interface EraEvidence {
  readonly code: readonly string[];
  readonly text: string;
}
