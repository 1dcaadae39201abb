import { createHost } from '../host/create-host';
import type { Host } from '../host/host';
import { openNodePorts } from '../node/compose/open-node-ports';
import type { ModelTraffic } from '../node/models/create-models';
import { resolveDataFolder } from '../node/data-folder/resolve-data-folder';
import { createClient, type Client } from '../protocol/client';
import type { ClientFrame, HostFrame } from '../protocol/frame';
import { createTransportPair } from '../protocol/transport';
import type { Surroundings } from './surroundings';

/** A host of this process on a data folder of its own, with a client to it. */
export interface OpenHost {
  readonly dataFolder: string;
  readonly host: Host;
  readonly client: Client;
  /** Ends all runs, waits for the disk, and frees the data folder. */
  close(): Promise<void>;
}

export function dataFolderOf(surroundings: Surroundings, home: string | undefined): string {
  const { environmentBlock, homeFolder, workingFolder, platform } = surroundings;
  return resolveDataFolder({ given: home ?? null, environmentBlock, homeFolder, workingFolder, platform });
}

/** Errors: `locked` while another program has the folder; `unwritable`. */
export async function openHost(
  surroundings: Surroundings,
  home: string | undefined,
  modelTraffic: ModelTraffic = {},
): Promise<OpenHost> {
  const dataFolder = dataFolderOf(surroundings, home);
  const { ports, close } = await openNodePorts({ ...surroundings, dataFolder, modelTraffic });
  const host = createHost({ ports, version: surroundings.version, dataFolder, platform: surroundings.platform });
  const [hostEnd, clientEnd] = createTransportPair<HostFrame, ClientFrame>(setImmediate);
  host.connect(hostEnd, 'program');
  const client = await createClient(clientEnd, 'cli');
  return {
    dataFolder,
    host,
    client,
    close: async () => {
      await host.close();
      await close();
    },
  };
}

/** Opens a host for one piece of work, and closes it however that ends. What the work fails with goes before what the end does. */
export async function withHost<T>(
  surroundings: Surroundings,
  home: string | undefined,
  work: (open: OpenHost) => Promise<T>,
  modelTraffic: ModelTraffic = {},
): Promise<T> {
  const open = await openHost(surroundings, home, modelTraffic);
  let result: T;
  try {
    result = await work(open);
  } catch (error) {
    await open.close().catch(() => undefined);
    throw error;
  }
  await open.close();
  return result;
}
