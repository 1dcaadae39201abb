import { dirname } from 'node:path';
import { realPathOf } from './discover/list-folder';

/** What an interpreter needs to see of the disk to start: its environment, and the installation that this was made from. */
export async function interpreterFolders(
  interpreter: string,
  prefix: string,
  platform: NodeJS.Platform,
): Promise<readonly string[]> {
  const base = await basePrefixOf(interpreter, platform);
  // A whole file system, or all of the system's programs, is the sandbox's own affair.
  return [...new Set([prefix, base])].filter((folder) => folder !== '/' && folder !== '/usr');
}

/** The installation that an interpreter really lies in, also one inside a virtual environment. */
export async function basePrefixOf(interpreter: string, platform: NodeJS.Platform): Promise<string> {
  const real = await realPathOf(interpreter);
  return platform === 'win32' ? dirname(real) : dirname(dirname(real));
}
