import { lockDataFolder, type DataFolderLock } from './lock-data-folder';
import { prepareDataFolder } from './prepare-data-folder';

/** Prepares a data folder and locks it: the first thing that a program does. Errors: rejects with `unwritable`, `locked`. */
export async function openDataFolder(dataFolder: string): Promise<DataFolderLock> {
  await prepareDataFolder(dataFolder);
  return await lockDataFolder(dataFolder);
}
