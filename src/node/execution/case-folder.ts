import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { Id } from '../../protocol/primitives';
import { removeFolder } from './remove-folder';

/** The folders of one run. Everything is removed after it. */
export interface CaseFolder {
  readonly top: string;
  /** Working folder of the script, with the script in it. */
  readonly work: string;
  /** Home and temporary folder where no sandbox gives them in memory. */
  readonly home: string;
  readonly temporary: string;
  remove(): Promise<void>;
}

export interface CaseFolderOptions {
  readonly dataFolder: string;
  readonly reproductionId: string;
  readonly executionId: string;
  readonly scriptName: string;
  readonly script: string;
  /** Inside the owner's own top folder: the script may then run as another user. */
  readonly openToAll: boolean;
  /** Folder to make it in; absent: the reproduction's own. */
  readonly within?: string;
}

/** Makes a fresh folder and writes the script into it. Errors: `badInput` for names that lead elsewhere, `unwritable`. */
export async function makeCaseFolder(options: CaseFolderOptions): Promise<CaseFolder> {
  const { dataFolder, reproductionId, executionId, scriptName } = options;
  if (!Id.safeParse(reproductionId).success || !Id.safeParse(executionId).success) {
    throw new RepriseError('badInput', message('execution.badId'), { field: 'executionId' });
  }
  if (!/^[A-Za-z_][\w-]*\.py$/.test(scriptName)) {
    throw new RepriseError('badInput', message('execution.badScriptName', { name: scriptName }), {
      field: 'scriptName',
    });
  }
  const { within } = options;
  const parent =
    within === undefined ? join(dataFolder, 'reproductions', reproductionId, 'work') : join(within, reproductionId);
  const top = join(parent, executionId);
  const folders = { work: join(top, 'case'), home: join(top, 'home'), temporary: join(top, 'tmp') };
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    // Not recursive: a folder that is there already is not fresh.
    await mkdir(top, { mode: 0o700 });
    for (const folder of Object.values(folders)) await mkdir(folder, { mode: 0o700 });
    const script = join(folders.work, scriptName);
    await writeFile(script, options.script, { mode: 0o600, flag: 'wx' });
    if (options.openToAll) {
      await chmod(folders.work, 0o777);
      await chmod(script, 0o644);
      // Its way in from the folder that is shown to a warm parent.
      if (within !== undefined) for (const folder of [parent, top]) await chmod(folder, 0o711);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await removeFolder(top);
    throw new RepriseError('unwritable', message('execution.folderUnwritable', { path: top }), { path: top });
  }
  return { top, ...folders, remove: async () => void (await removeFolder(top)) };
}
