import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineAt, segmentSource, type Mark } from '../../../../src/renderer/features/report/segment-source';
import { findAddresses, showHidden } from '../../../../src/renderer/features/report/show-hidden';

const length = fc.nat(60);
const marks = fc
  .array(fc.tuple(fc.nat(70), fc.nat(70)), { maxLength: 12 })
  .map((pairs) =>
    pairs.map(([a, b], at): Mark => ({ id: `m${at}`, span: { start: Math.min(a, b), end: Math.max(a, b) } })),
  );

describe('segmentSource', () => {
  it('joins up to the whole source', () => {
    fc.assert(
      fc.property(length, marks, (size, given) => {
        const segments = segmentSource(size, given);
        expect(segments.map(({ start }) => start)).toEqual(
          [0, ...segments.map(({ end }) => end)].slice(0, segments.length),
        );
        expect(segments.at(-1)?.end ?? 0).toBe(size);
      }),
    );
  });

  it('marks every unit with just the marks that cover it, the shortest first', () => {
    fc.assert(
      fc.property(length, marks, (size, given) => {
        for (const { start, end, marks: names } of segmentSource(size, given)) {
          expect(end).toBeGreaterThan(start);
          for (let at = start; at < end; at += 1) {
            const covering = given.filter(({ span }) => span.start <= at && at < span.end).map(({ id }) => id);
            expect([...names].sort()).toEqual(covering.sort());
          }
          const sizes = names
            .map((id) => given.find((mark) => mark.id === id))
            .map((mark) => (mark ? mark.span.end - mark.span.start : 0));
          expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
        }
      }),
    );
  });

  it('counts lines from one', () => {
    const text = 'a\nbc\n\nd';
    expect([0, 1, 2, 4, 5, 6].map((offset) => lineAt(text, offset))).toEqual([1, 1, 2, 2, 3, 4]);
  });
});

describe('showHidden', () => {
  it('writes out what would not be seen, and leaves the rest', () => {
    expect(showHidden('pay\u200bpal \u202eevil\u202c\tok\n')).toBe('pay⟨U+200B⟩pal ⟨U+202E⟩evil⟨U+202C⟩\tok\n');
    expect(showHidden('naïve 漢字 🙂')).toBe('naïve 漢字 🙂');
  });

  it('leaves nothing unseen in what it gives back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(showHidden(text)).not.toMatch(/[\u0000-\u0008\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
      }),
    );
  });

  it('finds addresses once each, without the full stop behind them', () => {
    const text = 'See https://a.org/x. Also <https://a.org/x>, (http://b.org) and javascript:alert(1)';
    expect(findAddresses(text)).toEqual(['https://a.org/x', 'http://b.org']);
  });
});
