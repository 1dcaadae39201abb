import type { RunStore } from '../core/ports/run-store';
import type { SummaryIndex } from '../core/ports/summary-index';
import { message } from '../protocol/catalogue/catalogue';
import { emptyState, summarize } from '../protocol/reproduction/reduce';
import type { ReproductionSummary } from '../protocol/reproduction/state';

/** Files that are read at the same time: enough to keep a disk busy, few enough to leave handles to others. */
const BATCH = 32;

/**
 * The list, newest first. Lines come from memory where they are known and from the kept summaries where not;
 * `open` is asked only where there is no current line, or where the line says that a run was going on when the program ended.
 */
export async function listReproductions(options: {
  readonly store: Pick<RunStore, 'list'>;
  readonly summaries: SummaryIndex;
  /** Lines that this run of the program knows already. */
  readonly known: (id: string) => ReproductionSummary | null;
  /** Errors: rejects where the folder is damaged, with a sentence. */
  readonly open: (id: string) => Promise<ReproductionSummary>;
}): Promise<readonly ReproductionSummary[]> {
  const { store, summaries, known, open } = options;

  async function line(id: string): Promise<ReproductionSummary> {
    const present = known(id);
    if (present) return present;
    const kept = await summaries.read(id);
    if (kept?.current && isAtRest(kept.summary)) return kept.summary;
    try {
      return await open(id);
    } catch (error) {
      const damaged = error instanceof Error ? error.message : message('errors.internal');
      const base = kept?.summary ?? { ...summarize(emptyState(id)), title: id };
      return { ...base, damaged };
    }
  }

  const ids = await store.list();
  const lines: ReproductionSummary[] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    lines.push(...(await Promise.all(ids.slice(start, start + BATCH).map(line))));
  }
  return lines.sort((a, b) => compare(b.createdAt, a.createdAt) || compare(b.id, a.id));
}

/** Whether nothing was going on: a start of the program has nothing to say about it. */
export function isAtRest(state: Pick<ReproductionSummary, 'phase' | 'paused'>): boolean {
  return state.paused || state.phase === 'concluded' || state.phase === 'draft';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
