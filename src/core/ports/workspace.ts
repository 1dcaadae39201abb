import type { Progress } from './cancellation';

/** Reads a project's files. Starts nothing, follows no link out of the folder. */
export interface Workspace {
  /** Text of a file given relative to the project, or null where it is absent, outside, binary or over 2 MB. */
  readText(project: string, file: string, progress: Progress): Promise<string | null>;
  /** Files of the project, relative, without ignored ones; at most `limit`. */
  listFiles(project: string, limit: number, progress: Progress): Promise<readonly string[]>;
}
