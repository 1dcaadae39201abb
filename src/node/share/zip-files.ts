import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { SharedFile } from '../../protocol/sharing';

/** The same files give the same bytes: every file has the first moment that the format knows. */
const EPOCH = new Date(1980, 0, 1);
/** No reproducer is larger. A packed file can claim far more than it takes on disk. */
const MOST_BYTES = 50_000_000;
const MOST_FILES = 200;

/** Packs files below one folder. */
export function zipFiles(files: readonly SharedFile[], folder: string): Uint8Array {
  const entries = files.map(({ path, text }) => [`${folder}/${path}`, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: EPOCH, level: 9 });
}

/** Reads files in memory: nothing is written, whatever their names say. Errors: `badInput` where it is no such file, or too large. */
export function unzipFiles(bytes: Uint8Array): readonly SharedFile[] {
  let [size, count] = [0, 0];
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/')) return false;
        size += originalSize;
        count += 1;
        if (size > MOST_BYTES || count > MOST_FILES) throw new RepriseError('badInput', '', { field: 'bundle' });
        return true;
      },
    });
  } catch (error) {
    const key = error instanceof RepriseError ? 'share.zip.large' : 'share.zip.strange';
    throw new RepriseError('badInput', message(key), { field: 'bundle' });
  }
  const names = Object.keys(entries);
  const top = names[0]?.split('/')[0] ?? '';
  const inFolder = names.every((name) => name.startsWith(`${top}/`));
  return Object.entries(entries).map(([name, content]) => ({
    path: inFolder ? name.slice(top.length + 1) : name,
    text: strFromU8(content),
  }));
}
