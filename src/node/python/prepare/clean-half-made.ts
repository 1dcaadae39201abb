import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listFolder } from '../discover/list-folder';
import type { PythonFolders } from '../python-folders';
import { isLeftOver } from './is-left-over';
import { ownerOfWorkName } from './work-name';

/** Removes what killed programs left half-made. Nothing of it has its final name, so nothing of it was ever used. */
export async function cleanHalfMade(folders: PythonFolders): Promise<void> {
  for (const folder of [folders.building, folders.environments, folders.tools]) {
    for (const name of await listFolder(folder)) {
      const owner = ownerOfWorkName(name);
      if (owner !== null && isLeftOver(owner)) await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}
