import { readdirSync, readlinkSync, statSync } from 'node:fs';
import type { ProcessEntry } from './list-processes';

/** What processes hold by descriptors alone, where no folder shows it. */
export interface OpenBytes {
  /** Files in memory that never had a name (memfd_create(2)). */
  readonly memory: number;
  /** Files without a name any more, by the device that they take room on. */
  readonly removed: ReadonlyMap<number, number>;
}

/** Most descriptors of one process that are looked at. */
const MOST = 4096;

/** Bytes that the processes hold so; each file once. What cannot be read counts nothing. Linux only: nothing elsewhere. */
export function measureOpen(members: readonly ProcessEntry[]): OpenBytes {
  const seen = new Set<string>();
  const removed = new Map<number, number>();
  let memory = 0;
  for (const { id } of members) {
    for (const name of descriptorsOf(id)) {
      const path = `/proc/${id}/fd/${name}`;
      const target = readTarget(path);
      if (!target.endsWith(' (deleted)')) continue;
      const status = statSync(path, { throwIfNoEntry: false });
      const key = `${status?.dev}:${status?.ino}`;
      if (status?.isFile() !== true || status.nlink > 0 || seen.has(key)) continue;
      seen.add(key);
      const bytes = status.blocks * 512;
      if (target.startsWith('/memfd:')) memory += bytes;
      else removed.set(status.dev, (removed.get(status.dev) ?? 0) + bytes);
    }
  }
  return { memory, removed };
}

function descriptorsOf(id: number): readonly string[] {
  try {
    return readdirSync(`/proc/${id}/fd`).slice(0, MOST);
  } catch {
    return [];
  }
}

function readTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
