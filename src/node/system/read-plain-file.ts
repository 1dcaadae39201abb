import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/**
 * Text of a file that others wrote. Null: it is not there, is larger, or is no plain file: a pipe would never end, and a device neither.
 * `follow`: through links too.
 */
export async function readPlainFile(
  path: string,
  { mostBytes, follow }: { readonly mostBytes: number; readonly follow: boolean },
): Promise<string | null> {
  return withPlainFile(path, follow, async (file, size) => (size <= mostBytes ? file.readFile('utf8') : null));
}

/** As `readPlainFile`, the bytes, and not through links. */
export async function readPlainBytes(path: string, mostBytes: number): Promise<Buffer | null> {
  return withPlainFile(path, false, async (file, size) => (size <= mostBytes ? file.readFile() : null));
}

/** As `readPlainFile`, through links, of as many bytes as the file begins with. */
export async function readStart(path: string, bytes: number): Promise<string | null> {
  return withPlainFile(path, true, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  });
}

async function withPlainFile<T>(
  path: string,
  follow: boolean,
  read: (file: FileHandle, size: number) => Promise<T | null>,
): Promise<T | null> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW)).catch(() => null);
  if (file === null) return null;
  try {
    const status = await file.stat();
    return status.isFile() ? await read(file, status.size) : null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
