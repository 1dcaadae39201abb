import type { ProjectIndex } from '../context/index/segment';
import type { Progress } from './cancellation';

/** Files that a project has and that were not indexed, by reason. */
export interface SkippedFiles {
  readonly reason: 'large' | 'binary' | 'generated' | 'unreadable' | 'tooMany';
  readonly count: number;
  /** A few of them, relative to the project. */
  readonly examples: readonly string[];
}

export interface IndexedProject {
  readonly index: ProjectIndex;
  readonly skipped: readonly SkippedFiles[];
  /** Files of the index, and those of them that had to be read anew. */
  readonly files: number;
  readonly fresh: number;
}

/** Keeps indexes of projects, by content, shared by all that ask for one repository. Starts no program of the project. */
export interface ContextIndex {
  /**
   * Brings the index of a folder up to date. `first`: files that are wanted soonest. `onSome` hears of the index as it
   * grows. Errors: rejects with the signal's reason on cancellation, with `badInput` where the folder cannot be read.
   */
  update(
    project: string,
    options: { readonly first: readonly string[]; readonly onSome?: (index: ProjectIndex) => void },
    progress: Progress,
  ): Promise<IndexedProject>;
}
