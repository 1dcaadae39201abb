import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareResults } from '../../../../src/cli/commands/evaluate/compare-results';
import { comparisonLines } from '../../../../src/cli/commands/evaluate/comparison-lines';
import { caseResult } from './samples';

const rating = fc.constantFrom('right', 'wrong', 'open');
const results = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 20 }), rating), { selector: ([id]) => id })
  .map((all) => all.map(([id, rated]) => caseResult(`c${id}`, { rating: rated })));

describe('compareResults', () => {
  it('flags what came out worse, and tells what came out better', () => {
    const before = [
      caseResult('a'),
      caseResult('b', { rating: 'open' }),
      caseResult('c', { rating: 'open' }),
      caseResult('gone'),
    ];
    const after = [
      caseResult('a', { rating: 'open', why: 'It ended\nin time.' }),
      caseResult('b', { rating: 'wrong' }),
      caseResult('c', { executions: 5 }),
      caseResult('new', { rating: 'wrong' }),
    ];
    const comparison = compareResults({ before, after });
    expect(comparison).toMatchObject({
      both: 3,
      before: { right: 1, wrong: 0, executions: 6 },
      after: { right: 1, wrong: 1, executions: 9 },
      regressions: [
        { id: 'a', from: 'right', to: 'open' },
        { id: 'b', from: 'open', to: 'wrong' },
      ],
      gains: [{ id: 'c', from: 'open', to: 'right' }],
      onlyBefore: ['gone'],
      onlyAfter: ['new'],
    });
    expect(comparisonLines(comparison)).toEqual([
      '3 cases in both  before  now',
      'right            1       1',
      'wrong            0       1',
      'runs             6       9',
      'seconds          5       5',
      'calls            0       0',
      'came out worse:',
      '  a: right, now open  It ended in time.',
      '  b: open, now WRONG',
      'came out better:',
      '  c: open, now right',
      'only in the earlier one: gone',
      'only in this one: new',
    ]);
  });

  it('finds no regression where nothing changed, and says so', () => {
    const all = [caseResult('a'), caseResult('b', { rating: 'wrong' })];
    const comparison = compareResults({ before: all, after: all });
    expect(comparison.regressions).toEqual([]);
    expect(comparisonLines(comparison)).toContain('no case came out worse');
  });

  it('turns regressions into gains when the two change places', () => {
    fc.assert(
      fc.property(results, results, (before, after) => {
        const ids = (moves: readonly { readonly id: string }[]) => moves.map(({ id }) => id).sort();
        const forth = compareResults({ before, after });
        const back = compareResults({ before: after, after: before });
        expect(ids(forth.regressions)).toEqual(ids(back.gains));
        expect(ids(forth.gains)).toEqual(ids(back.regressions));
        expect(forth.onlyBefore).toEqual(back.onlyAfter);
        expect(forth.both + forth.onlyAfter.length).toBe(after.length);
      }),
    );
  });
});
