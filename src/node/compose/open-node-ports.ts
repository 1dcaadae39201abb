import { join } from 'node:path';
import type { HostPorts } from '../../core/ports/host-ports';
import { openDataFolder } from '../data-folder/open-data-folder';
import { createNodePorts, type NodePortsOptions } from './create-node-ports';

export interface OpenNodePorts {
  readonly ports: HostPorts;
  /** Ends what the ports keep open, and frees the data folder. Call it after the host's own end. */
  close(): Promise<void>;
}

/**
 * Locks a data folder and opens the ports of this machine over it, for an installed program: `programFolder` holds
 * `resources`, `examples` and the built `out`. `workersFolder` stands elsewhere where a test builds its own.
 * Errors: rejects with `locked` while another program has the folder, with `unwritable`; the folder is free again then.
 */
export async function openNodePorts(
  options: {
    readonly dataFolder: string;
    readonly programFolder: string;
    readonly workersFolder?: string;
    readonly environmentBlock: Readonly<Record<string, string | undefined>>;
    readonly homeFolder: string;
  } & Pick<NodePortsOptions, 'secrets' | 'modelTraffic'>,
): Promise<OpenNodePorts> {
  const { dataFolder, programFolder, environmentBlock, homeFolder } = options;
  const lock = await openDataFolder(dataFolder);
  try {
    const { ports, close } = await createNodePorts({
      dataFolder,
      resourcesFolder: join(programFolder, 'resources'),
      examplesFolder: join(programFolder, 'examples'),
      workersFolder: options.workersFolder ?? join(programFolder, 'out', 'node'),
      environmentBlock,
      homeFolder,
      ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
      ...(options.modelTraffic === undefined ? {} : { modelTraffic: options.modelTraffic }),
    });
    return {
      ports,
      close: async () => {
        await close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
