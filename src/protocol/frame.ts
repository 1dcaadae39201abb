import { z } from 'zod';
import { ErrorFrame } from './errors';
import { EventEnvelope } from './reproduction/events';
import { ReproductionSummary } from './reproduction/state';
import { TerminalChunk, TerminalDescription } from './terminal';

/** What a client sends. The first frame is `hello`. */
export const ClientFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), protocol: z.number().int(), client: z.enum(['window', 'web', 'cli', 'test']) }),
  z.object({ kind: z.literal('request'), id: z.number().int().nonnegative(), method: z.string(), params: z.unknown() }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** What a host sends. */
export const HostFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome'), protocol: z.number().int() }),
  z.object({ kind: z.literal('refused'), error: ErrorFrame }),
  z.object({ kind: z.literal('response'), id: z.number().int().nonnegative(), result: z.unknown() }),
  z.object({ kind: z.literal('failure'), id: z.number().int().nonnegative(), error: ErrorFrame }),
  z.object({ kind: z.literal('event'), envelope: EventEnvelope }),
  z.object({
    kind: z.literal('listChanged'),
    summary: ReproductionSummary.nullable(),
    removedId: z.string().nullable(),
  }),
  z.object({ kind: z.literal('chunk'), chunk: TerminalChunk }),
  z.object({ kind: z.literal('terminal'), terminal: TerminalDescription }),
]);
export type HostFrame = z.infer<typeof HostFrame>;
