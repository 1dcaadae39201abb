import { mkdir, rename, rm } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Digest } from '../../../protocol/primitives';
import { digestOf } from '../../system/digest';
import { isFile } from '../../system/is-there';
import { readPlainFile } from '../../system/read-plain-file';
import { workName } from '../../system/work-name';
import { writeSynced } from '../../system/write-file-atomically';
import type { LockedPackage } from './parse-lock';
import type { Workshop } from './workshop';

const MARKER = 'built.json';
const MARKER_BYTES = 1024 * 1024;
const Marker = z.object({
  version: z.literal(1),
  file: z.string().regex(/^[\w.+!-]+\.whl$/),
  digest: Digest,
  requires: z.array(z.string()),
  extras: z.array(z.string()),
});

/** A wheel of ours that was built from a release's source, with what its metadata says. */
export interface BuiltWheel {
  readonly name: string;
  readonly version: string;
  /** It lies there alone. */
  readonly folder: string;
  /** SHA-256 of the wheel, in hexadecimal. */
  readonly digest: string;
  readonly requires: readonly string[];
  readonly extras: readonly string[];
}

/** What a build took over: the wheel's bytes, and what they say. */
export interface TakenWheel {
  readonly file: string;
  readonly content: Buffer;
  readonly digest: string;
  readonly requires: readonly string[];
  readonly extras: readonly string[];
}

/** Another interpreter, other build tools of another day, or a source of another content come to another wheel. */
function folderOf({ parts, resolution, index }: Workshop, { name, version, hashes }: LockedPackage): string {
  const { interpreter, version: python } = resolution.python;
  const machine = `${platform()}-${arch()}`;
  const made = {
    name,
    version,
    hashes: [...hashes].sort(),
    interpreter,
    python,
    asOf: resolution.asOf,
    index,
    machine,
  };
  return join(parts.machine.folders.built, digestOf(JSON.stringify(made)).slice(0, 32));
}

/** Null: it was not built yet. */
export async function readBuilt(shop: Workshop, wanted: LockedPackage): Promise<BuiltWheel | null> {
  const folder = folderOf(shop, wanted);
  const text = await readPlainFile(join(folder, MARKER), { mostBytes: MARKER_BYTES, follow: false });
  if (text === null) return null;
  try {
    const { file, digest, requires, extras } = Marker.parse(JSON.parse(text));
    if (!(await isFile(join(folder, file)))) return null;
    return { name: wanted.name, version: wanted.version, folder, digest, requires, extras };
  } catch {
    return null;
  }
}

/** Kept for every later environment of the same source, interpreter and day. Errors: rejects where the disk does. */
export async function keepBuilt(shop: Workshop, wanted: LockedPackage, taken: TakenWheel): Promise<BuiltWheel> {
  const folder = folderOf(shop, wanted);
  const { built } = shop.parts.machine.folders;
  const aside = join(built, workName());
  await mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    const { content, ...told } = taken;
    await writeSynced(join(aside, taken.file), content);
    await writeSynced(join(aside, MARKER), `${JSON.stringify({ version: 1, ...told })}\n`);
    await rename(aside, folder).catch(async () => {
      // Another one was as fast, and its environment may hold to its digest; what is not whole goes.
      if ((await readBuilt(shop, wanted)) !== null) return;
      await rm(folder, { recursive: true, force: true });
      await rename(aside, folder);
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  const kept = await readBuilt(shop, wanted);
  if (kept === null) throw new Error('A wheel that was built cannot be read.');
  return kept;
}
