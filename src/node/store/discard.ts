import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReproductionSize } from '../../protocol/methods';
import { folderBytes } from '../python/ours/folder-bytes';
import { makeFolder } from '../system/make-folder';

const DAY_MS = 24 * 3600 * 1000;
/** What lies in the trash for longer is removed for good at the next removal. */
const KEPT_DAYS = 7;

/** Moves a folder below `trash`, under its own name and a mark, and empties what has lain there too long. Returns where it is. Errors: those of the system. */
export async function moveToTrash(folder: string, trash: string, name: string): Promise<string> {
  await makeFolder(trash);
  const target = join(trash, `${name}.${randomBytes(4).toString('hex')}`);
  await rename(folder, target);
  // Its age in the trash counts from now, not from its last run.
  const now = new Date();
  await utimes(target, now, now);
  for (const other of await readdir(trash)) {
    const path = join(trash, other);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > KEPT_DAYS * DAY_MS) await rm(path, { recursive: true, force: true });
  }
  return target;
}

/** Sizes of what a reproduction's folder holds. */
export async function measureReproduction(folder: string): Promise<ReproductionSize> {
  const [logs, scripts, drafts, reproducer, all] = await Promise.all([
    folderBytes(join(folder, 'logs')),
    folderBytes(join(folder, 'scripts')),
    folderBytes(join(folder, 'drafts')),
    folderBytes(join(folder, 'reproducer')),
    folderBytes(folder),
  ]);
  const record = (await stat(join(folder, 'events.jsonl')).catch(() => null))?.size ?? 0;
  const rest = Math.max(0, all - logs - scripts - drafts - reproducer - record);
  const parts: ReproductionSize['parts'] = [
    { part: 'record', bytes: record },
    { part: 'logs', bytes: logs },
    { part: 'scripts', bytes: scripts + drafts },
    { part: 'reproducer', bytes: reproducer },
    { part: 'rest', bytes: rest },
  ];
  return { bytes: all, parts: parts.filter(({ bytes }) => bytes > 0) };
}
