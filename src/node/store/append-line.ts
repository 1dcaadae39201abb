import { open } from 'node:fs/promises';

/**
 * Appends a line at `position`, which is the size of the committed part, and waits until it is on disk.
 * Bytes that an earlier failed write left behind it are cut. Returns the new size.
 * Errors: those of the system; the committed part is then untouched, and the next append cuts what was left.
 */
export async function appendLine(path: string, position: number, line: string): Promise<number> {
  const bytes = Buffer.from(`${line}\n`, 'utf8');
  const handle = await open(path, position === 0 ? 'a+' : 'r+', 0o600);
  try {
    if ((await handle.stat()).size > position) await handle.truncate(position);
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
      written += bytesWritten;
    }
    await handle.datasync();
    return position + bytes.length;
  } finally {
    await handle.close();
  }
}

/** Cuts a log to its committed part, keeping the rest at the end of another file. */
export async function setAsideTorn(path: string, tornPath: string, bytes: Buffer, committed: number): Promise<void> {
  const torn = await open(tornPath, 'a', 0o600);
  try {
    await torn.writeFile(bytes.subarray(committed));
    await torn.sync();
  } finally {
    await torn.close();
  }
  const log = await open(path, 'r+');
  try {
    await log.truncate(committed);
    await log.sync();
  } finally {
    await log.close();
  }
}
