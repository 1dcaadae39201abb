import { message } from '../../protocol/catalogue/catalogue';
import {
  liesWithin,
  type Context,
  type ContextChange,
  type ContextChunk,
  type ContextPlace,
  type OmittedChunk,
} from '../../protocol/context';
import { assertNever } from '../../protocol/primitives';
import { countTokens } from './assemble/count-tokens';

/** The context after a person's word, or null where there is no such chunk. `added`: what an addition reads, with an id of its own. */
export function changeContext(
  context: Context,
  change: ContextChange,
  added: { readonly id: string; readonly text: string } | null,
): Context | null {
  switch (change.kind) {
    case 'pin': {
      if (!context.chunks.some(({ id }) => id === change.chunkId)) return null;
      return withChunks(
        context,
        context.chunks.map((chunk) => (chunk.id === change.chunkId ? { ...chunk, pinned: change.pinned } : chunk)),
        context.omitted ?? [],
      );
    }
    case 'drop': {
      const dropped = context.chunks.find(({ id }) => id === change.chunkId);
      if (!dropped) return null;
      const omitted: OmittedChunk = {
        ...placeOf(dropped),
        name: dropped.name ?? '',
        score: dropped.score,
        tokens: tokensOf(dropped),
        why: 'dropped',
      };
      return withChunks(
        context,
        context.chunks.filter((chunk) => chunk !== dropped),
        [omitted, ...(context.omitted ?? [])],
      );
    }
    case 'add': {
      if (added === null || context.chunks.some((chunk) => liesWithin(change, chunk))) return null;
      const chunk: ContextChunk = {
        ...placeOf(change),
        ...added,
        name: change.name,
        score: 1,
        reason: message('context.why.added'),
        kind: 'added',
        pinned: true,
      };
      // What the new chunk covers stands in it already.
      const rest = context.chunks.filter((other) => !liesWithin(other, change));
      const omitted = (context.omitted ?? []).filter((other) => !liesWithin(other, change));
      return withChunks(context, [chunk, ...rest], omitted);
    }
    default:
      return assertNever(change);
  }
}

function withChunks(context: Context, chunks: readonly ContextChunk[], omitted: readonly OmittedChunk[]): Context {
  const counted = chunks.map((chunk) => ({ ...chunk, tokens: tokensOf(chunk) }));
  return {
    ...context,
    chunks: counted,
    omitted: [...omitted],
    tokens: counted.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function tokensOf(chunk: ContextChunk): number {
  return chunk.tokens ?? countTokens(chunk.text);
}

function placeOf({ file, firstLine, lastLine }: ContextPlace): ContextPlace {
  return { file, firstLine, lastLine };
}
