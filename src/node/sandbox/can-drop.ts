import { stat } from 'node:fs/promises';
import type { GivenPath } from './plan-binds';

/**
 * Whether nobody may use all that a program is given: read what is read-only, write what is writable. Looks at each path
 * itself, not below it: where root keeps files to itself, it keeps their folder to itself.
 */
export async function mayNobodyUse(given: readonly GivenPath[]): Promise<boolean> {
  for (const { real, writable } of given) {
    const status = await stat(real).catch(() => null);
    if (status === null) return false;
    const needed = (status.isDirectory() ? 0o5 : 0o4) | (writable ? 0o2 : 0);
    if ((status.mode & needed) !== needed) return false;
  }
  return true;
}
