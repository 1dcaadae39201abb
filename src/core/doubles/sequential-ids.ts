import type { Ids } from '../ports/ids';

/** Identifiers `prefix-1`, `prefix-2`, … `taken` are names in use already, which are passed over. */
export function createSequentialIds(taken: Iterable<string> = []): Ids {
  const given = new Set(taken);
  const counts = new Map<string, number>();
  return {
    next: (prefix) => {
      for (;;) {
        const count = (counts.get(prefix) ?? 0) + 1;
        counts.set(prefix, count);
        const id = `${prefix}-${count}`;
        if (given.has(id)) continue;
        given.add(id);
        return id;
      }
    },
  };
}
