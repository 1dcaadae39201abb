import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../system/make-folder';
import { toUnwritable } from '../system/to-unwritable';
import { writeSynced } from '../system/write-file-atomically';

/**
 * Makes the data folder, for its owner alone, and proves that it can be written by writing.
 * A folder that was there keeps its rights; what lies below it is for the owner alone.
 * Errors: rejects with `unwritable`, also where a file stands in its place.
 */
export async function prepareDataFolder(dataFolder: string): Promise<void> {
  const probe = join(dataFolder, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    await makeFolder(dataFolder);
    await writeSynced(probe, 'probe');
    // Another program that has the lock may have swept it up.
    await rm(probe, { force: true });
    for (const name of ['reproductions', 'logs']) await makeFolder(join(dataFolder, name));
  } catch (error) {
    await rm(probe, { force: true }).catch(() => undefined);
    throw toUnwritable(refused(error), dataFolder);
  }
}

/** A missing parent that cannot be made (as below /proc) is reported as `ENOENT`; to a person it is a refusal too. */
function refused(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return Object.assign(error, { code: 'EACCES' });
  }
  return error;
}
