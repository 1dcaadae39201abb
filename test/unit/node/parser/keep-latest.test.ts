import { describe, expect, it } from 'vitest';
import { keepLatest } from '../../../../src/node/parser/keep-latest';

describe('keepLatest', () => {
  it('makes a text once, and again only after it was pushed out by later ones', () => {
    const made: string[] = [];
    const get = keepLatest((text) => {
      made.push(text);
      return text.toUpperCase();
    }, 6);
    expect(['abc', 'def', 'abc'].map(get)).toEqual(['ABC', 'DEF', 'ABC']);
    // The one that was not asked for since goes first.
    expect(get('ghi')).toBe('GHI');
    get('abc');
    get('def');
    expect(made).toEqual(['abc', 'def', 'ghi', 'def']);
  });

  it('keeps a text that is too long alone, until the next', () => {
    let count = 0;
    const get = keepLatest(() => (count += 1), 2);
    expect([get('long'), get('long'), get('x'), get('long')]).toEqual([1, 1, 2, 3]);
  });
});
