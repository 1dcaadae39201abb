import { randomBytes } from 'node:crypto';
import { chmod, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Removes a folder with all that a script left in it; links are removed, never followed. False: something stays. */
export async function removeFolder(folder: string): Promise<boolean> {
  const removed = await rm(folder, { recursive: true, force: true, maxRetries: 2 }).then(
    () => true,
    () => false,
  );
  return removed || removeFlat(folder);
}

/**
 * For folders that a script took the rights from, or nested deeper than a path may be long: every folder inside is moved up
 * beside the top one before it is emptied, so that no path grows.
 */
async function removeFlat(top: string): Promise<boolean> {
  const waiting = [top];
  try {
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      await chmod(folder, 0o700);
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (!entry.isDirectory()) {
          await unlink(path);
          continue;
        }
        // The right to write in a folder is needed to move it.
        await chmod(path, 0o700);
        const beside = join(dirname(top), `.removed-${randomBytes(8).toString('hex')}`);
        await rename(path, beside);
        waiting.push(beside);
      }
      await rmdir(folder);
    }
    return true;
  } catch {
    return false;
  }
}
