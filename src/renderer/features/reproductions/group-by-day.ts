import type { ReproductionSummary } from '../../../protocol/reproduction/state';

export interface DayGroup {
  readonly day: 'today' | 'yesterday' | 'earlier';
  readonly items: readonly ReproductionSummary[];
}

/** The list by day, newest first, in the clock of the machine. Empty days are left out. */
export function groupByDay(list: readonly ReproductionSummary[], now: Date): DayGroup[] {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime();
  const sorted = [...list].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id));
  const dayOf = (item: ReproductionSummary): DayGroup['day'] => {
    const at = Date.parse(item.createdAt);
    if (at >= today) return 'today';
    return at >= yesterday ? 'yesterday' : 'earlier';
  };
  return (['today', 'yesterday', 'earlier'] as const)
    .map((day) => ({ day, items: sorted.filter((item) => dayOf(item) === day) }))
    .filter((group) => group.items.length > 0);
}

/** Whether every word of the search stands in the title or the state's words. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const where = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => where.includes(word));
}
