import { z } from 'zod';
import { Id } from './primitives';

/** A piece of the project. Lines count from 1 and are inclusive; `file` is relative to the project. */
export const ContextChunk = z.object({
  id: Id,
  file: z.string(),
  firstLine: z.number().int().positive(),
  lastLine: z.number().int().positive(),
  text: z.string(),
  score: z.number(),
  reason: z.string(),
});
export type ContextChunk = z.infer<typeof ContextChunk>;

/** What was retrieved from the project. `leftOut` says what did not fit. */
export const Context = z.object({ chunks: z.array(ContextChunk), leftOut: z.array(z.string()) });
export type Context = z.infer<typeof Context>;
