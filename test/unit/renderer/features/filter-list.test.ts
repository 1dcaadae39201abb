import { describe, expect, it } from 'vitest';
import type { ReproductionSummary } from '../../../../src/protocol/reproduction/state';
import { filterList } from '../../../../src/renderer/features/reproductions/filter-list';

const line = (id: string, more: Partial<ReproductionSummary>): ReproductionSummary => ({
  id,
  title: `crash-${id}`,
  createdAt: '2026-01-01T00:00:00.000Z',
  phase: 'concluded',
  paused: false,
  outcome: 'reproduced',
  damaged: null,
  ...more,
});
const list = [
  line('a', {}),
  line('b', { outcome: 'notReproduced' }),
  line('c', { phase: 'attempting', outcome: null }),
  line('d', { archived: true }),
  line('e', { outcome: 'failed' }),
  line('f', { damaged: 'A line is torn.', outcome: null }),
];
const ids = (filter: Parameters<typeof filterList>[1], search = ''): string =>
  filterList(list, filter, search)
    .map(({ id }) => id)
    .join('');

describe('the filter of the list', () => {
  it('lets each through under its state, and the archive under its own alone', () => {
    expect(ids('all')).toBe('abcef');
    expect(ids('atWork')).toBe('c');
    expect(ids('reproduced')).toBe('a');
    expect(ids('notReproduced')).toBe('b');
    expect(ids('other')).toBe('ef');
    expect(ids('archived')).toBe('d');
  });

  it('searches titles and states within it', () => {
    expect(ids('all', 'crash-b')).toBe('b');
    expect(ids('reproduced', 'crash-b')).toBe('');
  });
});
