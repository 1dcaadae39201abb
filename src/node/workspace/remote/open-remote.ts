import type { Progress } from '../../../core/ports/cancellation';
import type { OpenedProject, ProjectWish } from '../../../core/ports/workspace';
import { message } from '../../../protocol/catalogue/catalogue';
import { RepriseError } from '../../../protocol/errors';
import { chooseCommit } from '../git/choose-commit';
import { openRepository, type Repository } from '../git/open-repository';
import { isSame } from '../name-commit';
import { isEmpty, openChosen } from '../open-chosen';
import { fetchRepository } from './fetch-repository';
import type { GitMachine, RemoteAddress } from './run-git';

/**
 * A project at an address: its history is fetched, then the one commit that is chosen. What is kept of it is asked first, and the
 * server again only where that has no answer. Errors: as `runGit`; `badInput` where the repository is empty.
 */
export async function openRemote(
  address: RemoteAddress,
  options: { readonly dataFolder: string } & GitMachine,
  wish: ProjectWish,
  progress: Progress,
): Promise<OpenedProject> {
  const fetched = await fetchRepository(address, options, progress);
  const versions = wish.versions.flatMap(({ name, version }) => (isSame(name, address.name) ? [version] : []));
  const choose = () => within(fetched.history, (history) => chooseCommit(history, { ...wish, versions }));
  let chosen = await choose();
  let isStale = false;
  if (!fetched.isFresh && (chosen === null || chosen === 'unknown')) {
    isStale = !(await fetched.refresh());
    chosen = await choose();
  }
  const told = chosen === 'unknown' ? null : chosen;
  const { id, isWhole } = await within(fetched.history, async (history) => {
    const newest = told?.id ?? (await history.head());
    const commit = newest === null ? null : await history.readCommit(newest);
    if (newest === null || commit === null) throw isEmpty(address.url);
    // A server that cannot leave files out has sent all of them.
    return { id: newest, isWhole: (await history.read(commit.tree)) !== null };
  });
  const folder = isWhole ? fetched.history : await fetched.commit(id);
  const work = { dataFolder: options.dataFolder, wish, progress, key: fetched.key };
  const opened = await within(folder, (repository) =>
    openChosen(repository, { chosen, id, address: address.url }, work),
  );
  return isStale ? { ...opened, reason: `${opened.reason} ${message('project.remote.stale')}` } : opened;
}

async function within<T>(folder: string, work: (repository: Repository) => Promise<T>): Promise<T> {
  const repository = await openRepository(folder);
  if (repository === null) throw new RepriseError('internal', message('errors.internal'), {});
  try {
    return await work(repository);
  } finally {
    await repository.close();
  }
}
