import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { EnvironmentSummary } from '../../../protocol/environment';
import { writeFileAtomically } from '../../system/write-file-atomically';

const CachedList = z.object({
  version: z.literal(1),
  cachedAt: z.iso.datetime(),
  environments: z.array(EnvironmentSummary),
});
export type CachedList = z.infer<typeof CachedList>;

/** The last list; null where there is none, or it cannot be read (then a fresh search writes a new one). */
export async function readListCache(file: string): Promise<CachedList | null> {
  try {
    return CachedList.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Errors: rejects with `unwritable`. */
export async function writeListCache(file: string, environments: readonly EnvironmentSummary[]): Promise<string> {
  const list: CachedList = { version: 1, cachedAt: new Date().toISOString(), environments: [...environments] };
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomically(file, `${JSON.stringify(list)}\n`);
  return list.cachedAt;
}
