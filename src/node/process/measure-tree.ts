import { readFileSync } from 'node:fs';
import type { ProcessEntry } from './list-processes';

/**
 * Bytes of memory that the processes hold together: private plus proportional share, where the system tells it. The exact sum is
 * costly for large processes, so it is taken only when the plain one (shared pages counted for each) reaches `threshold`.
 */
export function measureMemory(members: readonly ProcessEntry[], threshold: number): number {
  const resident = members.reduce((sum, entry) => sum + entry.residentBytes, 0);
  if (resident < threshold) return resident;
  return members.reduce((sum, entry) => sum + (readProportionalBytes(entry.id) ?? entry.residentBytes), 0);
}

function readProportionalBytes(id: number): number | null {
  try {
    return parseSmapsRollup(readFileSync(`/proc/${id}/smaps_rollup`, 'latin1'));
  } catch {
    return null;
  }
}

/** Proportional share (`Pss`) in bytes out of the text of /proc/PID/smaps_rollup. */
export function parseSmapsRollup(text: string): number | null {
  const match = /^Pss:\s+(\d+) kB$/m.exec(text);
  return match ? Number(match[1]) * 1024 : null;
}
