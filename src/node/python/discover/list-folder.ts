import { readdir, realpath } from 'node:fs/promises';

/** Names in a folder, sorted; empty where it is not there or cannot be read. */
export async function listFolder(folder: string): Promise<readonly string[]> {
  return readdir(folder).then(
    (names) => names.sort(),
    () => [],
  );
}

/** The real path; the path itself where it leads nowhere. */
export async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
