import type { IndexReader } from '../index/read-index';

/** Okapi BM25's usual parameters (Robertson and Zaragoza, 2009), with long pieces punished a little less. */
const K1 = 1.2;
const B = 0.45;
/** The rarest and heaviest terms decide; more of them cost time and change nothing. */
const MOST_TERMS = 90;
/** Terms in more pieces than this share tell nothing. */
const COMMON = 0.25;

export interface Scored {
  readonly number: number;
  readonly score: number;
}

/** Pieces by BM25 over weighted terms, the best first, at most `limit`. */
export function rankLexical(index: IndexReader, terms: ReadonlyMap<string, number>, limit: number): readonly Scored[] {
  if (index.pieces === 0) return [];
  const chosen = [...terms]
    .map(([term, weight]) => ({ term, weight: weight * rarity(index, term) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_TERMS);
  const scores = new Float64Array(index.size);
  for (const { term, weight } of chosen) {
    index.eachPlace(term, (number, count) => {
      const norm = K1 * (1 - B + (B * index.lengthOf(number)) / index.meanLength);
      scores[number] = (scores[number] ?? 0) + (weight * count * (K1 + 1)) / (count + norm);
    });
  }
  return best(scores, limit);
}

/** Inverse document frequency; 0 for terms that nothing holds or nearly everything does. */
export function rarity(index: IndexReader, term: string): number {
  const spread = index.spread(term);
  if (spread === 0 || (index.pieces > 40 && spread / index.pieces > COMMON)) return 0;
  return Math.log(1 + (Math.max(index.pieces, spread) - spread + 0.5) / (spread + 0.5));
}

/** The `limit` best of scores that are not 0, the best first; of equal ones the lower numbers. One pass with a heap, its worst on top. */
export function best(scores: Float64Array, limit: number): readonly Scored[] {
  const heap: Scored[] = [];
  for (let number = 0; number < scores.length; number += 1) {
    const score = scores[number] ?? 0;
    // Numbers rise, so an equal score is worse than all that are there.
    if (score <= 0 || (heap.length >= limit && score <= (heap[0]?.score ?? Infinity))) continue;
    if (heap.length < limit) rise(heap, { number, score });
    else sink(heap, { number, score });
  }
  return heap.sort((a, b) => b.score - a.score || a.number - b.number);
}

function isWorse(one: Scored, other: Scored): boolean {
  return one.score < other.score || (one.score === other.score && one.number > other.number);
}

function rise(heap: Scored[], item: Scored): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || !isWorse(item, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = item;
}

/** Puts an item in the place of the worst. */
function sink(heap: Scored[], item: Scored): void {
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    const child = right !== undefined && left !== undefined && isWorse(right, left) ? 2 * at + 2 : 2 * at + 1;
    const below = heap[child];
    if (below === undefined || !isWorse(below, item)) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = item;
}
