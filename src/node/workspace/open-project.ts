import { realpath } from 'node:fs/promises';
import type { Progress } from '../../core/ports/cancellation';
import type { OpenedProject, ProjectWish } from '../../core/ports/workspace';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { isAddress, readAddress } from '../../protocol/project-address';
import { repositoryKey } from '../context/repository-key';
import { findSourceRoots } from './find-source-roots';
import { chooseCommit } from './git/choose-commit';
import { isBareRepository, openRepository } from './git/open-repository';
import { openRemote } from './remote/open-remote';
import type { GitMachine } from './remote/run-git';
import { isSame, stateAt } from './name-commit';
import { openChosen } from './open-chosen';
import { writeCommit } from './write-commit';
import { isThere } from '../system/is-there';

/**
 * Opens a project as the report saw it: at a commit in a folder of the reproduction's own, where one is told, else as it lies
 * there. Of a folder only files are read: nothing of the project is started, git neither, and nothing of it is written to. Git is
 * started for an address alone.
 */
export async function openProject(
  options: { readonly dataFolder: string } & GitMachine,
  wish: ProjectWish,
  progress: Progress,
): Promise<OpenedProject> {
  const address = isAddress(wish.project) && !(await isThere(wish.project)) ? readAddress(wish.project) : null;
  if (address?.kind === 'refused') throw new RepriseError('badInput', message(address.why), { field: 'project' });
  if (address?.kind === 'remote') return openRemote(address, options, wish, progress);
  const place = address === null ? wish.project : address.path;
  const project = await realpath(place).catch(() => place);
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
    const key = await repositoryKey(project);
    const work = { dataFolder: options.dataFolder, wish, progress, key };
    if (await isBareRepository(project)) {
      const id = chosen === null || chosen === 'unknown' ? await repository.head() : chosen.id;
      return await openChosen(repository, { chosen, id, address: project }, work);
    }
    if (chosen === 'unknown') return asItIs(message('project.unknownRevision', { revision: wish.given ?? '' }));
    if (chosen === null) return asItIs(message('project.asItIs'));
    if (chosen.how !== 'given' && chosen.id === (await repository.head())) return asItIs(message('project.isThere'));
    const written = await writeCommit(repository, chosen.id, work);
    return written ? stateAt(written, chosen) : asItIs(message('project.notThen'));
  } finally {
    await repository.close();
  }
}
