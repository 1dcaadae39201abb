import type { PythonFolders } from './python-folders';

/** What a search for interpreters may look at. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  readonly folders: PythonFolders;
}

/** Set by the user: folders of interpreters, and no other place but our own is searched. */
export const ONLY_FOLDERS_VARIABLE = 'REPRISE_PYTHON_FOLDERS';
