/** The last item that the predicate holds for; `findLast` is younger than the library we compile against. */
export function lastMatch<T>(items: readonly T[], predicate: (item: T) => boolean): T | undefined {
  const index = lastMatchIndex(items, predicate);
  return index < 0 ? undefined : items[index];
}

/** The index of the last item that the predicate holds for, or -1. */
export function lastMatchIndex<T>(items: readonly T[], predicate: (item: T) => boolean): number {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    if (predicate(items[index] as T)) return index;
  }
  return -1;
}
