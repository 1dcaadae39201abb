import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../../core/ports/cancellation';
import { message } from '../../../protocol/catalogue/catalogue';
import { RepriseError } from '../../../protocol/errors';
import { runGit, type GitMachine, type RemoteAddress } from './run-git';
import { isThere } from '../../system/is-there';

/** Fetched so shortly before that it is not asked again for what it does not have. */
const FRESH_MS = 60_000;

/** Where a repository is kept below the data folder's cache: its history without files, and the commits that were used. */
export interface FetchedRepository {
  readonly history: string;
  /** For the index, which all that use the repository share. */
  readonly key: string;
  /** Whether the history was asked for just now, and not taken as it was kept. */
  readonly isFresh: boolean;
  /** A folder of one commit with all its files. */
  readonly commit: (id: string) => Promise<string>;
  /** Asks again. False: it could not be reached, and what is kept stays. */
  readonly refresh: () => Promise<boolean>;
}

/** Fetches the history of a repository where it is not kept yet. Errors: as `runGit`. */
export async function fetchRepository(
  address: RemoteAddress,
  options: { readonly dataFolder: string } & GitMachine,
  progress: Progress,
): Promise<FetchedRepository> {
  const key = digest(address.url);
  const home = join(options.dataFolder, 'cache', 'repositories', key);
  const [history, commits] = [join(home, 'history'), join(home, 'commits')];
  const git = (folder: string, arguments_: readonly string[]): Promise<void> =>
    runGit({ folder, arguments_, address, ...options }, progress);
  const update = async (): Promise<void> => {
    progress.report(message('project.remote.fetching', { address: address.url }));
    const everything = ['+HEAD:refs/reprise/head', '+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
    await git(history, [...fetch, '--prune', '--filter=tree:0', 'origin', ...everything]);
    await utimes(join(history, 'asked'), new Date(), new Date());
  };

  const age = await askedAgo(history);
  if (age === null) {
    await rm(history, { recursive: true, force: true });
    await prepareFolder(history, address, true);
    try {
      await update();
    } catch (error) {
      await rm(history, { recursive: true, force: true });
      throw error;
    }
  }
  return {
    history,
    key,
    isFresh: age === null || (age >= 0 && age < FRESH_MS),
    commit: async (id) => {
      if (!(await isThere(join(commits, '.git')))) await prepareFolder(commits, address, false);
      progress.report(message('project.remote.fetching', { address: address.url }));
      await git(commits, [...fetch, '--depth=1', '--no-tags', 'origin', `+${id}:refs/reprise/${id}`]);
      return commits;
    },
    refresh: async () => {
      try {
        await update();
        return true;
      } catch (error) {
        if (error instanceof RepriseError) return false;
        throw error;
      }
    },
  };
}

const fetch = ['fetch', '--quiet', '--no-recurse-submodules', '--no-write-fetch-head'] as const;

/** An empty repository in git's own form. Its settings are written here, whole. */
async function prepareFolder(folder: string, { url }: RemoteAddress, isHistory: boolean): Promise<void> {
  const half = `${folder}.half`;
  await rm(half, { recursive: true, force: true });
  for (const name of ['objects', 'refs']) await mkdir(join(half, '.git', name), { recursive: true, mode: 0o700 });
  await writeFile(join(half, '.git', 'HEAD'), 'ref: refs/reprise/head\n');
  const lines = [
    ...['[core]', '\trepositoryformatversion = 1', '\tbare = true', '[remote "origin"]', `\turl = ${url}`],
    // Files are left with the server, and asked for one commit at a time.
    ...(isHistory
      ? ['\tpromisor = true', '\tpartialclonefilter = tree:0', '[extensions]', '\tpartialClone = origin']
      : []),
  ];
  await writeFile(join(half, '.git', 'config'), `${lines.join('\n')}\n`);
  await writeFile(join(half, 'asked'), '');
  await utimes(join(half, 'asked'), 0, 0);
  await rename(half, folder);
}

/** Milliseconds since the history was fetched as a whole; below zero where the clock was set back since. Null: it never was. */
async function askedAgo(history: string): Promise<number | null> {
  const found = await stat(join(history, 'asked')).catch(() => null);
  return found === null || found.mtimeMs === 0 ? null : Date.now() - found.mtimeMs;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
