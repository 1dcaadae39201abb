import { stat } from 'node:fs/promises';

/** Whether anything lies at a path; a link that leads nowhere is nothing. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
