import { describe, expect, it } from 'vitest';
import { liesWithin } from '../../../src/protocol/context';

describe('a place in a project', () => {
  const part = { file: 'model.py', firstLine: 3, lastLine: 9 };

  it('lies within itself and within what holds all of its lines', () => {
    expect(liesWithin(part, part)).toBe(true);
    expect(liesWithin({ ...part, firstLine: 5 }, part)).toBe(true);
  });

  it('does not lie within what ends before it does, though both start at one line: the rest can still be added', () => {
    expect(liesWithin({ ...part, lastLine: 20 }, part)).toBe(false);
  });

  it('does not lie within the same lines of another file', () => {
    expect(liesWithin({ ...part, file: 'train.py' }, part)).toBe(false);
  });
});
