import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchBorder, type FoundBorder, type ProbePurpose } from '../../../../src/core/bisect/search-border';
import type { BisectAnswer } from '../../../../src/protocol/bisection';

/** A history of releases that changes once, some of which cannot be tested, and some of which do not show the fault at first. */
interface History {
  readonly count: number;
  /** The first release on the newer side of the change. */
  readonly border: number;
  readonly change: 'came' | 'went';
  readonly untestable: ReadonlySet<number>;
  readonly shy: ReadonlySet<number>;
}

interface Told {
  readonly found: FoundBorder;
  readonly asked: readonly { readonly index: number; readonly purpose: ProbePurpose }[];
}

function truth({ border, change, untestable }: History, index: number): BisectAnswer {
  if (untestable.has(index)) return 'untestable';
  return index < border === (change === 'went') ? 'shows' : 'clean';
}

async function search(
  history: History,
  options: { readonly width?: number; readonly older?: null } = {},
): Promise<Told> {
  const asked: { index: number; purpose: ProbePurpose }[] = [];
  const found = await searchBorder({
    older: options.older === null ? null : 0,
    newer: history.count - 1,
    change: history.change,
    width: options.width ?? 1,
    probe: async (index, purpose) => {
      const isFirst = !asked.some((one) => one.index === index);
      asked.push({ index, purpose });
      const answer = truth(history, index);
      return answer === 'shows' && history.shy.has(index) && isFirst ? 'clean' : answer;
    },
  });
  return { found, asked };
}

const histories = fc
  .record({
    count: fc.integer({ min: 2, max: 300 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    change: fc.constantFrom('came' as const, 'went' as const),
    untestable: fc.uniqueArray(fc.integer({ min: 1, max: 298 }), { maxLength: 120 }),
    shy: fc.uniqueArray(fc.integer({ min: 1, max: 298 }), { maxLength: 60 }),
  })
  .map(({ count, at, change, untestable, shy }): History => ({
    count,
    border: 1 + Math.floor(at * (count - 2)),
    change,
    untestable: new Set(untestable.filter((index) => index < count - 1)),
    shy: new Set(shy.filter((index) => index < count - 1)),
  }));

const steady = histories.map((history): History => ({ ...history, shy: new Set() }));

/** The nearest releases around the change that can be tested. */
function expected(history: History): FoundBorder {
  let older = history.border - 1;
  while (history.untestable.has(older)) older -= 1;
  let newer = history.border;
  while (history.untestable.has(newer)) newer += 1;
  return { kind: 'found', older, newer };
}

describe('the search for the release that a fault came with', () => {
  it('is right for every history that changes once, whatever cannot be tested', async () => {
    await fc.assert(
      fc.asyncProperty(steady, fc.integer({ min: 1, max: 8 }), async (history, width) => {
        expect((await search(history, { width })).found).toEqual(expected(history));
      }),
      { numRuns: 500 },
    );
  });

  it('is right where releases do not show the fault the first time', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 4 }), async (history, width) => {
        expect((await search(history, { width })).found).toEqual(expected(history));
      }),
    );
  });

  it('asks of no more than the ends, the logarithm, what cannot be tested, and the border once more', async () => {
    await fc.assert(
      fc.asyncProperty(steady, async (history) => {
        const { asked } = await search(history);
        const passedOver = asked.filter(({ index }) => history.untestable.has(index)).length;
        const between = asked.filter(({ purpose }) => purpose === 'search').length - passedOver;
        expect(between).toBeLessThanOrEqual(bound(history, passedOver));
        expect(asked.filter(({ purpose }) => purpose === 'end')).toHaveLength(2);
        expect(asked.filter(({ purpose }) => purpose === 'confirm')).toHaveLength(2);
        const searched = asked.filter(({ purpose }) => purpose !== 'confirm').map(({ index }) => index);
        expect(new Set(searched).size).toBe(searched.length);
      }),
    );
  });

  it('finds the nearest clean release by itself', async () => {
    await fc.assert(
      fc.asyncProperty(steady, async (given) => {
        const history: History = { ...given, change: 'came', untestable: new Set() };
        const { found, asked } = await search(history, { older: null });
        expect(found).toEqual(expected(history));
        expect(asked.length).toBeLessThanOrEqual(4 + 2 * Math.ceil(Math.log2(history.count)));
      }),
    );
  });

  it('says which release answers otherwise than it was said to', async () => {
    const history: History = { count: 9, border: 4, change: 'came', untestable: new Set(), shy: new Set() };
    const asWent = { ...history, change: 'went' as const };
    const probe = async (index: number): Promise<BisectAnswer> => truth(history, index);
    expect(await searchBorder({ older: 0, newer: 8, change: 'went', width: 1, probe })).toEqual({
      kind: 'contradicted',
      index: 8,
      said: 'clean',
      answer: 'shows',
    });
    expect(await searchBorder({ older: 5, newer: 8, change: 'came', width: 1, probe })).toEqual({
      kind: 'contradicted',
      index: 5,
      said: 'clean',
      answer: 'shows',
    });
    expect((await search(asWent)).found).toEqual({ kind: 'found', older: 3, newer: 4 });
  });

  it('says that an end cannot be tested, and that no older release is clean', async () => {
    const broken = await searchBorder({
      older: 0,
      newer: 5,
      change: 'came',
      width: 1,
      probe: async () => 'untestable',
    });
    expect(broken).toEqual({ kind: 'contradicted', index: 5, said: 'shows', answer: 'untestable' });
    const always = await searchBorder({ older: null, newer: 5, change: 'came', width: 1, probe: async () => 'shows' });
    expect(always).toEqual({ kind: 'noGood', oldest: 0 });
  });
});

/** Where places are passed over the halves are not even, and each may cost one more answer. */
function bound({ count }: History, passedOver: number): number {
  return Math.ceil(Math.log2(count - 1)) + passedOver;
}
