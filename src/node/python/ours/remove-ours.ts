import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cancellation } from '../../../core/ports/cancellation';
import type { Removal } from '../../../core/ports/environments';
import { message } from '../../../protocol/catalogue/catalogue';
import { errorCode } from '../../system/error-code';
import { listFolder } from '../discover/list-folder';
import { holdingLock } from '../prepare/hold-lock';
import { readMarker } from '../prepare/ready-marker';
import { ownerOfWorkName, workName } from '../../system/work-name';
import type { PythonFolders } from '../python-folders';
import { folderBytes } from './folder-bytes';

const DAY_MS = 24 * 3600 * 1000;
/** What lies in the trash for longer is removed for good at the next removal. */
const KEPT_DAYS = 7;
/** A name of ours, and no path. */
const OUR_NAME = /^[0-9a-f]{16}-(?:py\d{2,3}(?:-[0-9a-f]{8})?|conda)$/;

/** Moves an environment that we made, by its marker, into our trash. Nothing else is ever moved. */
export async function removeOurs(
  name: string,
  folders: Pick<PythonFolders, 'environments' | 'trash' | 'listFile'>,
  signal: Cancellation,
): Promise<Removal> {
  const folder = join(folders.environments, name);
  const found = OUR_NAME.test(name) ? await lstat(folder).catch(() => null) : null;
  // A link of our name leads elsewhere, so what it leads to is not ours.
  if (found?.isDirectory() !== true || (await readMarker(folder)) === null) {
    return { kind: 'refused', message: message('environment.failure.notOurs', { name }) };
  }
  const lock = join(folders.environments, `.${name}.lock`);
  const trash = join(folders.trash, `${name}.${workName()}`);
  return holdingLock(lock, { signal, onWait: () => undefined }, async () => {
    const bytes = await folderBytes(folder);
    await mkdir(folders.trash, { recursive: true, mode: 0o700 });
    try {
      await rename(folder, trash);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      return { kind: 'refused', message: message('environment.failure.notOurs', { name }) };
    }
    await rm(folders.listFile, { force: true });
    await emptyOld(folders.trash);
    return { kind: 'removed', trash, bytes };
  });
}

async function emptyOld(trash: string): Promise<void> {
  for (const name of await listFolder(trash)) {
    const movedAt = ownerOfWorkName(name)?.madeAt;
    if (movedAt === undefined || Date.now() - movedAt < KEPT_DAYS * DAY_MS) continue;
    await rm(join(trash, name), { recursive: true, force: true });
  }
}
