import type { ProjectState } from '../../protocol/project';
import type { Progress } from './cancellation';

/** What is known of a project and of the report about it. */
export interface ProjectWish {
  /** Null: nobody keeps it; what is written for it goes again. */
  readonly reproductionId: string | null;
  /** Absolute path of the folder, or the address of a git repository as `readAddress` gives it. */
  readonly project: string;
  /** A commit, tag or branch of the user's; it goes before all others. */
  readonly given: string | null;
  /** Revisions that the report names, the first foremost. */
  readonly revisions: readonly string[];
  /** Versions that the report states, of any distribution. */
  readonly versions: readonly { readonly name: string; readonly version: string }[];
  /** `2024-05-03`; null: not told. */
  readonly day: string | null;
  /** Files as tracebacks print them. */
  readonly files: readonly string[];
}

export type OpenedProject = ProjectState;

/** Reads a project's files. Starts nothing, follows no link out of the folder. */
export interface Workspace {
  /** Text of a file given relative to the project, or null where it is absent, outside, binary or over 2 MB. */
  readText(project: string, file: string, progress: Progress): Promise<string | null>;
  /** Files of the project, relative, without ignored ones; at most `limit`. */
  listFiles(project: string, limit: number, progress: Progress): Promise<readonly string[]>;
  /**
   * The project as the report saw it, with its source roots: at a commit in a folder of the reproduction's own, or as it lies there.
   * The user's folder and repository are read alone; a repository at an address is fetched. Rejects on cancellation, with
   * `unwritable`, and with `unavailable` where an address cannot be reached.
   */
  open(wish: ProjectWish, progress: Progress): Promise<OpenedProject>;
}
