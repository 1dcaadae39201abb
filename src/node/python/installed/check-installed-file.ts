import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReadyEnvironment } from '../../../protocol/environment';
import { readPlainFile } from '../../system/read-plain-file';
import { listFolder } from '../discover/list-folder';
import { parseRecordLine, type RecordedFile } from './parse-record';
import { sitePackagesFolders } from './site-packages-folders';

/** A large framework's has three. */
const RECORD_BYTES = 32 * 1024 * 1024;

export type InstalledFileCheck = 'asInstalled' | 'changed' | 'unknown' | 'foreign';

/**
 * Compares a file with the digest that its distribution's RECORD keeps. `unknown`: no distribution names it with a digest.
 * `foreign`: it lies in none of the environment's folders of packages, or nowhere any more.
 */
export async function checkInstalledFile(
  environment: ReadyEnvironment,
  file: string,
  platform: NodeJS.Platform,
): Promise<InstalledFileCheck> {
  if (!isAbsolute(file)) return 'foreign';
  const real = await realpath(file).catch(() => null);
  let isShownThere = false;
  for (const folder of await sitePackagesFolders({ ...environment, platform })) {
    // Some installers link to their cache.
    isShownThere ||= real !== null && isInside(relative(folder, file));
    const inside = relative(folder, real ?? file);
    if (!isInside(inside)) continue;
    const recorded = await findRecorded(folder, inside.split(sep).join('/'));
    // Named by a RECORD, and gone: what was installed is not what is there.
    if (real === null) return recorded ? 'changed' : 'foreign';
    if (recorded?.hash?.algorithm !== 'sha256') return 'unknown';
    return (await digestOfFile(real)) === recorded.hash.digest ? 'asInstalled' : 'changed';
  }
  return isShownThere ? 'unknown' : 'foreign';
}

function isInside(path: string): boolean {
  return path !== '' && !path.startsWith('..') && !isAbsolute(path);
}

/** Looks first where the file's top folder has the distribution's name, then in all others. */
async function findRecorded(folder: string, path: string): Promise<RecordedFile | null> {
  const top = (path.split('/')[0] ?? '').toLowerCase();
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.dist-info'));
  const likely = (name: string) => (name.toLowerCase().startsWith(`${top}-`) ? 0 : 1);
  for (const name of [...names].sort((a, b) => likely(a) - likely(b))) {
    const text = (await readPlainFile(join(folder, name, 'RECORD'), { mostBytes: RECORD_BYTES, follow: true })) ?? '';
    const found = lineOf(text, path);
    if (found !== null) return found;
  }
  return null;
}

function lineOf(text: string, path: string): RecordedFile | null {
  const quoted = path.replace(/"/g, '""');
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1)) {
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    const recorded = parseRecordLine(text.slice(start, end < 0 ? text.length : end));
    if (recorded?.path === path) return recorded;
  }
  return null;
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64url');
}
