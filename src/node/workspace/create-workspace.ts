import { constants } from 'node:fs';
import { open as openFile, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import type { Progress } from '../../core/ports/cancellation';
import type { Workspace } from '../../core/ports/workspace';
import { runProcess } from '../process/run-process';
import { openProject } from './open-project';
import { isIgnoredFile, isIgnoredFolder } from './ignored';

/** A file over this size is no source. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_DEPTH = 40;

/** Reads a project's files as they lie there. */
export function createProjectReader(): Pick<Workspace, 'readText' | 'listFiles'> {
  return { readText, listFiles };
}

/** Reads projects from disk; what is opened at a commit lies below the data folder. */
export function createWorkspace(options: {
  readonly dataFolder: string;
  /** Of the user's variables, those that say how the network is reached go to git. */
  readonly environmentBlock?: Readonly<Record<string, string | undefined>>;
}): Workspace {
  const { dataFolder, environmentBlock = {} } = options;
  const machine = { dataFolder, environmentBlock, runProcess };
  return { readText, listFiles, open: (wish, progress) => openProject(machine, wish, progress) };
}

async function readText(project: string, file: string, progress: Progress): Promise<string | null> {
  progress.signal.throwIfAborted();
  if (isAbsolute(file) || file.includes('\0')) return null;
  const path = await realInside(project, file);
  if (path === null) return null;
  const bytes = await readLimited(path);
  return bytes === null || bytes.includes(0) ? null : decode(bytes);
}

/** The real path of a file, or null where it is absent or where `..` or a link leads out of the project. */
async function realInside(project: string, file: string): Promise<string | null> {
  try {
    const root = await realpath(project);
    const path = await realpath(join(root, file));
    return path.startsWith(root.endsWith(sep) ? root : root + sep) ? path : null;
  } catch {
    return null;
  }
}

/** Opened without following a link that was put there after the check, and without waiting on a pipe. */
async function readLimited(path: string): Promise<Buffer | null> {
  try {
    const handle = await openFile(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size } = await handle.stat().then((stat) => (stat.isFile() ? stat : { size: Infinity }));
      if (size > MAX_FILE_BYTES) return null;
      const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
      let read = 0;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, read, buffer.length - read, read);
        if (bytesRead === 0) return buffer.subarray(0, read);
        read += bytesRead;
        if (read > MAX_FILE_BYTES) return null;
      }
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/** Old projects have files in Latin-1, where every byte is a character. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

async function listFiles(project: string, limit: number, progress: Progress): Promise<readonly string[]> {
  const files: string[] = [];
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  for (let folder = folders.shift(); folder && files.length < limit; folder = folders.shift()) {
    progress.signal.throwIfAborted();
    for (const entry of await entriesOf(join(project, folder.path))) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      // A link is neither a folder nor a file here, so none is followed.
      if (entry.isDirectory() && !isIgnoredFolder(entry.name) && folder.depth < MAX_DEPTH) {
        folders.push({ path, depth: folder.depth + 1 });
      }
      if (entry.isFile() && !isIgnoredFile(entry.name) && files.length < limit) files.push(path);
    }
  }
  return files;
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
