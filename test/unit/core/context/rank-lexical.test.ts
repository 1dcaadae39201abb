import { describe, expect, it } from 'vitest';
import { best } from '../../../../src/core/context/search/rank-lexical';

/** The same by sorting everything. */
function sorted(scores: Float64Array, limit: number) {
  return [...scores]
    .map((score, number) => ({ number, score }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.number - b.number)
    .slice(0, limit);
}

describe('best', () => {
  it('gives what sorting all gives, with many equal scores', () => {
    let seed = 7;
    const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    for (const limit of [0, 1, 2, 7, 150, 1_000]) {
      const scores = Float64Array.from({ length: 700 }, () => next() % 40);
      expect(best(scores, limit)).toEqual(sorted(scores, limit));
    }
  });
});
