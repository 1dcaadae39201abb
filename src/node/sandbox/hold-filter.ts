import { randomBytes } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCallFilter } from './system-call-filter';

/** The filters of system calls, each as a file without a name that this process holds open, by a path to it. */
export interface HeldFilters {
  readonly full: string;
  /** For a warm parent. */
  readonly nested: string;
  /** The full one as hexadecimal digits, for the forks of a warm parent. */
  readonly digits: string;
}

/** Null: the processor is unknown here, or the folder for temporary files cannot be written. */
export function holdFilters(processor: string): HeldFilters | null {
  const [full, nested] = [true, false].map((all) => systemCallFilter(processor, { nested: !all }));
  if (!full || !nested) return null;
  const held = hold(full);
  const other = held === null ? null : hold(nested);
  return held === null || other === null
    ? null
    : { full: held, nested: other, digits: Buffer.from(full).toString('hex') };
}

function hold(bytes: Uint8Array): string | null {
  const path = join(tmpdir(), `reprise-filter-${randomBytes(12).toString('hex')}`);
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    writeSync(descriptor, bytes);
    return `/proc/${process.pid}/fd/${descriptor}`;
  } catch {
    if (descriptor !== null) closeSync(descriptor);
    return null;
  }
}
