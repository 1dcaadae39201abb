import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFolder } from '../discover/list-folder';
import { PROXY_FOLDER } from '../index-proxy/open-index-proxy';
import type { PythonFolders } from '../python-folders';
import { isLeftOver } from './is-left-over';
import { ownerOfWorkName } from './work-name';

/** Removes what killed programs left half-made. Nothing of it has its final name, so nothing of it was ever used. */
export async function cleanHalfMade(folders: PythonFolders): Promise<void> {
  for (const folder of [folders.building, folders.environments, folders.tools]) await cleanFolder(folder, '');
  await cleanFolder(tmpdir(), PROXY_FOLDER);
}

async function cleanFolder(folder: string, beginning: string): Promise<void> {
  for (const name of await listFolder(folder)) {
    const owner = name.startsWith(beginning) ? ownerOfWorkName(name) : null;
    // In the system's folder for temporary files a name of ours may be another user's, which is not ours to remove.
    if (owner !== null && isLeftOver(owner)) {
      await rm(join(folder, name), { recursive: true, force: true }).catch((error: unknown) => {
        if (beginning === '') throw error;
      });
    }
  }
}
