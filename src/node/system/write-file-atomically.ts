import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toUnwritable } from './to-unwritable';
import { workName } from './work-name';

/** Makes the entries of a folder safe on disk. Some systems cannot open a folder; there the rename itself is all there is. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file of the owner's alone and waits until it is on disk. Errors: those of the system. */
export async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file as a whole: a reader, or a start after a kill, sees the old text or the new one.
 * Errors: rejects with `unwritable`; the old text is then still there.
 */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${workName()}.tmp`);
  try {
    await writeSynced(temporary, text);
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw toUnwritable(error, path);
  }
}
