import type { Scored } from './rank-lexical';

/** One way to look: its pieces, the best first, and how much its word counts. */
export interface RankedList<Source extends string> {
  readonly source: Source;
  readonly weight: number;
  readonly hits: readonly Scored[];
}

/** A piece after fusion, with its place (from 1) in each list that has it. */
export interface Fused<Source extends string> {
  readonly number: number;
  readonly score: number;
  readonly ranks: ReadonlyMap<Source, number>;
}

/** Smaller than the 60 of the paper: the heads of these lists are short and mean what they say. */
const K = 8;

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009), weighted. Equal scores share a rank. The best first. */
export function fuseRanks<Source extends string>(lists: readonly RankedList<Source>[]): readonly Fused<Source>[] {
  const fused = new Map<number, { score: number; readonly ranks: Map<Source, number> }>();
  for (const { source, weight, hits } of lists) {
    let rank = 0;
    let last = Number.NaN;
    hits.forEach(({ number, score }, index) => {
      if (score !== last) [rank, last] = [index + 1, score];
      const known = fused.get(number) ?? { score: 0, ranks: new Map<Source, number>() };
      if (known.ranks.has(source)) return;
      known.score += weight / (K + rank);
      known.ranks.set(source, rank);
      fused.set(number, known);
    });
  }
  return [...fused]
    .map(([number, { score, ranks }]) => ({ number, score, ranks }))
    .sort((a, b) => b.score - a.score || a.number - b.number);
}
