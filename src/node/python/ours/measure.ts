import { lstat, mkdir, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { DiskUse, EnvironmentSummary } from '../../../protocol/environment';
import { writeFileAtomically } from '../../system/write-file-atomically';
import { sitePackagesFolders } from '../installed/site-packages-folders';
import { READY_MARKER, readMarker } from '../prepare/ready-marker';
import type { PythonFolders } from '../python-folders';
import { folderBytes } from './folder-bytes';

/** Sizes that were measured, by prefix, with the times of the folders that a change would have moved. */
const Sizes = z.record(z.string(), z.object({ stamp: z.string(), bytes: z.number() }));

/** Adds sizes, and the last use of what Reprise used. A size is measured again only where packages came or went since. */
export async function measureEnvironments(
  environments: readonly EnvironmentSummary[],
  folders: Pick<PythonFolders, 'environments' | 'sizesFile' | 'uses'>,
  platform: NodeJS.Platform,
): Promise<EnvironmentSummary[]> {
  const known = await readSizes(folders.sizesFile);
  const kept: z.infer<typeof Sizes> = {};
  const measured: EnvironmentSummary[] = [];
  // One after the other: a disk is not faster for many walks at once.
  for (const one of environments) {
    const places = await placesOf(one, folders, platform);
    const stamp = await stampOf(one, platform);
    const before = known[one.prefix];
    const bytes = before?.stamp === stamp ? before.bytes : await sizeOf(places, one);
    kept[one.prefix] = { stamp, bytes };
    measured.push({ ...one, bytes, ...(await lastUse(one, folders)), ...(await timeOf(one, folders)) });
  }
  await mkdir(dirname(folders.sizesFile), { recursive: true, mode: 0o700 });
  await writeFileAtomically(folders.sizesFile, `${JSON.stringify(kept)}\n`);
  return measured;
}

/** What lies below the data folder for environments. */
export async function readDiskUse(
  folders: Pick<PythonFolders, 'environments' | 'trash' | 'install' | 'built'>,
): Promise<DiskUse> {
  const seen = new Set<string>();
  const environments = await folderBytes(folders.environments, seen);
  const trash = await folderBytes(folders.trash, seen);
  const cache = (await folderBytes(folders.install, seen)) + (await folderBytes(folders.built, seen));
  const disk = await statfs(dirname(folders.environments)).catch(() => null);
  return { environments, trash, cache, free: disk === null ? null : disk.bavail * disk.bsize };
}

/** Ours is its whole folder; the system's own is what is installed for Python in it, as the rest is not Python's. */
async function placesOf(
  one: EnvironmentSummary,
  folders: Pick<PythonFolders, 'environments'>,
  platform: NodeJS.Platform,
): Promise<readonly string[]> {
  if (one.ours) return [join(folders.environments, one.name)];
  return one.kind === 'system' ? sitePackagesFolders({ ...one, platform }) : [one.prefix];
}

async function sizeOf(places: readonly string[], { kind }: EnvironmentSummary): Promise<number> {
  const seen = new Set<string>();
  // The first of conda's environments has all the others, and the cache, below itself.
  const skipped = kind === 'conda' ? ['envs', 'pkgs'] : [];
  let bytes = 0;
  for (const place of places) bytes += await folderBytes(place, seen, skipped);
  return bytes;
}

async function stampOf(one: EnvironmentSummary, platform: NodeJS.Platform): Promise<string> {
  const folders = await sitePackagesFolders({ ...one, platform });
  const times = await Promise.all(
    [one.prefix, ...folders].map((folder) =>
      stat(folder).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return times.join(' ');
}

async function lastUse(
  one: EnvironmentSummary,
  folders: Pick<PythonFolders, 'environments' | 'uses'>,
): Promise<{ readonly lastUsedAt?: string }> {
  const marker = one.ours ? join(folders.environments, one.name, READY_MARKER) : join(folders.uses, one.id);
  const found = await lstat(marker).catch(() => null);
  return found === null ? {} : { lastUsedAt: found.mtime.toISOString() };
}

async function timeOf(
  one: EnvironmentSummary,
  folders: Pick<PythonFolders, 'environments'>,
): Promise<{ readonly madeInSeconds?: number }> {
  const marker = one.ours ? await readMarker(join(folders.environments, one.name)) : null;
  return marker?.seconds === undefined ? {} : { madeInSeconds: marker.seconds };
}

async function readSizes(file: string): Promise<z.infer<typeof Sizes>> {
  try {
    return Sizes.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
