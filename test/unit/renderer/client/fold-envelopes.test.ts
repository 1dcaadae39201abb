import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyState } from '../../../../src/protocol/reproduction/reduce';
import { foldEnvelopes } from '../../../../src/renderer/client/fold-envelopes';
import { envelope, note } from '../samples';

const texts = (state: { readonly notices: readonly { readonly text: string }[] }) =>
  state.notices.map(({ text }) => text);

describe('foldEnvelopes', () => {
  it('stops at a gap and says so, with the state before it', () => {
    const folded = foldEnvelopes(emptyState('r1'), [envelope(1, note('one')), envelope(3, note('three'))]);
    expect(folded.gap).toBe(true);
    expect(folded.state.seq).toBe(1);
  });

  it('leaves out events of other reproductions', () => {
    const folded = foldEnvelopes(emptyState('r1'), [envelope(1, note('mine')), envelope(2, note('theirs'), 'r2')]);
    expect(folded).toMatchObject({ gap: false, state: { seq: 1 } });
  });

  it('gives the same state however often an event is told again', () => {
    const all = Array.from({ length: 12 }, (_, at) => envelope(at + 1, note(`n${at + 1}`)));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 30 }), (again) => {
        let state = emptyState('r1');
        for (const item of all) {
          const repeated = again.filter((at) => at < item.seq).flatMap((at) => all[at] ?? []);
          state = foldEnvelopes(state, [...repeated, item]).state;
        }
        expect(texts(state)).toEqual(all.map((_, at) => `n${at + 1}`));
      }),
    );
  });
});
