import type { OpenedProject } from '../../core/ports/workspace';
import { message } from '../../protocol/catalogue/catalogue';
import { normaliseName } from '../../protocol/requirement';
import type { ChosenCommit } from './git/choose-commit';
import type { WrittenCommit } from './write-commit';

/** A project at the commit that was chosen for the report. */
export function stateAt({ day, ...written }: WrittenCommit, { how, by }: ChosenCommit): OpenedProject {
  const words = { commit: written.commit.slice(0, 10), day, by };
  return { ...written, how, reason: message(`project.at.${how}`, words) };
}

/** Whether two names are one to an installer. */
export function isSame(name: string, own: string | null): boolean {
  return own !== null && normaliseName(name) === normaliseName(own);
}
