import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTree, type TreeEntry } from './git-object';
import type { Repository } from './open-repository';

const MOST_FILES = 100_000;
const MOST_BYTES = 2 * 1024 ** 3;
const DEEPEST = 60;

/** What was written, and how many entries were left out: links, other repositories, what is missing or too large, strange names. */
export interface WrittenTree {
  readonly files: number;
  readonly leftOut: number;
}

/**
 * Writes the files of a tree as their bytes are kept: no attribute of the repository counts, so no filter, no line ends, no large-file
 * store. No link is made, and no name leads out of the folder.
 */
export async function writeTree(
  repository: Pick<Repository, 'read'>,
  tree: string,
  target: string,
  signal: { throwIfAborted(): void },
): Promise<WrittenTree> {
  let [files, bytes, leftOut] = [0, 0, 0];

  async function writeFolder(id: string, folder: string, depth: number): Promise<void> {
    signal.throwIfAborted();
    const object = await repository.read(id);
    if (object?.type !== 'tree' || depth > DEEPEST) {
      leftOut += 1;
      return;
    }
    await mkdir(folder, { recursive: true });
    for (const entry of parseTree(object.data)) {
      if (!isPlainName(entry.name)) leftOut += 1;
      else if (isFolder(entry)) await writeFolder(entry.id, join(folder, entry.name), depth + 1);
      else await writeOne(entry, folder);
    }
  }

  async function writeOne(entry: TreeEntry, folder: string): Promise<void> {
    const isFile = /^100\d{3}$/.test(entry.mode);
    const blob = isFile && files < MOST_FILES ? await repository.read(entry.id) : null;
    if (blob?.type !== 'blob' || bytes + blob.data.length > MOST_BYTES) {
      leftOut += 1;
      return;
    }
    files += 1;
    bytes += blob.data.length;
    // Only into a new folder of ours, and never through what lies there already.
    const mode = entry.mode === '100755' ? 0o755 : 0o644;
    await writeFile(join(folder, entry.name), blob.data, { mode, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      // Two names that are one on this disk.
      if (error.code !== 'EEXIST') throw error;
      leftOut += 1;
    });
  }

  await writeFolder(tree, target, 0);
  return { files, leftOut };
}

/** The tree of a folder below another tree. Null: it was not there then. */
export async function treeBelow(
  repository: Pick<Repository, 'read'>,
  tree: string,
  below: string,
): Promise<string | null> {
  let current = tree;
  for (const name of below.split('/').filter(Boolean)) {
    const object = await repository.read(current);
    const entry = object?.type === 'tree' ? parseTree(object.data).find((one) => one.name === name) : undefined;
    if (entry === undefined || !isFolder(entry)) return null;
    current = entry.id;
  }
  return current;
}

function isFolder({ mode }: TreeEntry): boolean {
  return mode === '40000' || mode === '040000';
}

/** A name of one file: git itself makes no other, but who made this repository need not have used git. */
function isPlainName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) return false;
  return !/^\.git(?:\W|$)/i.test(name) || name === '.gitignore' || name === '.gitattributes' || name === '.gitkeep';
}
