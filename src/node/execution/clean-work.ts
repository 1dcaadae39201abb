import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from './remove-folder';

/**
 * Removes the folders of runs that a kill of the program left behind. Only for the holder of the data folder's lock, before
 * its first run. Resolves with how many were removed.
 */
export async function cleanWork({ dataFolder }: { readonly dataFolder: string }): Promise<number> {
  const reproductions = join(dataFolder, 'reproductions');
  let removed = 0;
  for (const folder of [join(dataFolder, 'warm'), join(dataFolder, 'scopes')]) {
    for (const name of await namesIn(folder)) {
      if (await removeFolder(join(folder, name))) removed += 1;
    }
  }
  for (const id of await namesIn(reproductions)) {
    const work = join(reproductions, id, 'work');
    for (const name of await namesIn(work)) {
      if (await removeFolder(join(work, name))) removed += 1;
    }
  }
  return removed;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
