import path from 'node:path';
import { createHost } from '../host/create-host';
import type { Host } from '../host/host';
import { createNodePorts } from '../node/compose/create-node-ports';
import { openDataFolder } from '../node/data-folder/open-data-folder';
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
export async function openHost(surroundings: Surroundings, home: string | undefined): Promise<OpenHost> {
  const { programFolder, environmentBlock, homeFolder, version, platform } = surroundings;
  const dataFolder = dataFolderOf(surroundings, home);
  const lock = await openDataFolder(dataFolder);
  try {
    const { ports, close: closePorts } = await createNodePorts({
      dataFolder,
      resourcesFolder: path.join(programFolder, 'resources'),
      examplesFolder: path.join(programFolder, 'examples'),
      workersFolder: path.join(programFolder, 'out', 'node'),
      environmentBlock,
      homeFolder,
    });
    const host = createHost({ ports, version, dataFolder, platform });
    const [hostEnd, clientEnd] = createTransportPair<HostFrame, ClientFrame>(setImmediate);
    host.connect(hostEnd);
    const client = await createClient(clientEnd, 'cli');
    return {
      dataFolder,
      host,
      client,
      close: async () => {
        await host.close();
        await closePorts();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Opens a host for one piece of work, and closes it however that ends. */
export async function withHost<T>(
  surroundings: Surroundings,
  home: string | undefined,
  work: (open: OpenHost) => Promise<T>,
): Promise<T> {
  const open = await openHost(surroundings, home);
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}
