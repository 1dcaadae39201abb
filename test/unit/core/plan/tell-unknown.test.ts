import { describe, expect, it } from 'vitest';
import { tellUnknown } from '../../../../src/core/plan/tell-unknown';
import type { NameFacts } from '../../../../src/core/ports/environments';

const progress = { signal: new AbortController().signal, report: () => undefined };
const tell = (facts: Partial<NameFacts>) =>
  tellUnknown(
    ['thing'],
    {
      environments: { aboutName: async (name) => ({ name, nearest: null, index: { kind: 'untold' }, ...facts }) },
      now: '2026-03-10T12:00:00.000Z',
    },
    progress,
  );

describe('what is told of a name that is not on the list', () => {
  it('is its releases and their days', async () => {
    const index = { kind: 'read', releases: 12, first: '2019-05-01', last: '2026-01-02' } as const;
    expect(await tell({ index })).toEqual([
      'thing has 12 releases in the package index, the first of 2019-05-01, the last of 2026-01-02.',
    ]);
  });

  it('is that it is young, and which known name it looks like', async () => {
    const index = { kind: 'read', releases: 1, first: '2026-03-01', last: '2026-03-01' } as const;
    expect(await tell({ index, nearest: 'things' })).toEqual([
      'thing has one release in the package index, of 2026-03-01.',
      'It appeared only 9 days ago.',
      'thing looks like things, which is on the list: is that one meant?',
    ]);
  });

  it('is that the index has no such name, tells no days, or was not reached', async () => {
    expect(await tell({ index: { kind: 'absent' } })).toEqual(['The package index has nothing by the name thing.']);
    const silent = { kind: 'read', releases: 3, first: null, last: null } as const;
    expect(await tell({ index: silent })).toEqual(['thing has 3 releases in the package index, which tells no days.']);
    expect(await tell({ index: { kind: 'untold' } })).toEqual([
      'The package index was not reached, so the age of thing is not known.',
    ]);
  });
});
