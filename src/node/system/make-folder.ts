import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './error-code';
import { isFolder } from './is-there';

/**
 * Makes a folder and those above it, for the owner alone. Node's own recursive form never comes back where the system
 * answers `ENOENT` to the last step, as below /proc. Errors: those of the system; a file in the way is `ENOTDIR`.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const parent = dirname(folder);
    if (errorCode(error) === 'ENOENT' && parent !== folder) {
      if (await isFolder(parent)) throw error;
      await makeFolder(parent);
      return await makeLast(folder);
    }
    if (await isFolder(folder)) return;
    throw error;
  }
}

async function makeLast(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else made it in this moment.
    if (!(await isFolder(folder))) throw error;
  }
}
