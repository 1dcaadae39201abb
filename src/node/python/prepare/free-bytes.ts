import { statfs } from 'node:fs/promises';

/** Bytes that are free for us where a folder lies; null: not known. */
export async function freeBytesAt(folder: string): Promise<number | null> {
  return statfs(folder).then(
    (found) => found.bavail * found.bsize,
    () => null,
  );
}
