import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Says beside a folder that we wrote which repository it is of; a project cannot write there. */
export const repositoryNote = {
  place: (folder: string): string => `${folder}.repository`,
  text: (key: string): string => `reprise repository ${key}\n`,
} as const;

/**
 * One key for all checkouts of a repository: by the address that it was fetched from, else by the folder of its git data,
 * else by the project's own folder; a commit's files that we wrote have the key of their repository. Files are read, git is not started.
 */
export async function repositoryKey(project: string): Promise<string> {
  const note = await readFile(repositoryNote.place(project), 'utf8').catch(() => '');
  const noted = /^reprise repository ([0-9a-f]{24})\n$/.exec(note)?.[1];
  if (noted !== undefined) return noted;
  for (let folder = project; ; folder = dirname(folder)) {
    const common = await gitFolder(join(folder, '.git'));
    if (common !== null) {
      const config = await readFile(join(common, 'config'), 'utf8').catch(() => '');
      const origin = /\[remote "origin"\][^[]*?\burl\s*=\s*(\S+)/.exec(config)?.[1];
      // A folder inside of a repository is a project of its own.
      return digest(`${origin ?? common}\n${project.slice(folder.length)}`);
    }
    if (dirname(folder) === folder) return digest(project);
  }
}

/** The git data that all worktrees share, or null where there is none. */
async function gitFolder(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (!found) return null;
  if (found.isDirectory()) return path;
  const own = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1];
  if (own === undefined) return null;
  const folder = resolve(dirname(path), own.trim());
  const common = await readFile(join(folder, 'commondir'), 'utf8').catch(() => null);
  return common === null ? folder : resolve(folder, common.trim());
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
