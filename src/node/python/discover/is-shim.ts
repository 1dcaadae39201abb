import { open } from 'node:fs/promises';
import { sep } from 'node:path';

/** Whether a path lies in a folder of shims (pyenv, asdf, mise). */
export function isInShimFolder(path: string): boolean {
  return path.split(sep).includes('shims');
}

/** Whether a program is a script: a shim that picks another program, never the program itself. */
export async function isScript(path: string): Promise<boolean> {
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString('latin1') === '#!';
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}
