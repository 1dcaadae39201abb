import { sep } from 'node:path';
import { readStart } from '../../system/read-plain-file';

/** Whether a path lies in a folder of shims (pyenv, asdf, mise). */
export function isInShimFolder(path: string): boolean {
  return path.split(sep).includes('shims');
}

/** Whether a program is a script: a shim that picks another program, never the program itself. */
export async function isScript(path: string): Promise<boolean> {
  return (await readStart(path, 2)) === '#!';
}
