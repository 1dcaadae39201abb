import { lastMatchIndex } from '../execute/last-match';

/** Index of the first line that may carry a statement of ours: after the coding line and the last `__future__` import. */
export function insertionIndex(lines: readonly string[]): number {
  const future = lastMatchIndex(lines, (line) => /^from\s+__future__\s+import\b/.test(line));
  if (future < 0) return lastMatchIndex(lines.slice(0, 2), (line) => line.startsWith('#')) + 1;
  let end = future;
  if ((lines[future] ?? '').includes('(')) {
    while (end < lines.length - 1 && !(lines[end] ?? '').includes(')')) end += 1;
  }
  return end + 1;
}
