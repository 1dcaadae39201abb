import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnvironmentSummary } from '../../../protocol/environment';
import { READY_MARKER } from '../prepare/ready-marker';

/** Adds size and last use to those that we made. Others are not measured: their size is not ours to free. */
export async function measureOurs(
  environments: readonly EnvironmentSummary[],
  folder: string,
): Promise<EnvironmentSummary[]> {
  return Promise.all(
    environments.map(async (one) => {
      if (!one.ours) return one;
      const place = join(folder, one.name);
      const marker = await stat(join(place, READY_MARKER)).catch(() => null);
      const lastUsedAt = marker === null ? {} : { lastUsedAt: marker.mtime.toISOString() };
      return { ...one, bytes: await folderBytes(place), ...lastUsedAt };
    }),
  );
}

/** Bytes of all files below a folder; links are not followed. Files that other environments share count in each. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path);
    else if (entry.isFile())
      bytes += await lstat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}
