import { z } from 'zod';
import { Id } from './primitives';

const place = {
  /** Relative to the project. */
  file: z.string().max(4096),
  /** Lines count from 1 and are inclusive; those of a notebook are of its form as a script. */
  firstLine: z.number().int().positive(),
  lastLine: z.number().int().positive(),
};

/** Lines of a file of the project. */
export interface ContextPlace {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Whether all lines of one place stand in the other. */
export function liesWithin(inner: ContextPlace, outer: ContextPlace): boolean {
  return inner.file === outer.file && inner.firstLine >= outer.firstLine && inner.lastLine <= outer.lastLine;
}

/** What a chunk is: found for the report, code that trains, what the found code calls, settings, or added by a person. */
export const ContextChunkKind = z.enum(['hit', 'training', 'dependency', 'config', 'added']);
export type ContextChunkKind = z.infer<typeof ContextChunkKind>;

/** A piece of the project. */
export const ContextChunk = z.object({
  id: Id,
  ...place,
  text: z.string(),
  score: z.number(),
  reason: z.string(),
  /** Absent in what earlier versions gathered; so is all that follows. `name`: qualified, empty for code outside of definitions. */
  name: z.string().optional(),
  kind: ContextChunkKind.optional(),
  tokens: z.number().int().nonnegative().optional(),
  /** A person wants it to stay. */
  pinned: z.boolean().optional(),
});
export type ContextChunk = z.infer<typeof ContextChunk>;

/** A piece that did not go in: it did not fit, or a person took it out. */
export const OmittedChunk = z.object({
  ...place,
  name: z.string(),
  score: z.number(),
  tokens: z.number().int().nonnegative(),
  why: z.enum(['budget', 'dropped']),
});
export type OmittedChunk = z.infer<typeof OmittedChunk>;

/** What was retrieved from the project. `leftOut` says in sentences what could not be looked at. */
export const Context = z.object({
  chunks: z.array(ContextChunk),
  leftOut: z.array(z.string()),
  omitted: z.array(OmittedChunk).optional(),
  /** Tokens of all chunks, and how many there may be. */
  tokens: z.number().int().nonnegative().optional(),
  budget: z.number().int().positive().optional(),
  focus: z.enum(['training', 'saveLoad', 'hits']).optional(),
  /** Modules by how much of the report points at them, the best first. */
  modules: z.array(z.object({ file: z.string(), score: z.number() })).optional(),
  /** Code that trains, the likeliest first. */
  training: z
    .array(z.object({ ...place, framework: z.string().nullable(), kind: z.string(), uses: z.string() }))
    .optional(),
});
export type Context = z.infer<typeof Context>;

/** A hit of a search in the project. */
export const ContextHit = z.object({ ...place, name: z.string(), score: z.number(), reason: z.string() });
export type ContextHit = z.infer<typeof ContextHit>;

/** A person's word on the context. */
export const ContextChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pin'), chunkId: Id, pinned: z.boolean() }),
  z.object({ kind: z.literal('drop'), chunkId: Id }),
  z.object({ kind: z.literal('add'), ...place, name: z.string().max(1000) }),
]);
export type ContextChange = z.infer<typeof ContextChange>;
