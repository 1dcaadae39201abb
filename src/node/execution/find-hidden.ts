import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MOST_FOLDERS = 5000;
const DEEPEST = 6;
/** Folders of other people's code, where no key of the user's is looked for. */
const PASSED_OVER = new Set(['node_modules', '.venv', 'venv', 'site-packages', '__pycache__', '.tox', '.nox']);

/** Files and folders of a project that no script is to see: keys in dot-env files, and what git would run or log in with. */
export async function findHidden(project: string): Promise<readonly string[]> {
  const hidden: string[] = [];
  const waiting: { readonly folder: string; readonly depth: number }[] = [{ folder: project, depth: 0 }];
  for (let seen = 0; seen < MOST_FOLDERS; seen += 1) {
    const next = waiting.shift();
    if (next === undefined) break;
    const entries = await readdir(next.folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(next.folder, entry.name);
      if (entry.name === '.git') hidden.push(join(path, 'hooks'), join(path, 'config'), join(path, 'credentials'));
      else if (isSecret(entry.name)) hidden.push(path);
      else if (entry.isDirectory() && next.depth < DEEPEST && !PASSED_OVER.has(entry.name)) {
        waiting.push({ folder: path, depth: next.depth + 1 });
      }
    }
  }
  return hidden;
}

/** `.env`, `.env.local`, `.envrc`, `.netrc`, `.pypirc`, but not the sample that is meant to be read. */
function isSecret(name: string): boolean {
  if (/\.(example|sample|template)$/.test(name)) return false;
  return /^\.env(\..*|rc)?$/.test(name) || name === '.netrc' || name === '.pypirc';
}
