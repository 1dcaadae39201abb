import type { ProjectWish } from '../../../core/ports/workspace';
import type { Repository } from './open-repository';

/** Commits that are walked back through, first parents alone. */
const MOST_STEPS = 200_000;

/** The commit that a report is about, and by what it was chosen. Null: what is checked out serves as it is. */
export type ChosenCommit = {
  readonly id: string;
  readonly how: 'given' | 'stated' | 'version' | 'date';
  readonly by: string;
};

/**
 * In this order: what the user gives, a revision that the report names and the repository has, the tag of the version that it
 * states of the project itself, and the last commit up to its day. `unknown`: what the user gave is not there.
 */
export async function chooseCommit(
  repository: Repository,
  wish: Pick<ProjectWish, 'given' | 'revisions' | 'day'> & { readonly versions: readonly string[] },
): Promise<ChosenCommit | 'unknown' | null> {
  if (wish.given !== null) {
    const id = await repository.resolve(wish.given);
    return id === null ? 'unknown' : { id, how: 'given', by: wish.given };
  }
  for (const by of wish.revisions) {
    const id = await repository.resolve(by);
    if (id !== null) return { id, how: 'stated', by };
  }
  for (const version of wish.versions) {
    const tag = await tagOf(repository, version);
    const id = tag === null ? null : await repository.resolve(tag);
    if (tag !== null && id !== null) return { id, how: 'version', by: tag };
  }
  if (wish.day === null) return null;
  const id = await lastUntil(repository, Date.parse(`${wish.day}T23:59:59Z`) / 1000);
  return id === null ? null : { id, how: 'date', by: wish.day };
}

/** `v1.2.3`, `1.2.3`, `release-1.2.3`, `name-v1.2.3`: the shortest of those that end so. */
async function tagOf(repository: Repository, version: string): Promise<string | null> {
  if (!/^\d+(?:\.\d+)+(?:(?:a|b|rc|\.?post|\.?dev)\d*)?$/.test(version)) return null;
  const ends = (tag: string): boolean => tag.endsWith(version) && /(?:^|[^\d.])$/.test(tag.slice(0, -version.length));
  const tags = (await repository.tags()).filter(ends);
  return tags.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? null;
}

/** Null: what is checked out is not newer, or the history does not reach so far back. */
async function lastUntil(repository: Repository, until: number): Promise<string | null> {
  const head = await repository.head();
  let id = head;
  for (let step = 0; step < MOST_STEPS && id !== null; step += 1) {
    const commit = await repository.readCommit(id);
    if (commit === null) return null;
    if (commit.at <= until) return id === head ? null : id;
    id = commit.parents[0] ?? null;
  }
  return null;
}
