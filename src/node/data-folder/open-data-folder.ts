import { lockDataFolder, type DataFolderLock } from './lock-data-folder';
import { prepareDataFolder } from './prepare-data-folder';
import { sweepHalfWritten } from './sweep-half-written';

/** Prepares a data folder, locks it, and clears it of half-written files: the first thing that a program does. Errors: rejects with `unwritable`, `locked`. */
export async function openDataFolder(dataFolder: string): Promise<DataFolderLock> {
  await prepareDataFolder(dataFolder);
  const lock = await lockDataFolder(dataFolder);
  await sweepHalfWritten(dataFolder);
  return lock;
}
