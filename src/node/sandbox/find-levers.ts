import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders below one of /proc, and entries in all, that are looked into. */
const DEEPEST = 4;
const MOST = 5_000;
/** Of processes themselves, of namespaces that are the program's own, and what is covered whole. */
const OTHERWISE = /^(?:\d+|self|thread-self|net|sys|sysvipc)$/;

/**
 * Names in /proc that hold a file which someone may write, besides those given: what a kernel offers there differs by how it was built. Sorted.
 * `folder`: `/proc`, or one laid out as that.
 */
export async function findLevers(folder: string, known: readonly string[]): Promise<readonly string[]> {
  let left = MOST;
  const isLever = async (path: string, depth: number): Promise<boolean> => {
    left -= 1;
    const status = left < 0 ? null : await lstat(path).catch(() => null);
    if (status === null || status.isSymbolicLink()) return false;
    if (!status.isDirectory()) return (status.mode & 0o222) !== 0;
    if (depth >= DEEPEST) return false;
    for (const name of await readdir(path).catch(() => [])) if (await isLever(join(path, name), depth + 1)) return true;
    return false;
  };
  const found: string[] = [];
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    if (OTHERWISE.test(name) || known.includes(name)) continue;
    if (await isLever(join(folder, name), 0)) found.push(name);
  }
  return found;
}
