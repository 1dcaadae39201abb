import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Id } from '../../protocol/primitives';

/** Folders that are looked at together. */
const BATCH = 32;

/**
 * Removes what a kill left half-way: folders being removed, and folders whose first event never reached the disk, so that
 * no one was ever told of them. `isOurs` names those that this program is creating now. Never rejects.
 */
export async function sweepUnfinished(reproductions: string, isOurs: (id: string) => boolean): Promise<void> {
  try {
    const entries = (await readdir(reproductions, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const sweep = async (name: string): Promise<void> => {
      const folder = join(reproductions, name);
      const isCandidate = Id.safeParse(name).success && !isOurs(name);
      const isDoomed = name.startsWith('.removed-') || (isCandidate && (await isUnfinished(folder)));
      if (isDoomed) await rm(folder, { recursive: true, force: true });
    };
    for (let start = 0; start < entries.length; start += BATCH) {
      await Promise.all(entries.slice(start, start + BATCH).map(({ name }) => sweep(name)));
    }
  } catch {
    // What cannot be swept now is swept at the next start.
  }
}

/** Whether not one event was ever committed. Where this is not sure, the answer is no. */
async function isUnfinished(folder: string): Promise<boolean> {
  const path = join(folder, 'events.jsonl');
  try {
    if ((await stat(join(folder, 'summary.json'))).isFile()) return false;
  } catch {
    // Written after the first event; without it the log tells.
  }
  try {
    const handle = await open(path, 'r');
    try {
      for await (const chunk of handle.createReadStream({ autoClose: false })) {
        if ((chunk as Buffer).includes(0x0a)) return false;
      }
      return true;
    } finally {
      await handle.close();
    }
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' && (await holdsOnlyOurs(folder));
  }
}

/** A folder with anything else in it was not half-created by us, but lost its log. */
async function holdsOnlyOurs(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  if (!names.every((name) => name === 'report.md' || name === 'scripts' || name.startsWith('.report.md.')))
    return false;
  return !names.includes('scripts') || (await readdir(join(folder, 'scripts'))).length === 0;
}
