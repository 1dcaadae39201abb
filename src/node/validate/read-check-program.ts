import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asciiJson } from './ascii-json';

/**
 * The program that looks names up, put together out of `python/reprise_check.py`, its parts and the runner's loader of parts: one text, since it
 * is handed to the interpreter as a script. Errors: those of the system where the files are not there.
 */
export async function readCheckProgram(resourcesFolder: string): Promise<string> {
  const folder = join(resourcesFolder, 'python');
  const names = (await readdir(join(folder, 'check'))).filter((name) => name.endsWith('.py')).sort();
  const paths: readonly (readonly [string, string])[] = [
    ['load', join(folder, 'parts', 'load.py')],
    ...names.map((name) => [name.slice(0, -'.py'.length), join(folder, 'check', name)] as const),
  ];
  const parts = await Promise.all(paths.map(async ([name, path]) => [name, await readFile(path, 'utf8')] as const));
  const main = await readFile(join(folder, 'reprise_check.py'), 'utf8');
  return `${main}\n\nPARTS = ${asciiJson(Object.fromEntries(parts))}\n`;
}
