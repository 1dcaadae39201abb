import { mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Progress } from '../../core/ports/cancellation';
import type { OpenedProject, ProjectWish } from '../../core/ports/workspace';
import { message } from '../../protocol/catalogue/catalogue';
import { Id } from '../../protocol/primitives';
import { errorCode } from '../system/error-code';
import { findSourceRoots } from './find-source-roots';
import { chooseCommit, type ChosenCommit } from './git/choose-commit';
import { openRepository, type Repository } from './git/open-repository';
import { treeBelow, writeTree } from './git/write-tree';

/**
 * Opens a project as the report saw it: at a commit in a folder of the reproduction's own, where one is told, else as it lies
 * there. Only files are read: nothing of the project is started, git neither, and nothing of it is written to.
 */
export async function openProject(dataFolder: string, wish: ProjectWish, progress: Progress): Promise<OpenedProject> {
  const project = await realpath(wish.project).catch(() => wish.project);
  const here = await findSourceRoots(project, wish.files);
  const asItIs = (reason: string): OpenedProject => ({
    folder: project,
    sourceRoots: [...here.sourceRoots],
    commit: null,
    how: 'asItIs',
    reason,
    leftOut: 0,
  });
  const repository = await openRepository(project);
  if (repository === null) return asItIs(message('project.noRepository'));
  try {
    const versions = wish.versions.flatMap(({ name, version }) => (isSame(name, here.name) ? [version] : []));
    const chosen = await chooseCommit(repository, { ...wish, versions });
    if (chosen === 'unknown') return asItIs(message('project.unknownRevision', { revision: wish.given ?? '' }));
    if (chosen === null) return asItIs(message('project.asItIs'));
    if (chosen.how !== 'given' && chosen.id === (await repository.head())) return asItIs(message('project.isThere'));
    return (await atCommit(repository, chosen, { dataFolder, wish, progress })) ?? asItIs(message('project.notThen'));
  } finally {
    await repository.close();
  }
}

async function atCommit(
  repository: Repository,
  chosen: ChosenCommit,
  work: { readonly dataFolder: string; readonly wish: ProjectWish; readonly progress: Progress },
): Promise<OpenedProject | null> {
  const { wish, progress } = work;
  const commit = await repository.readCommit(chosen.id);
  const tree = commit === null ? null : await treeBelow(repository, commit.tree, repository.below);
  if (commit === null || tree === null) return null;
  progress.report(message('project.writing', { commit: chosen.id.slice(0, 10) }));
  // In the reproduction's folder, so that it goes with the reproduction. An id is no path.
  const home = join(work.dataFolder, 'reproductions', Id.parse(wish.reproductionId), 'project');
  const folder = join(home, chosen.id.slice(0, 16));
  const written = (await isThere(folder)) ? { leftOut: 0 } : await writeWhole(repository, tree, folder, progress);
  const { sourceRoots } = await findSourceRoots(folder, wish.files);
  const day = new Date(commit.at * 1000).toISOString().slice(0, 10);
  const words = { commit: chosen.id.slice(0, 10), day, by: chosen.by };
  return {
    folder,
    sourceRoots: [...sourceRoots],
    commit: chosen.id,
    how: chosen.how,
    reason: message(`project.at.${chosen.how}`, words),
    leftOut: written.leftOut,
  };
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

function isSame(name: string, own: string | null): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[-_.]+/g, '-');
  return own !== null && plain(name) === plain(own);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
