import type { Client } from '../../protocol/client';
import { readOptions, type TypedOptions } from '../input/read-options';
import { readReport, type GivenReport } from '../input/read-report';
import { withHost } from '../open-host';
import { isInteractive, type Surroundings } from '../surroundings';
import { checkOutFolder } from './out-folder';
import { runReproduction } from './run-reproduction';

export interface ReproduceOptions extends TypedOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly home?: string;
}

/** `reprise reproduce REPORT`. Everything typed is checked before the data folder is opened, so bad input leaves nothing. */
export async function reproduce(surroundings: Surroundings, report: string, typed: ReproduceOptions): Promise<number> {
  const { workingFolder, input } = surroundings;
  const json = typed.json === true;
  const options = await readOptions(typed, { workingFolder, interactive: isInteractive(surroundings) && !json });
  const out = typed.out === undefined ? null : await checkOutFolder(workingFolder, typed.out);
  const given = await readReport({ report, workingFolder, input });

  return withHost(surroundings, typed.home, async (open) => {
    const bundledExample = await isBundledExample(open.client, given);
    const { reproductionId } = await open.client.call('reproduction/create', {
      name: given.name,
      text: given.text,
      options: { ...options, bundledExample },
    });
    return runReproduction({ surroundings, open, reproductionId, isNew: true, json, out });
  });
}

/** Whether the report is one of the bundled examples, byte for byte. */
async function isBundledExample(client: Client, { text }: GivenReport): Promise<boolean> {
  const { examples } = await client.call('example/list', {});
  for (const { id } of examples) {
    if ((await client.call('example/read', { exampleId: id })).text === text) return true;
  }
  return false;
}
