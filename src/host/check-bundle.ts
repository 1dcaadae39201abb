import { readBundle, type Bundle } from '../core/export/read-bundle';
import type { DigestOf } from '../core/ports/digests';
import type { SharedFile } from '../protocol/sharing';

/**
 * A reproducer from elsewhere, read before anything is created. Errors: `badInput` where files are missing or strange, or where the script is not
 * the one that was judged.
 */
export function checkBundle(files: readonly SharedFile[], digestOf: DigestOf): Bundle {
  return readBundle(files, digestOf);
}

export type { Bundle };
