import { join } from 'node:path';
import type { Preload } from './preload';
import type { Confinement } from '../../core/ports/sandbox';

/** Confinement of a warm parent: that of the run, without its case, and with what nested namespaces take. Pure. */
export function parentConfinement(options: {
  readonly wish: { readonly confinement: Confinement };
  readonly preload: Preload;
  readonly pythonFolder: string;
  readonly folder: string;
  readonly proc: string;
}): Confinement {
  const { wish, preload, pythonFolder, folder, proc } = options;
  const [interpreter = ''] = wish.confinement.command;
  return {
    ...wish.confinement,
    command: [interpreter, '-u', join(pythonFolder, 'reprise_warm.py')],
    workingFolder: folder,
    writable: [folder],
    // Fixed: two runs of one seed are to order sets alike, and the parent is one process.
    environment: { ...wish.confinement.environment, ...preload.variables, PYTHONHASHSEED: '0' },
    wholeProc: proc,
  };
}
