import { describe, expect, test } from 'vitest';
import type { Params, Result } from '../../../../src/protocol/methods';
import { MOST_PLACES, searchLog, stepPlace, type Found } from '../../../../src/renderer/terminal/search-log';

type Answer = Result<'terminal/search'>;
const wish = { terminalId: 't', text: 'a', matchCase: false };
const match = (offset: number) => ({ offset, line: offset + 1, text: 'a' });

async function search(
  answers: (params: Params<'terminal/search'>) => Answer | null,
  signal: { readonly aborted: boolean } = { aborted: false },
): Promise<readonly Found[]> {
  const told: Found[] = [];
  await searchLog(
    async (params) => answers(params),
    wish,
    (found) => told.push(found),
    signal,
  );
  return told;
}

describe('a search of a log', () => {
  test('goes on where each answer ended, and tells what it has so far', async () => {
    const told = await search(({ from }) =>
      from.offset === 0
        ? { matches: [match(3)], next: { offset: 100, line: 9 } }
        : { matches: [match(from.offset + 5)], next: null },
    );
    expect(told).toEqual([
      { places: [{ offset: 3, line: 4 }], isDone: false, isWhole: false },
      {
        places: [
          { offset: 3, line: 4 },
          { offset: 105, line: 106 },
        ],
        isDone: true,
        isWhole: true,
      },
    ]);
  });

  test('ends once it has as many places as are kept, and says that there may be more', async () => {
    let asked = 0;
    const told = await search(({ from, limit }) => {
      asked += 1;
      const matches = Array.from({ length: limit }, (_, index) => match(from.offset + index));
      return { matches, next: { offset: from.offset + limit, line: 1 } };
    });
    const last = told.at(-1);
    expect([last?.places.length, last?.isDone, last?.isWhole, asked]).toEqual([MOST_PLACES, true, false, 5]);
  });

  test('tells nothing more once it is not wanted, and ends where the host does not answer', async () => {
    const signal = { aborted: false };
    const told = await search(({ from }) => {
      if (from.offset > 0) signal.aborted = true;
      return { matches: [], next: { offset: from.offset + 1, line: 1 } };
    }, signal);
    expect(told).toHaveLength(1);
    expect(await search(() => null)).toEqual([{ places: [], isDone: true, isWhole: false }]);
  });

  test('is gone through in a ring', () => {
    expect([stepPlace(0, 1, 3), stepPlace(2, 1, 3), stepPlace(0, -1, 3), stepPlace(0, 1, 0)]).toEqual([1, 0, 2, 0]);
  });
});
