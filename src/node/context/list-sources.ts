import type { Stats } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIgnoreRules, type IgnoreRules } from '../../core/context/pieces/ignore-rules';
import { fileRole } from '../../core/context/pieces/file-role';
import type { Cancellation } from '../../core/ports/cancellation';
import { isIgnoredFile, isIgnoredFolder } from '../workspace/ignored';

/** A file that may be indexed: its path relative to the project, and what tells whether it changed. */
export interface SourceFile {
  readonly path: string;
  readonly size: number;
  readonly changedMs: number;
}

export interface SourceList {
  readonly files: readonly SourceFile[];
  readonly large: readonly string[];
  readonly unreadable: readonly string[];
  /** Whether the project goes on past the limits. */
  readonly isCut: boolean;
}

/** Larger files are data, or written by tools. */
export const MOST_BYTES = 2 * 1024 * 1024;
const MOST_FILES = 20_000;
/** Entries looked at, of whatever kind: a folder of a million pictures is no source. */
const MOST_ENTRIES = 300_000;
const MAX_DEPTH = 40;
const IGNORE_FILES = ['.gitignore', '.repriseignore'];
const AT_ONCE = 32;

/** What a folder holds. */
export type ListFolder = (
  path: string,
) => Promise<readonly { readonly name: string; isFile(): boolean; isDirectory(): boolean }[]>;

const listOnDisk: ListFolder = (path) => readdir(path, { withFileTypes: true });

interface Folder {
  readonly path: string;
  readonly depth: number;
  readonly rules: readonly { readonly base: string; readonly ignores: IgnoreRules }[];
}

/** Lists what of a project may be indexed, by its ignore files and by name and size. Links are not followed, so none leads in a circle or out. */
export async function listSources(
  project: string,
  signal: Cancellation,
  limits: { readonly files?: number; readonly entries?: number; readonly listFolder?: ListFolder } = {},
): Promise<SourceList> {
  const { files: mostFiles = MOST_FILES, entries: mostEntries = MOST_ENTRIES, listFolder = listOnDisk } = limits;
  const found: string[] = [];
  const unreadable: string[] = [];
  let entries = 0;
  let isCut = false;
  let level: readonly Folder[] = [{ path: '', depth: 0, rules: [] }];
  while (level.length > 0 && !isCut) {
    const next: Folder[] = [];
    for (let start = 0; start < level.length && !isCut; start += AT_ONCE) {
      signal.throwIfAborted();
      const read = await Promise.all(
        level.slice(start, start + AT_ONCE).map((folder) => readFolder(project, folder, listFolder)),
      );
      for (const { folder, names } of read) {
        if (names === null) unreadable.push(folder.path);
        for (const { name, isFolder } of names ?? []) {
          entries += 1;
          const path = folder.path === '' ? name : `${folder.path}/${name}`;
          if (isLeftOut(folder, path, name, isFolder)) continue;
          if (!isFolder) found.push(path);
          else if (folder.depth < MAX_DEPTH) next.push({ path, depth: folder.depth + 1, rules: folder.rules });
        }
        if (entries > mostEntries || found.length > mostFiles) isCut = true;
      }
    }
    level = next;
  }
  return { ...(await statAll(project, found.slice(0, mostFiles), unreadable, signal)), isCut };
}

function isLeftOut({ rules }: Folder, path: string, name: string, isFolder: boolean): boolean {
  if (isFolder ? isIgnoredFolder(name) || name.startsWith('.') : isIgnoredFile(name) || fileRole(path) === null)
    return true;
  for (const { base, ignores } of [...rules].reverse()) {
    const answer = ignores(base === '' ? path : path.slice(base.length + 1), isFolder);
    if (answer !== null) return answer;
  }
  return false;
}

/** Entries of a folder with its own ignore rules added; `names` null where it cannot be read. */
async function readFolder(project: string, folder: Folder, listFolder: ListFolder) {
  try {
    const entries = await listFolder(join(project, folder.path));
    const names = entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const own = await Promise.all(
      IGNORE_FILES.filter((file) => names.some(({ name, isFolder }) => name === file && !isFolder)).map((file) =>
        readFile(join(project, folder.path, file), 'utf8').catch(() => ''),
      ),
    );
    const rules = own.map((text) => ({ base: folder.path, ignores: readIgnoreRules(text.slice(0, 200_000)) }));
    return { folder: { ...folder, rules: [...folder.rules, ...rules] }, names };
  } catch {
    return { folder, names: null };
  }
}

async function statAll(project: string, paths: readonly string[], unreadable: readonly string[], signal: Cancellation) {
  const files: SourceFile[] = [];
  const large: string[] = [];
  const gone: string[] = [...unreadable];
  for (let start = 0; start < paths.length; start += 256) {
    signal.throwIfAborted();
    const own = paths.slice(start, start + 256);
    const stats = await Promise.all(own.map((path) => lstat(join(project, path)).catch((): Stats | null => null)));
    own.forEach((path, index) => {
      const stat = stats[index];
      if (!stat?.isFile()) gone.push(path);
      else if (stat.size > MOST_BYTES) large.push(path);
      else files.push({ path, size: stat.size, changedMs: stat.ctimeMs });
    });
  }
  return { files, large, unreadable: gone };
}
