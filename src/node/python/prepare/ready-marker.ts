import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Unimportable, Withdrawn } from '../../../protocol/environment';
import { Digest } from '../../../protocol/primitives';
import { readPlainFile } from '../../system/read-plain-file';

/** Lies in the folder of an environment of ours, beside the environment, where no interpreter can write. */
export const READY_MARKER = 'reprise.json';
export const LOCK_FILE = 'lock.txt';

const Marker = z.object({
  version: z.literal(1),
  lockDigest: Digest,
  interpreter: z.string(),
  pythonVersion: z.string(),
  createdAt: z.iso.datetime(),
  /** How long its packages took. */
  seconds: z.number().optional(),
  withdrawn: z.array(Withdrawn).optional(),
  /** Tried once, before the environment got its name. */
  unimportable: z.array(Unimportable).optional(),
});
export type Marker = z.infer<typeof Marker>;

export function writtenMarker(marker: Omit<Marker, 'version'>): string {
  return `${JSON.stringify({ version: 1, ...marker }, null, 2)}\n`;
}

const MARKER_BYTES = 1024 * 1024;

/**
 * The marker of a finished environment; null: there is none, so whatever lies there is not used. A link of the environment's name leads
 * elsewhere, to what is not ours, whatever lies there.
 */
export async function readMarker(folder: string): Promise<Marker | null> {
  try {
    if (!(await lstat(folder)).isDirectory()) return null;
    const text = await readPlainFile(join(folder, READY_MARKER), { mostBytes: MARKER_BYTES, follow: false });
    return text === null ? null : Marker.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
