import path from 'node:path';
import { createHost } from '../host/create-host';
import type { Host } from '../host/host';
import { createNodePorts } from '../node/compose/create-node-ports';
import { openDataFolder } from '../node/data-folder/open-data-folder';
import { followTheme } from './follow-theme';
import { createKeyStore } from './key-store';

export interface OpenHost {
  readonly host: Host;
  /** Ends all runs, waits for the disk, and frees the data folder. */
  close(): Promise<void>;
}

/** Errors: `locked` while another program has the folder; `unwritable`. */
export async function openHost(options: {
  readonly dataFolder: string;
  readonly programFolder: string;
  readonly homeFolder: string;
  readonly version: string;
}): Promise<OpenHost> {
  const { dataFolder, programFolder, homeFolder, version } = options;
  const lock = await openDataFolder(dataFolder);
  try {
    const { ports, close: closePorts } = await createNodePorts({
      dataFolder,
      resourcesFolder: path.join(programFolder, 'resources'),
      examplesFolder: path.join(programFolder, 'examples'),
      workersFolder: path.join(programFolder, 'out', 'node'),
      environmentBlock: process.env,
      homeFolder,
    });
    const settings = await followTheme(ports.settings);
    const secrets = createKeyStore(dataFolder);
    const host = createHost({
      ports: { ...ports, settings, secrets },
      version,
      dataFolder,
      platform: process.platform,
    });
    return {
      host,
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
