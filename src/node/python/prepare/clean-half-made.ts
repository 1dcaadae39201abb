import { lstat, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Cancellation } from '../../../core/ports/cancellation';
import { isLeftOver, LONGEST_MS } from '../../system/is-left-over';
import { ownerOfWorkName } from '../../system/work-name';
import { listFolder } from '../discover/list-folder';
import { isFile } from '../../system/is-there';
import { PROXY_FOLDER } from '../index-proxy/open-index-proxy';
import type { PythonFolders } from '../python-folders';
import { dropLeftLock, holdingLock } from './hold-lock';
import { readMarker } from './ready-marker';

/** Removes what killed programs left half-made. Nothing of it has its final name, so nothing of it was ever used. Errors: rejects on cancellation. */
export async function cleanHalfMade(folders: PythonFolders, signal: Cancellation): Promise<void> {
  const { building, built, environments, tools, resolutions, listFile, derived, uvCache } = folders;
  const within = [environments, ...derived];
  // What is written beside a finished environment, or beside what is made of it, lies one folder deeper.
  const deeper = await Promise.all(
    within.map(async (folder) => (await listFolder(folder)).map((name) => join(folder, name))),
  );
  for (const folder of [building, built, tools, resolutions, dirname(listFile), ...within, ...deeper.flat()]) {
    signal.throwIfAborted();
    await cleanFolder(folder, '');
  }
  for (const folder of within) await cleanLocks(folder);
  await cleanInPlace(environments, signal);
  await cleanUv(uvCache);
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

async function cleanLocks(folder: string): Promise<void> {
  for (const name of await listFolder(folder)) if (name.endsWith('.lock')) await dropLeftLock(join(folder, name));
}

/** Those of conda are made where they stay: one without a marker, on which nobody works, is half-made. */
async function cleanInPlace(environments: string, signal: Cancellation): Promise<void> {
  for (const name of await listFolder(environments)) {
    if (!/^[0-9a-f]{16}-conda$/.test(name)) continue;
    const folder = join(environments, name);
    const lock = join(environments, `.${name}.lock`);
    if ((await readMarker(folder)) !== null || (await isFile(lock))) continue;
    // Somebody may have begun on it, or ended, in this moment.
    await holdingLock(lock, { signal, onWait: () => undefined }, async () => {
      if ((await readMarker(folder)) === null) await rm(folder, { recursive: true, force: true });
    });
  }
}

/** uv's own temporary folders do not tell whose they are, so only old ones are taken for left. */
async function cleanUv(cache: string): Promise<void> {
  for (const name of await listFolder(cache)) {
    if (!name.startsWith('.tmp')) continue;
    const found = await lstat(join(cache, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > LONGEST_MS) {
      await rm(join(cache, name), { recursive: true, force: true });
    }
  }
}
