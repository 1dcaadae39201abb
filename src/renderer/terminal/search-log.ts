import type { Params, Result } from '../../protocol/methods';
import type { TerminalPlace } from '../../protocol/terminal';

/** Places that are kept of one search. Counting on would help nobody find one. */
export const MOST_PLACES = 5000;
const PLACES_AT_ONCE = 1000;

/** What a search has come to. `isWhole`: there is no further place. */
export interface Found {
  readonly places: readonly TerminalPlace[];
  readonly isDone: boolean;
  readonly isWhole: boolean;
}

export const nothingFound: Found = { places: [], isDone: false, isWhole: false };

type Ask = (params: Params<'terminal/search'>) => Promise<Result<'terminal/search'> | null>;

/** Looks through a whole log, an answer of the host at a time, and tells what it has after each. Ends when `signal` is aborted. */
export async function searchLog(
  ask: Ask,
  wish: Pick<Params<'terminal/search'>, 'terminalId' | 'text' | 'matchCase'>,
  onFound: (found: Found) => void,
  signal: { readonly aborted: boolean },
): Promise<void> {
  const places: TerminalPlace[] = [];
  let from: TerminalPlace | null = { offset: 0, line: 1 };
  while (from !== null) {
    const limit = Math.min(PLACES_AT_ONCE, MOST_PLACES - places.length);
    const answer = await ask({ ...wish, from, limit });
    if (signal.aborted) return;
    if (answer === null) return onFound({ places, isDone: true, isWhole: false });
    for (const { offset, line } of answer.matches) places.push({ offset, line });
    from = places.length >= MOST_PLACES ? null : answer.next;
    onFound({ places: [...places], isDone: from === null, isWhole: answer.next === null });
  }
}

/** The place before or after another, from the end on to the other end. */
export function stepPlace(at: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (at + by + count) % count;
}
