import { stat } from 'node:fs/promises';
import { message } from '../../protocol/catalogue/catalogue';

/** Says in one sentence why a program could not be started, and what to do. */
export async function explainStart(error: unknown, program: string, workingFolder: string): Promise<string> {
  const { code } = error as NodeJS.ErrnoException;
  // The system gives one code for a missing program and a missing working folder.
  const folder = await stat(workingFolder).catch(() => null);
  if (!folder?.isDirectory()) return message('execution.folderMissing', { folder: workingFolder });
  switch (code) {
    case 'ENOENT':
      return message('execution.programMissing', { program });
    case 'EACCES':
    case 'EPERM':
      return message('execution.programForbidden', { program });
    case 'EAGAIN':
    case 'ENOMEM':
      return message('execution.noRoom', { program });
    case 'EMFILE':
    case 'ENFILE':
      return message('execution.noDescriptors', { program });
    default:
      return message('execution.startFailed', {
        program,
        detail: error instanceof Error ? error.message : String(error),
      });
  }
}
