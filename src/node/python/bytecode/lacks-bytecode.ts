import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { minorOf } from '../minor-version';

/** So many source files are looked at; the large packages come to that at once. */
const SAMPLE_FILES = 600;
const SAMPLE_FOLDERS = 120;

/** Whether most of the installed source has no bytecode beside it, by files alone. An environment of a few files never lacks any. */
export async function lacksBytecode(folders: readonly string[], pythonVersion: string): Promise<boolean> {
  const tag = `.cpython-${(minorOf(pythonVersion) ?? '').replace('.', '')}.pyc`;
  const waiting = [...folders];
  let sources = 0;
  let compiled = 0;
  for (let seen = 0; seen < SAMPLE_FOLDERS && sources < SAMPLE_FILES; seen += 1) {
    const folder = waiting.shift();
    if (folder === undefined) break;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const cached = new Set(await readdir(join(folder, '__pycache__')).catch(() => []));
    for (const entry of entries) {
      if (entry.isDirectory() && !/^__pycache__$|-info$/.test(entry.name)) waiting.push(join(folder, entry.name));
      if (!entry.isFile() || !entry.name.endsWith('.py')) continue;
      sources += 1;
      if (cached.has(`${entry.name.slice(0, -'.py'.length)}${tag}`)) compiled += 1;
    }
  }
  return sources >= 50 && compiled * 2 < sources;
}
