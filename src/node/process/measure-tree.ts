import { existsSync, readFileSync } from 'node:fs';
import type { ProcessEntry } from './list-processes';

/**
 * Bytes of memory that the processes hold together: private plus proportional share, where the system tells it, and files in memory
 * that no process maps (`unmapped` bytes of such files, mapped or not). The exact sum is costly for large processes, so it is taken only
 * when the plain one (shared pages counted for each) reaches `threshold`.
 */
export function measureMemory(members: readonly ProcessEntry[], threshold: number, unmapped = 0): number {
  const resident = members.reduce((sum, entry) => sum + entry.residentBytes, unmapped);
  if (resident < threshold) return resident;
  const shares = members.map(shareOf);
  const mapped = shares.reduce((sum, { shared }) => sum + shared, 0);
  return shares.reduce((sum, { bytes }) => sum + bytes, Math.max(0, unmapped - mapped));
}

function shareOf({ id, residentBytes }: ProcessEntry): { readonly bytes: number; readonly shared: number } {
  try {
    const text = readFileSync(`/proc/${id}/smaps_rollup`, 'latin1');
    return { bytes: parseSmapsRollup(text) ?? residentBytes, shared: parseSmapsRollup(text, 'Pss_Shmem') ?? 0 };
  } catch (error) {
    // A process that has ended since it was listed holds nothing; one that hides its share is taken whole.
    const isHidden = (error as NodeJS.ErrnoException).code === 'EACCES' || !existsSync('/proc/self/smaps_rollup');
    return { bytes: isHidden ? residentBytes : 0, shared: 0 };
  }
}

/** Proportional share in bytes out of the text of /proc/PID/smaps_rollup: of all, or of one kind of pages. */
export function parseSmapsRollup(text: string, name: 'Pss' | 'Pss_Shmem' = 'Pss'): number | null {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text);
  return match ? Number(match[1]) * 1024 : null;
}
