import { readdir, realpath, stat } from 'node:fs/promises';

/** Names in a folder, sorted; empty where it is not there or cannot be read. */
export async function listFolder(folder: string): Promise<readonly string[]> {
  return readdir(folder).then(
    (names) => names.sort(),
    () => [],
  );
}

/** Whether a path leads to a file, links followed. */
export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Whether a path leads to a folder, links followed. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The real path; the path itself where it leads nowhere. */
export async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
