import { createHash } from 'node:crypto';
import { opendir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { normaliseName } from '../../../protocol/requirement';
import { readPlainBytes } from '../../system/read-plain-file';
import { readWheelName } from '../releases/fits-machine';
import type { TakenWheel } from './built-wheels';
import type { LockedPackage } from './parse-lock';
import { readWheelMetadata } from './wheel-metadata';

const MOST_WHEEL_BYTES = 256 * 1024 * 1024;
/** `sdists-v11/index/<digest>/<name>/<version>/<revision>/<wheel>` below uv's cache. */
const DEPTH = 6;
const MOST_ENTRIES = 1_000;
/** The unpacked source, in which a build may leave wheels of its own. */
const SOURCE_FOLDER = 'src';

/**
 * The bytes of the wheel that a build left in its own cache of uv. Null: there is not exactly one plain file with the name of such a wheel,
 * or it is no wheel.
 */
export async function takeWheel(
  cache: string,
  { name, version }: Pick<LockedPackage, 'name' | 'version'>,
): Promise<TakenWheel | null> {
  const [path, ...others] = await listWheels(cache);
  const file = basename(path ?? '');
  if (path === undefined || others.length > 0 || !isOf(file, name, version)) return null;
  const content = await readPlainBytes(path, MOST_WHEEL_BYTES);
  const told = content === null ? null : readWheelMetadata(content);
  if (content === null || told === null) return null;
  const digest = createHash('sha256').update(content).digest('hex');
  return { file, content, digest, ...told };
}

/** What uv keeps of its builds. The tree is of foreign code: no link is followed, and it may be of any size. */
async function listWheels(cache: string): Promise<readonly string[]> {
  const wheels: string[] = [];
  let left = MOST_ENTRIES;
  const look = async (folder: string, depth: number): Promise<void> => {
    for await (const entry of await opendir(folder).catch(() => [])) {
      left -= 1;
      if (left < 0) return;
      const path = join(folder, entry.name);
      const isLookedInto = depth === 0 ? entry.name.startsWith('sdists-') : entry.name !== SOURCE_FOLDER;
      if (entry.isDirectory() && isLookedInto && depth < DEPTH) await look(path, depth + 1);
      if (depth > 0 && entry.isFile() && entry.name.endsWith('.whl')) wheels.push(path);
    }
  };
  await look(cache, 0);
  return left < 0 ? [] : wheels;
}

function isOf(file: string, name: string, version: string): boolean {
  const read = readWheelName(file);
  if (read === null || !/^[\w.+!-]+$/.test(file)) return false;
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '.');
  return normaliseName(file.split('-')[0] ?? '') === name && plain(read.version) === plain(version);
}
