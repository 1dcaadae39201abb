import { stat } from 'node:fs/promises';

/** Whether anything lies at a path. Links are followed; one that leads nowhere is nothing. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Whether a path leads to a file, links followed. */
export function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Whether a path leads to a folder, links followed. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
