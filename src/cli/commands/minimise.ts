import { findReproduction } from '../input/find-reproduction';
import { withHost } from '../open-host';
import type { Surroundings } from '../surroundings';
import { checkOutFolder } from './out-folder';
import type { ResumeOptions } from './resume';
import { runReproduction } from './run-reproduction';

/** `reprise minimise ID`: shortens the script of a reproduction, and shows what comes of it. */
export async function minimise(surroundings: Surroundings, id: string, typed: ResumeOptions): Promise<number> {
  const out = typed.out === undefined ? null : await checkOutFolder(surroundings.workingFolder, typed.out);
  return withHost(surroundings, typed.home, async (open) => {
    const reproductionId = await findReproduction(open.client, id);
    const begin = () => open.client.call('reproduction/minimise', { reproductionId });
    return runReproduction({ surroundings, open, reproductionId, isNew: false, begin, json: typed.json === true, out });
  });
}
