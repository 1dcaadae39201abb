import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ReadyEnvironment } from '../../../protocol/environment';
import { digestOf } from '../../system/digest';
import { minorOf } from '../minor-version';

/** Lies beside the files and is ours alone to write: what the sandbox leaves half-made is not used. */
const Done = z.object({ version: z.literal(1), key: z.string() });

export type PlacedEnvironment = Pick<
  ReadyEnvironment,
  'kind' | 'prefix' | 'interpreter' | 'pythonVersion' | 'lockDigest'
>;

export interface DerivedPlace {
  readonly folder: string;
  /** What the sandbox writes. */
  readonly files: string;
  readonly done: string;
  /** Tells packages that were changed since from what they were. */
  readonly key: string;
}

/** Where what is made of an environment, to save its runs the time, goes where it cannot lie in the environment itself. */
export async function derivedPlace(
  dataFolder: string,
  what: 'bytecode' | 'fonts',
  environment: PlacedEnvironment,
): Promise<DerivedPlace> {
  const { kind, prefix, interpreter, pythonVersion, lockDigest } = environment;
  const folder = join(dataFolder, 'cache', what, digestOf(`${prefix}\n${interpreter}`).slice(0, 16));
  // Nothing is changed in an environment of ours once it is ready but for its bytecode.
  const packages =
    kind === 'reprise'
      ? null
      : await stat(join(prefix, 'lib', `python${minorOf(pythonVersion) ?? ''}`, 'site-packages')).catch(() => null);
  const key = digestOf([pythonVersion, lockDigest, packages?.mtimeMs ?? 0].join('\n'));
  return { folder, files: join(folder, 'files'), done: join(folder, 'done.json'), key };
}

/** The finished bytecode for an environment that has none of its own; null: there is none of ours. */
export async function finishedBytecode(dataFolder: string, environment: PlacedEnvironment): Promise<string | null> {
  if (environment.kind === 'reprise') return null;
  const place = await derivedPlace(dataFolder, 'bytecode', environment);
  return (await isDone(place)) ? place.files : null;
}

export async function isDone({ done, key }: DerivedPlace): Promise<boolean> {
  try {
    return Done.parse(JSON.parse(await readFile(done, 'utf8'))).key === key;
  } catch {
    return false;
  }
}

export function writtenDone(key: string): string {
  return `${JSON.stringify({ version: 1, key })}\n`;
}
