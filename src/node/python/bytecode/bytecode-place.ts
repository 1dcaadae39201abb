import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ReadyEnvironment } from '../../../protocol/environment';
import { digestOf } from '../../system/digest';
import { minorOf } from '../minor-version';

/** Lies beside the files and is ours alone to write: what the sandbox leaves half-made is not used. */
const Done = z.object({ version: z.literal(1), key: z.string() });

type Environment = Pick<ReadyEnvironment, 'kind' | 'prefix' | 'interpreter' | 'pythonVersion' | 'lockDigest'>;

export interface BytecodePlace {
  readonly folder: string;
  /** What the sandbox writes, and runs read. */
  readonly files: string;
  readonly done: string;
  /** Tells packages that were changed since from what they were. */
  readonly key: string;
}

/** Where the bytecode of an environment goes that is not ours to write. */
export async function bytecodePlace(dataFolder: string, environment: Environment): Promise<BytecodePlace> {
  const { prefix, interpreter, pythonVersion, lockDigest } = environment;
  const folder = join(dataFolder, 'cache', 'bytecode', digestOf(`${prefix}\n${interpreter}`).slice(0, 16));
  const packages = await stat(join(prefix, 'lib', `python${minorOf(pythonVersion) ?? ''}`, 'site-packages')).catch(
    () => null,
  );
  const key = digestOf([pythonVersion, lockDigest, packages?.mtimeMs ?? 0].join('\n'));
  return { folder, files: join(folder, 'files'), done: join(folder, 'done.json'), key };
}

/** The finished bytecode for an environment that has none of its own; null: there is none of ours. */
export async function finishedBytecode(dataFolder: string, environment: Environment): Promise<string | null> {
  if (environment.kind === 'reprise') return null;
  const place = await bytecodePlace(dataFolder, environment);
  return (await isDone(place)) ? place.files : null;
}

export async function isDone({ done, key }: BytecodePlace): Promise<boolean> {
  try {
    return Done.parse(JSON.parse(await readFile(done, 'utf8'))).key === key;
  } catch {
    return false;
  }
}

export function writtenDone(key: string): string {
  return `${JSON.stringify({ version: 1, key })}\n`;
}
