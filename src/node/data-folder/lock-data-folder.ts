import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { errorCode } from '../system/error-code';
import { toUnwritable } from '../system/to-unwritable';
import { writeSynced } from '../system/write-file-atomically';
import { ProcessIdentity, isGone, ownIdentity } from './process-identity';

const LockFile = z.object({ token: z.string(), owner: ProcessIdentity });
type LockFile = z.infer<typeof LockFile>;

/** A lock file that cannot be read is being written just now, or was cut off by a kill; after this it is the latter. */
const UNREADABLE_AFTER_MS = 10_000;

export interface DataFolderLock {
  /** Frees the folder. Without effect where the lock has been taken over. */
  release(): Promise<void>;
}

/**
 * Makes this process the one program on a data folder, which must exist. A lock whose process is gone is taken over.
 * Errors: rejects with `locked` while another program has it, with `unwritable`.
 */
export async function lockDataFolder(dataFolder: string): Promise<DataFolderLock> {
  const path = join(dataFolder, 'lock');
  const mine: LockFile = { token: randomBytes(16).toString('hex'), owner: await ownIdentity() };
  try {
    if (!(await createWhole(path, mine))) {
      await refuseWhileHeld(path, dataFolder);
      await takeOver(path, dataFolder, mine);
    }
  } catch (error) {
    throw toUnwritable(error, dataFolder);
  }
  return {
    release: async () => {
      if ((await readLock(path))?.token !== mine.token) return;
      // Where the folder takes no change any more it stays, and is taken over once this program is gone.
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** Creates the file with its content at once, or not at all. False: there is one. */
async function createWhole(path: string, content: LockFile): Promise<boolean> {
  const text = JSON.stringify(content);
  const temporary = `${path}.${content.token}.tmp`;
  await writeSynced(temporary, text);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    return await createExclusively(path, text);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** For file systems without hard links. */
async function createExclusively(path: string, text: string): Promise<boolean> {
  try {
    await writeSynced(path, text);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readLock(path: string): Promise<LockFile | null> {
  try {
    return LockFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

async function refuseWhileHeld(path: string, dataFolder: string): Promise<void> {
  const held = await readLock(path);
  if (held === null) {
    const age = await ageOf(path);
    if (age === null || age > UNREADABLE_AFTER_MS) return;
    throw lockedError(dataFolder, path, null);
  }
  if (!(await isGone(held.owner))) throw lockedError(dataFolder, path, held.owner.processId);
}

/**
 * Only the holder of the guard removes a stale lock, so that no one removes the fresh lock of a third program
 * that looked at the same moment. A guard whose own holder is gone is moved aside, and put back if it was not the one seen.
 */
async function takeOver(path: string, dataFolder: string, mine: LockFile): Promise<void> {
  const guard = `${path}.takeover`;
  if (!(await createWhole(guard, mine))) {
    await refuseWhileHeld(guard, dataFolder);
    await moveAside(guard, mine.token);
    if (!(await createWhole(guard, mine))) throw lockedError(dataFolder, path, null);
  }
  try {
    await refuseWhileHeld(path, dataFolder);
    await rm(path, { force: true });
    if (!(await createWhole(path, mine))) {
      throw lockedError(dataFolder, path, (await readLock(path))?.owner.processId ?? null);
    }
  } finally {
    if ((await readLock(guard))?.token === mine.token) await rm(guard, { force: true });
  }
}

async function moveAside(guard: string, token: string): Promise<void> {
  const seen = await readLock(guard);
  const aside = `${guard}.${token}`;
  try {
    await rename(guard, aside);
    if ((await readLock(aside))?.token !== seen?.token) await link(aside, guard);
  } catch (error) {
    // Gone or already replaced by another program, which then is the one that goes on.
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function ageOf(path: string): Promise<number | null> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return null;
  }
}

function lockedError(dataFolder: string, lockFile: string, processId: number | null): RepriseError<'locked'> {
  const text =
    processId === null
      ? message('errors.lockedUnknown', { path: dataFolder, lockFile })
      : message('errors.locked', { path: dataFolder, processId: String(processId) });
  return new RepriseError('locked', text, { processId, path: dataFolder });
}
