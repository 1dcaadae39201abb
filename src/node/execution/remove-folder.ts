import { chmod, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a folder with all that a script left in it; links are removed, never followed. False: something stays. */
export async function removeFolder(folder: string): Promise<boolean> {
  if (await remove(folder)) return true;
  // A script may take the right to enter its folders away from their owner.
  await openUp(folder);
  return remove(folder);
}

async function remove(folder: string): Promise<boolean> {
  return rm(folder, { recursive: true, force: true, maxRetries: 2 }).then(
    () => true,
    () => false,
  );
}

async function openUp(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o700);
    for await (const entry of await opendir(folder)) {
      if (entry.isDirectory()) await openUp(join(folder, entry.name));
    }
  } catch {
    // What cannot be opened up cannot be removed either; the caller is told.
  }
}
