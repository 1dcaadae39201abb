import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** A file that only grows. Writes are put one after the other, whole. */
export interface LogWriter {
  /** Bytes that are on disk. */
  readonly size: number;
  /** Rejects when the disk takes no more; then all later writes do. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves when all is on disk. Rejects with what a write failed with. */
  close(): Promise<void>;
}

/** Opens a log for its owner alone, behind what it holds already. Follows no link. */
export async function openLog(path: string): Promise<LogWriter> {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_APPEND | (O_NOFOLLOW ?? 0), 0o600);
  let size = (await file.stat()).size;
  let queue: Promise<void> = Promise.resolve();

  return {
    get size() {
      return size;
    },
    append: (bytes) => {
      queue = queue.then(() => writeWhole(file, bytes, (count) => (size += count)));
      return queue;
    },
    close: async () => {
      try {
        await queue;
        await file.datasync();
      } finally {
        await file.close();
      }
    },
  };
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, onWritten: (count: number) => void): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, offset, bytes.length - offset);
    offset += bytesWritten;
    onWritten(bytesWritten);
  }
}
