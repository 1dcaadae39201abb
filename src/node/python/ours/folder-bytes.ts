import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Bytes of all files below a folder; links are not followed, and a file with several names counts once for all calls with one `seen`.
 * `skipped`: names right below the folder that are left out.
 */
export async function folderBytes(
  folder: string,
  seen: Set<string> = new Set(),
  skipped: readonly string[] = [],
): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (skipped.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path, seen);
    else if (entry.isFile()) bytes += await fileBytes(path, seen);
  }
  return bytes;
}

async function fileBytes(path: string, seen: Set<string>): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return 0;
  if (found.nlink === 1) return found.size;
  const key = `${found.dev}:${found.ino}`;
  if (seen.has(key)) return 0;
  seen.add(key);
  return found.size;
}
