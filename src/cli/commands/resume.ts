import { findReproduction } from '../input/find-reproduction';
import { readOptions } from '../input/read-options';
import { withHost } from '../open-host';
import type { Surroundings } from '../surroundings';
import { checkOutFolder } from './out-folder';
import { runReproduction } from './run-reproduction';

export interface ResumeOptions {
  readonly out?: string;
  readonly timeLimit?: string;
  readonly json?: boolean;
  readonly home?: string;
}

/** `reprise resume ID`: goes on with a reproduction after a stop, a kill or a restart. */
export async function resume(surroundings: Surroundings, id: string, typed: ResumeOptions): Promise<number> {
  const limit = typed.timeLimit === undefined ? {} : { timeLimit: typed.timeLimit };
  const place = { workingFolder: surroundings.workingFolder, interactive: false };
  const { timeLimit } = await readOptions(limit, place);
  const out = typed.out === undefined ? null : await checkOutFolder(surroundings.workingFolder, typed.out);
  return withHost(surroundings, typed.home, async (open) => {
    const reproductionId = await findReproduction(open.client, id);
    if (timeLimit !== undefined) {
      const text = `--time-limit ${timeLimit} s`;
      await open.client.call('steering/say', { reproductionId, text });
    }
    return runReproduction({ surroundings, open, reproductionId, isNew: false, json: typed.json === true, out });
  });
}
