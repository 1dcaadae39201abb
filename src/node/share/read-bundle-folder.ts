import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { SharedFile } from '../../protocol/sharing';
import { errorCode } from '../system/error-code';
import { unzipFiles } from './zip-files';

const MOST_BYTES = 50_000_000;

/**
 * The files of a folder or a zip file, or a notebook or a comment, in memory; links are not followed, folders below are left alone. Errors: `badInput` where it is
 * not there, is neither, or is too large.
 */
export async function readBundleFiles(place: string, given: string): Promise<readonly SharedFile[]> {
  try {
    const status = await stat(place);
    if (status.size > MOST_BYTES) throw refused('share.zip.large', given);
    // Forms of one file, which carry the others along.
    if (/\.(?:ipynb|md)$/.test(place) && status.isFile()) {
      return [{ path: path.basename(place), text: await readFile(place, 'utf8') }];
    }
    if (!status.isDirectory()) return unzipFiles(await readFile(place));
    const entries = (await readdir(place, { withFileTypes: true })).filter((entry) => entry.isFile());
    let size = 0;
    const files: SharedFile[] = [];
    for (const { name } of entries) {
      size += (await stat(path.join(place, name))).size;
      if (size > MOST_BYTES) throw refused('share.zip.large', given);
      files.push({ path: name, text: await readFile(path.join(place, name), 'utf8') });
    }
    return files;
  } catch (error) {
    if (error instanceof RepriseError) throw error;
    if (errorCode(error) === 'ENOENT') throw refused('share.source.missing', given);
    throw refused('share.source.unreadable', given, errorCode(error) ?? String(error));
  }
}

function refused(
  key: 'share.zip.large' | 'share.source.missing' | 'share.source.unreadable',
  place: string,
  reason = '',
): RepriseError<'badInput'> {
  return new RepriseError('badInput', message(key, { place, reason }), { field: 'bundle' });
}
