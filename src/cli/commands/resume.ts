import { findReproduction } from '../input/find-reproduction';
import { withHost } from '../open-host';
import type { Surroundings } from '../surroundings';
import { checkOutFolder } from './out-folder';
import { runReproduction } from './run-reproduction';

export interface ResumeOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly home?: string;
}

/** `reprise resume ID`: goes on with a reproduction after a stop, a kill or a restart. */
export async function resume(surroundings: Surroundings, id: string, typed: ResumeOptions): Promise<number> {
  const out = typed.out === undefined ? null : await checkOutFolder(surroundings.workingFolder, typed.out);
  return withHost(surroundings, typed.home, async (open) => {
    const reproductionId = await findReproduction(open.client, id);
    return runReproduction({ surroundings, open, reproductionId, isNew: false, json: typed.json === true, out });
  });
}
