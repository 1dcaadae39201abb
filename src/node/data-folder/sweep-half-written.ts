import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Names that `writeFileAtomically` and the probe of the data folder give to what is not finished. */
const HALF_WRITTEN = /^\.(.+\.[0-9a-f]{12}\.tmp|probe-[0-9a-f]{12})$/;

/**
 * Removes what a killed program was writing when it ended: nothing of it has its final name, so nothing of it was ever read. Call it
 * with the folder's lock held, before anything is written. What cannot be listed or removed stays.
 */
export async function sweepHalfWritten(dataFolder: string): Promise<void> {
  const reproductions = join(dataFolder, 'reproductions');
  const ids = await names(reproductions);
  const folders = [
    ...['', 'cache', 'cache/resolutions'].map((name) => join(dataFolder, name)),
    ...ids.flatMap((id) => ['', 'scripts', 'drafts'].map((name) => join(reproductions, id, name))),
  ];
  await Promise.all(folders.map(sweepFolder));
}

async function sweepFolder(folder: string): Promise<void> {
  for (const name of await names(folder)) {
    if (HALF_WRITTEN.test(name)) await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

async function names(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}
