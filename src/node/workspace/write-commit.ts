import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Progress } from '../../core/ports/cancellation';
import type { OpenedProject, ProjectWish } from '../../core/ports/workspace';
import { message } from '../../protocol/catalogue/catalogue';
import { Id } from '../../protocol/primitives';
import { repositoryNote } from '../context/repository-key';
import { errorCode } from '../system/error-code';
import { findSourceRoots } from './find-source-roots';
import type { Repository } from './git/open-repository';
import { treeBelow, writeTree } from './git/write-tree';

/** Commits that are kept for looks which no reproduction keeps. */
const MOST_LOOKS = 4;

/** A commit's files in a folder of ours. `day`: of the commit, `2024-05-03`. */
export type WrittenCommit = Pick<OpenedProject, 'folder' | 'sourceRoots' | 'leftOut'> & {
  readonly commit: string;
  readonly day: string;
};

/** Writes the files of a commit, or takes them as they were written before. Null: the commit or the project is not in the repository. */
export async function writeCommit(
  repository: Repository,
  id: string,
  work: {
    readonly dataFolder: string;
    readonly wish: ProjectWish;
    readonly progress: Progress;
    /** Names the repository for the index, which all its reproductions share. */
    readonly key: string;
  },
): Promise<WrittenCommit | null> {
  const { dataFolder, wish, progress } = work;
  const commit = await repository.readCommit(id);
  const tree = commit === null ? null : await treeBelow(repository, commit.tree, repository.below);
  if (commit === null || tree === null) return null;
  progress.report(message('project.writing', { commit: id.slice(0, 10) }));
  const looks = join(dataFolder, 'cache', 'repositories', 'looks');
  // In the reproduction's folder, so that it goes with the reproduction. An id is no path.
  const home =
    wish.reproductionId === null ? looks : join(dataFolder, 'reproductions', Id.parse(wish.reproductionId), 'project');
  const folder = join(home, id.slice(0, 16));
  if (home === looks) await removeOldest(looks, folder);
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const { leftOut } = isThere ? { leftOut: 0 } : await writeWhole(repository, tree, folder, progress);
  await writeFile(repositoryNote.place(folder), repositoryNote.text(work.key));
  const { sourceRoots } = await findSourceRoots(folder, wish.files);
  const day = new Date(commit.at * 1000).toISOString().slice(0, 10);
  return { folder, sourceRoots: [...sourceRoots], leftOut, commit: id, day };
}

/** All of it or nothing: a kill half-way leaves a folder that is made anew. */
async function writeWhole(repository: Repository, tree: string, folder: string, progress: Progress) {
  const half = `${folder}.half`;
  await rm(half, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  try {
    const written = await writeTree(repository, tree, half, progress.signal);
    await rename(half, folder);
    return written;
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    if (errorCode(error) === 'ENOTEMPTY') return { files: 0, leftOut: 0 };
    throw error;
  }
}

async function removeOldest(looks: string, kept: string): Promise<void> {
  const names = (await readdir(looks).catch((): string[] => [])).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const dated = await Promise.all(
    names.map(async (name) => ({
      path: join(looks, name),
      at: (await stat(join(looks, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  const others = dated.filter(({ path }) => path !== kept).sort((a, b) => b.at - a.at);
  for (const { path } of others.slice(MOST_LOOKS - 1)) {
    await rm(path, { recursive: true, force: true });
    await rm(repositoryNote.place(path), { force: true });
  }
}
