import { readOptions, type TypedOptions } from '../input/read-options';
import { readTraffic, type TypedTraffic } from '../input/read-traffic';
import { issueReaderOf, readReport } from '../input/read-report';
import { withHost } from '../open-host';
import { isInteractive, type Surroundings } from '../surroundings';
import { checkOutFolder } from './out-folder';
import { runReproduction } from './run-reproduction';

export interface ReproduceOptions extends TypedOptions, TypedTraffic {
  readonly out?: string;
  readonly json?: boolean;
  readonly home?: string;
}

/** `reprise reproduce REPORT`. Everything typed is checked before the data folder is opened, so bad input leaves nothing. */
export async function reproduce(surroundings: Surroundings, report: string, typed: ReproduceOptions): Promise<number> {
  const { workingFolder, input } = surroundings;
  const json = typed.json === true;
  const options = await readOptions(typed, {
    workingFolder,
    interactive: isInteractive(surroundings) && !json,
    environmentBlock: surroundings.environmentBlock,
  });
  const traffic = readTraffic(typed, workingFolder);
  const out = typed.out === undefined ? null : await checkOutFolder(workingFolder, typed.out);
  const given = await readReport({ report, workingFolder, input, issues: issueReaderOf(surroundings) });

  return withHost(
    surroundings,
    typed.home,
    async (open) => {
      const { reproductionId } = await open.client.call('reproduction/create', {
        name: given.name,
        text: given.text,
        // A claim only: the host finds out whether the report is one.
        options: { ...options, bundledExample: true },
      });
      return runReproduction({ surroundings, open, reproductionId, isNew: true, json, out });
    },
    traffic,
  );
}
