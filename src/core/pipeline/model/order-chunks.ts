import type { ContextChunk } from '../../../protocol/context';

/** What a person pinned first, whatever its score, then the best: a question leaves out what comes last. */
export function orderChunks(chunks: readonly ContextChunk[]): readonly ContextChunk[] {
  const pin = ({ pinned }: ContextChunk): number => (pinned === true ? 1 : 0);
  return [...chunks].sort((a, b) => pin(b) - pin(a) || b.score - a.score);
}
