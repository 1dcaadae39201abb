import { message } from '../../protocol/catalogue/catalogue';
import type { DiskUse } from '../../protocol/environment';
import { formatBytes } from '../../protocol/format-bytes';
import { exitCodes } from '../exit-codes';
import { withHost } from '../open-host';
import { linesOfEnvironments } from './environments';
import type { Surroundings } from '../surroundings';

export interface ListOptions {
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly home?: string;
}

/** `reprise environments list`. */
export async function listEnvironments(surroundings: Surroundings, typed: ListOptions): Promise<number> {
  return show(surroundings, typed, async (client) => {
    const result = await client.call('environment/list', { fresh: typed.fresh === true, measured: true });
    const { environments } = result;
    const lines = environments.length > 0 ? linesOfEnvironments(environments) : [message('cli.environments.none')];
    return { result, lines: [...lines, ...diskLines(result.disk)] };
  });
}

function diskLines(disk: DiskUse | undefined): readonly string[] {
  if (disk === undefined) return [];
  const sizes = {
    environments: formatBytes(disk.environments),
    trash: formatBytes(disk.trash),
    cache: formatBytes(disk.cache),
  };
  return [message('cli.environments.disk', sizes)];
}

type Client = Parameters<Parameters<typeof withHost>[2]>[0]['client'];

/** One answer of the host: as one line of JSON, or as lines for a person. */
export async function show(
  surroundings: Surroundings,
  typed: ListOptions,
  read: (client: Client) => Promise<{ readonly result: unknown; readonly lines: readonly string[] }>,
): Promise<number> {
  const { result, lines } = await withHost(surroundings, typed.home, ({ client }) => read(client));
  surroundings.output.write(typed.json ? `${JSON.stringify(result)}\n` : `${lines.join('\n')}\n`);
  return exitCodes.done;
}
