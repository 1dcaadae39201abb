import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChange,
  changeBetween,
  draftText,
  emptyDraft,
  foldDraft,
  shortenDraft,
  type DraftHistory,
} from '../../../src/protocol/draft';

/** A history of these texts, each written over the one before it. */
function historyOf(base: string, texts: readonly string[]): DraftHistory {
  let history = emptyDraft;
  let now = base;
  for (const text of texts) {
    const change = changeBetween(now, text);
    if (change) history = foldDraft(history, { done: history.done, change });
    now = text;
  }
  return history;
}

describe('the history of a draft', () => {
  it('holds a change as what it takes away and puts there', () => {
    expect(changeBetween('import a\nx = 1', 'import a\nx = 21')).toEqual({ at: 13, removed: '', inserted: '2' });
    expect(changeBetween('same', 'same')).toBeNull();
  });

  it('makes any text of any other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const change = changeBetween(before, after);
        return change === null ? before === after : applyChange(before, change) === after;
      }),
    );
  });

  it('goes back and forth over what was written, and forgets what was undone once something else is written', () => {
    const history = historyOf('a', ['ab', 'abc']);
    expect(draftText('a', history)).toBe('abc');
    const undone = foldDraft(history, { done: 1, change: null });
    expect(draftText('a', undone)).toBe('ab');
    expect(draftText('a', foldDraft(undone, { done: 2, change: null }))).toBe('abc');
    const other = foldDraft(undone, { done: 1, change: changeBetween('ab', 'abX') });
    expect(other.changes).toHaveLength(2);
    expect(draftText('a', other)).toBe('abX');
  });

  it('says so where it belongs to another text', () => {
    expect(draftText('other', historyOf('text', ['tent']))).toBeNull();
  });

  it('becomes shorter without losing where it stands, nor its newest steps', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { maxLength: 12 }), fc.nat(5), (texts, keep) => {
        const history = historyOf('base', texts);
        const short = shortenDraft('base', history, keep);
        return (
          draftText('base', short) === draftText('base', history) && short.changes.length <= Math.max(keep + 1, 1) + 1
        );
      }),
    );
  });

  it('keeps which hunks were taken until told otherwise', () => {
    const taken = foldDraft(emptyDraft, { done: 0, change: null, taken: ['a'] });
    expect(foldDraft(taken, { done: 0, change: null }).taken).toEqual(['a']);
  });
});
