import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Looks for a program by files, along the search path and then where systems keep it. Null: there is none. */
export async function findProgram(name: string, searchPath: string): Promise<string | null> {
  const folders = [...searchPath.split(delimiter), '/usr/bin', '/usr/local/bin', '/bin', '/usr/sbin', '/sbin'];
  for (const folder of folders.filter(isAbsolute)) {
    const path = join(folder, name);
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return null;
}
