import { message } from '../../../protocol/catalogue/catalogue';
import { assertNever } from '../../../protocol/primitives';
import type { ReproductionSummary } from '../../../protocol/reproduction/state';
import { describeSummary } from '../../app/describe-state';
import { matchesSearch } from './group-by-day';

export const listFilters = [
  'all',
  'atWork',
  'reproduced',
  'notReproduced',
  'inconclusive',
  'other',
  'archived',
] as const;
export type ListFilter = (typeof listFilters)[number];

/** The reproductions that a filter and a search let through. The archive is looked at by its own filter alone. */
export function filterList(
  list: readonly ReproductionSummary[],
  filter: ListFilter,
  search: string,
): ReproductionSummary[] {
  return list.filter(
    (item) => isIn(item, filter) && matchesSearch(search, [item.title, describeSummary(item).text, item.id]),
  );
}

function isIn(item: ReproductionSummary, filter: ListFilter): boolean {
  const archived = item.archived ?? false;
  if (filter === 'archived') return archived;
  if (archived) return false;
  switch (filter) {
    case 'all':
      return true;
    case 'atWork':
      return item.phase !== 'concluded' && item.damaged === null;
    case 'reproduced':
    case 'notReproduced':
    case 'inconclusive':
      return item.phase === 'concluded' && item.outcome === filter;
    case 'other':
      return item.damaged !== null || item.outcome === 'failed' || item.outcome === 'cancelled';
    default:
      return assertNever(filter);
  }
}

/** A filter in words. */
export function describeFilter(filter: ListFilter): string {
  return message(`app.list.filter.${filter}`);
}
