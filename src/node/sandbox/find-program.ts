import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Where systems keep their programs. */
export const SYSTEM_PATH = ['/usr/bin', '/usr/local/bin', '/bin', '/usr/sbin', '/sbin'].join(delimiter);

/** Looks for a program by files along a search path. Null: there is none. */
export async function findProgram(name: string, searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const path = join(folder, name);
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return null;
}
