import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cancellation } from '../../../core/ports/cancellation';
import { errorCode } from '../../system/error-code';
import { workName } from '../../system/work-name';
import { isLeftOver } from '../../system/is-left-over';

const POLL_MS = 100;

export interface HoldOptions {
  readonly signal: Cancellation;
  /** Called once, when another one holds the lock. */
  readonly onWait: () => void;
}

/**
 * Does work while no one else, in this program or another, holds the same lock file. A lock whose program is gone is taken
 * over. Errors: rejects on cancellation while waiting, and with what the work rejects with.
 */
export async function holdingLock<T>(file: string, options: HoldOptions, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  let waited = false;
  while (!(await take(file))) {
    options.signal.throwIfAborted();
    if (!waited) options.onWait();
    waited = true;
    await dropLeftLock(file);
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** The owner's name appears together with the file: written aside, then linked, which fails where the file is there. */
async function take(file: string): Promise<boolean> {
  const mark = workName();
  const aside = `${file}.${mark}`;
  await writeFile(aside, `${process.pid} ${mark}`, { flag: 'wx', mode: 0o600 });
  try {
    await link(aside, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Moves a lock whose program is gone away, and puts it back should a living one have taken it in that moment. */
export async function dropLeftLock(file: string): Promise<void> {
  const seen = await readFile(file, 'utf8').catch(() => null);
  const madeAt = await stat(file).then(
    (found) => found.mtimeMs,
    () => null,
  );
  if (seen === null || madeAt === null) return;
  if (!isLeftOver({ processId: Number(seen.split(' ')[0]), madeAt })) return;
  const aside = `${file}.left-${workName()}`;
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  const taken = await readFile(aside, 'utf8').catch(() => null);
  if (taken !== seen) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}
