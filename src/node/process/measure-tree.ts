import { existsSync, readFileSync } from 'node:fs';
import type { ProcessEntry } from './list-processes';

/**
 * Bytes of memory that the processes hold together: private plus proportional share, where the system tells it. The exact sum is
 * costly for large processes, so it is taken only when the plain one (shared pages counted for each) reaches `threshold`.
 */
export function measureMemory(members: readonly ProcessEntry[], threshold: number): number {
  const resident = members.reduce((sum, entry) => sum + entry.residentBytes, 0);
  if (resident < threshold) return resident;
  return members.reduce((sum, entry) => sum + proportionalBytes(entry), 0);
}

function proportionalBytes({ id, residentBytes }: ProcessEntry): number {
  try {
    return parseSmapsRollup(readFileSync(`/proc/${id}/smaps_rollup`, 'latin1')) ?? residentBytes;
  } catch (error) {
    // A process that has ended since it was listed holds nothing; one that hides its share is taken whole.
    return (error as NodeJS.ErrnoException).code === 'EACCES' || !existsSync('/proc/self/smaps_rollup')
      ? residentBytes
      : 0;
  }
}

/** Proportional share (`Pss`) in bytes out of the text of /proc/PID/smaps_rollup. */
export function parseSmapsRollup(text: string): number | null {
  const match = /^Pss:\s+(\d+) kB$/m.exec(text);
  return match ? Number(match[1]) * 1024 : null;
}
