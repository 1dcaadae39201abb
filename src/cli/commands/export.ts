import { message } from '../../protocol/catalogue/catalogue';
import { exitCodes } from '../exit-codes';
import { findReproduction } from '../input/find-reproduction';
import { badInput } from '../input/refusal';
import { withHost } from '../open-host';
import type { Surroundings } from '../surroundings';
import { checkOutFolder, writeOutFolder } from './out-folder';

export interface ExportOptions {
  readonly to: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly home?: string;
}

/** `reprise export ID --to folder --out DIR`. */
export async function exportReproducer(surroundings: Surroundings, id: string, typed: ExportOptions): Promise<number> {
  if (typed.to !== 'folder') throw badInput('to', 'cli.export.to', { value: typed.to });
  if (typed.out === undefined) throw badInput('out', 'cli.export.out');
  const folder = await checkOutFolder(surroundings.workingFolder, typed.out);
  const { files } = await withHost(surroundings, typed.home, async ({ client }) =>
    client.call('reproducer/read', { reproductionId: await findReproduction(client, id) }),
  );
  await writeOutFolder(folder, files);
  const paths = files.map((file) => file.path);
  surroundings.output.write(
    typed.json
      ? `${JSON.stringify({ folder, files: paths })}\n`
      : `${message('cli.export.done', { folder, files: paths.join(', ') })}\n`,
  );
  return exitCodes.done;
}
