import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Withdrawn } from '../../../protocol/environment';
import { Digest } from '../../../protocol/primitives';

/** Lies in the folder of an environment of ours, beside the environment, where no interpreter can write. */
export const READY_MARKER = 'reprise.json';
export const LOCK_FILE = 'lock.txt';

const Marker = z.object({
  version: z.literal(1),
  lockDigest: Digest,
  interpreter: z.string(),
  pythonVersion: z.string(),
  createdAt: z.iso.datetime(),
  withdrawn: z.array(Withdrawn).optional(),
});
export type Marker = z.infer<typeof Marker>;

export function writtenMarker(marker: Omit<Marker, 'version'>): string {
  return `${JSON.stringify({ version: 1, ...marker }, null, 2)}\n`;
}

/** The marker of a finished environment; null: there is none, so whatever lies there is not used. */
export async function readMarker(folder: string): Promise<Marker | null> {
  try {
    return Marker.parse(JSON.parse(await readFile(join(folder, READY_MARKER), 'utf8')));
  } catch {
    return null;
  }
}
