import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../system/make-folder';
import { syncFolder, writeSynced } from '../system/write-file-atomically';

/** A file of a bundle, relative to it, with forward slashes. */
export interface BundleFile {
  readonly path: string;
  readonly text: string;
}

const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Whether a relative path stays below its folder and can be written on every system. */
export function isPlainPath(path: string): boolean {
  const segments = path.split('/');
  return segments.length <= 8 && segments.every((part) => segment.test(part) && !part.endsWith('.'));
}

/**
 * Writes files as one folder below `parent`: a reader sees the folder before or after. An older folder of the same name
 * is replaced. Errors: throws TypeError on a path that leaves the folder; else those of the system.
 */
export async function writeBundle(parent: string, name: string, files: readonly BundleFile[]): Promise<void> {
  for (const path of [name, ...files.map((file) => file.path)]) {
    if (!isPlainPath(path)) throw new TypeError(`Not a plain relative path: ${JSON.stringify(path)}`);
  }
  await makeFolder(parent);
  await restorePrevious(parent, name);
  const temporary = join(parent, `.new-${name}-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(temporary, { mode: 0o700 });
    for (const file of files) {
      const path = join(temporary, ...file.path.split('/'));
      await makeFolder(dirname(path));
      await writeSynced(path, file.text);
    }
    await syncFolder(temporary);
    await replace(parent, name, temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await syncFolder(parent);
}

/** Reads a bundle; links and files over 16 MiB are left out. Null: there is none. */
export async function readBundle(parent: string, name: string): Promise<readonly BundleFile[] | null> {
  if (!isPlainPath(name)) return null;
  await restorePrevious(parent, name);
  const folder = join(parent, name);
  if (!(await isFolder(folder))) return null;
  return await readBelow(folder, '');
}

async function readBelow(folder: string, prefix: string): Promise<readonly BundleFile[]> {
  const files: BundleFile[] = [];
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await readBelow(folder, path)));
    if (!entry.isFile()) continue;
    const full = join(folder, path);
    if ((await lstat(full)).size <= MAX_FILE_BYTES) files.push({ path, text: await readFile(full, 'utf8') });
  }
  return files;
}

async function replace(parent: string, name: string, temporary: string): Promise<void> {
  const target = join(parent, name);
  const previous = previousOf(parent, name);
  if (await isFolder(target)) await rename(target, previous);
  await rename(temporary, target);
  await rm(previous, { recursive: true, force: true });
}

/** A kill between the two renames leaves the older folder aside alone; it is put back. */
async function restorePrevious(parent: string, name: string): Promise<void> {
  const previous = previousOf(parent, name);
  if (!(await isFolder(previous))) return;
  if (await isFolder(join(parent, name))) return await rm(previous, { recursive: true, force: true });
  await rename(previous, join(parent, name));
}

function previousOf(parent: string, name: string): string {
  return join(parent, `.previous-${name}`);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}
