import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EnvironmentResolution } from '../../../protocol/environment';
import { digestOf } from '../../system/digest';
import { writeFileAtomically } from '../../system/write-file-atomically';
import { minorOf } from '../minor-version';

const CachedResolution = z.object({
  version: z.literal(1),
  resolvedAt: z.iso.datetime(),
  packages: z.array(z.object({ name: z.string(), version: z.string(), hashes: z.array(z.string()) })),
  /** Names that are built from source. */
  fromSource: z.array(z.string()).default([]),
});
export type CachedResolution = z.infer<typeof CachedResolution>;

export interface ResolutionQuestion {
  readonly resolution: Pick<EnvironmentResolution, 'python' | 'rows' | 'asOf'>;
  readonly index: string | null;
  readonly cpuIndex: string | null;
  /** Operating system and processor: the same request comes to other files elsewhere. */
  readonly machine: string;
}

/** Names what was asked: the same question gives the same lock. */
export function keyOfQuestion({ resolution, index, cpuIndex, machine }: ResolutionQuestion): string {
  const lines = resolution.rows.map((row) => `${row.name}${row.specifier}`).sort();
  const python = minorOf(resolution.python.version) ?? resolution.python.version;
  const builds = resolution.rows.some(({ fromCpuIndex }) => fromCpuIndex === true) ? cpuIndex : null;
  return digestOf(JSON.stringify({ python, lines, asOf: resolution.asOf, index, builds, machine }));
}

/** Null: not asked before, or the file cannot be read. */
export async function readResolution(folder: string, key: string): Promise<CachedResolution | null> {
  try {
    return CachedResolution.parse(JSON.parse(await readFile(join(folder, `${key}.json`), 'utf8')));
  } catch {
    return null;
  }
}

/** Errors: rejects with `unwritable`. */
export async function writeResolution(
  folder: string,
  key: string,
  locked: Pick<CachedResolution, 'packages' | 'fromSource'>,
): Promise<void> {
  const cached: CachedResolution = { version: 1, resolvedAt: new Date().toISOString(), ...locked };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFileAtomically(join(folder, `${key}.json`), `${JSON.stringify(cached)}\n`);
}
