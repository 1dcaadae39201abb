import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes on disk below a folder, at least until `enough` is reached. Follows no link; what vanishes meanwhile counts nothing. */
export async function measureFolder(folder: string, enough: number): Promise<number> {
  const waiting = [folder];
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined && bytes < enough; next = waiting.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) waiting.push(path);
        else bytes += await bytesOnDisk(path);
        if (bytes >= enough) break;
      }
    } catch {
      // Removed or locked by the program while we look; it is counted the next time.
    }
  }
  return bytes;
}

async function bytesOnDisk(path: string): Promise<number> {
  try {
    const status = await lstat(path);
    return status.blocks * 512;
  } catch {
    return 0;
  }
}
