import { createHost } from '../host/create-host';
import type { Host } from '../host/host';
import { openNodePorts } from '../node/compose/open-node-ports';
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
  readonly workersFolder: string;
  readonly homeFolder: string;
  readonly version: string;
}): Promise<OpenHost> {
  const { dataFolder, version } = options;
  const secrets = createKeyStore(dataFolder);
  const { ports, close } = await openNodePorts({ ...options, environmentBlock: process.env, secrets });
  const settings = await followTheme(ports.settings);
  const host = createHost({ ports: { ...ports, settings }, version, dataFolder, platform: process.platform });
  return {
    host,
    close: async () => {
      await host.close();
      await close();
    },
  };
}
