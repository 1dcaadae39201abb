import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../node/system/error-code';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { badInput } from '../input/refusal';

/** A file of a reproducer, relative to its folder, with forward slashes. */
export interface BundleFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Gives the absolute path of a folder that can be written; nothing is made yet. Errors: `unwritable`; `badInput` where the
 * folder holds anything, so that no file of the user is ever written over.
 */
export async function checkOutFolder(workingFolder: string, given: string): Promise<string> {
  const folder = path.resolve(workingFolder, given);
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') throw badInput('out', 'cli.out.file', { folder: given });
    throw badInput('out', 'cli.out.unreadable', { folder: given, reason: error.code ?? error.message });
  });
  if (entries.length > 0) throw badInput('out', 'cli.out.notEmpty', { folder: given });
  await probe(folder);
  return folder;
}

/** Writes the files as a whole: the folder is there with all of them, or as it was. Errors: `unwritable`. */
export async function writeOutFolder(folder: string, files: readonly BundleFile[]): Promise<void> {
  const temporary = `${folder}.${randomBytes(6).toString('hex')}.part`;
  try {
    for (const file of files) {
      const target = path.resolve(temporary, file.path);
      if (!target.startsWith(temporary + path.sep)) throw new TypeError(`Leaves its folder: ${file.path}`);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, file.text, { flag: 'wx' });
    }
    // An empty folder in the way goes; one that was filled meanwhile stays, and the renaming is refused.
    await rmdir(folder).catch(() => undefined);
    await rename(temporary, folder);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (error instanceof TypeError) throw error;
    throw unwritable(folder, error);
  }
}

/** Proves by a folder of its own that the nearest folder that exists can be written. */
async function probe(folder: string): Promise<void> {
  let place = path.dirname(folder);
  while (!(await stat(place).catch(() => null)) && path.dirname(place) !== place) place = path.dirname(place);
  try {
    await rmdir(await mkdtemp(path.join(place, '.reprise-')));
  } catch (error) {
    throw unwritable(folder, error);
  }
}

function unwritable(folder: string, error: unknown): RepriseError<'unwritable'> {
  const reason = errorCode(error) ?? String(error);
  return new RepriseError('unwritable', message('cli.out.unwritable', { folder, reason }), { path: folder });
}
