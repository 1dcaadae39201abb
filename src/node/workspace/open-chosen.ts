import type { OpenedProject, ProjectWish } from '../../core/ports/workspace';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { chooseCommit } from './git/choose-commit';
import type { Repository } from './git/open-repository';
import { stateAt } from './name-commit';
import { writeCommit } from './write-commit';

/**
 * A project without a folder that could be used as it lies: at the commit that was chosen, else at `id`, the newest one.
 * Errors: `badInput` where the repository does not have it.
 */
export async function openChosen(
  repository: Repository,
  found: {
    readonly chosen: Awaited<ReturnType<typeof chooseCommit>>;
    readonly id: string | null;
    /** As the user gave it: an address, or the path of a bare repository. */
    readonly address: string;
  },
  work: Parameters<typeof writeCommit>[2],
): Promise<OpenedProject> {
  const { chosen, id, address } = found;
  const written = id === null ? null : await writeCommit(repository, id, work);
  if (written === null) throw isEmpty(address);
  if (chosen !== null && chosen !== 'unknown') return stateAt(written, chosen);
  const { day, ...rest } = written;
  const words = { address, commit: written.commit.slice(0, 10), day };
  return { ...rest, how: 'asItIs', reason: newestReason(chosen, words, work.wish) };
}

function newestReason(
  chosen: 'unknown' | null,
  words: { readonly address: string; readonly commit: string; readonly day: string },
  { given }: ProjectWish,
): string {
  return chosen === 'unknown'
    ? message('project.remote.unknown', { ...words, revision: given ?? '' })
    : message('project.remote.head', words);
}

/** What is said where a repository has no commit to be used. */
export function isEmpty(address: string): RepriseError<'badInput'> {
  return new RepriseError('badInput', message('project.remote.empty', { address }), { field: 'project' });
}
