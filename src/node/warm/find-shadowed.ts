import { readdir } from 'node:fs/promises';

/** A module of the project that would have come before one which the parent has. Null: none. */
export async function findShadowed(
  sourceRoots: readonly string[],
  modules: ReadonlySet<string>,
): Promise<string | null> {
  for (const root of sourceRoots) {
    const entries = await readdir(root).catch(() => []);
    for (const entry of entries) {
      const name = entry.split('.')[0] ?? '';
      if (modules.has(name) && (entry === name || /\.(py|pyc|so)$/.test(entry))) return name;
    }
  }
  return null;
}
