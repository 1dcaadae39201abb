import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { createHost } from '../../../src/host/create-host';
import { openNodePorts } from '../../../src/node/compose/open-node-ports';
import { createClient } from '../../../src/protocol/client';
import type { ClientFrame, HostFrame } from '../../../src/protocol/frame';
import { createTransportPair } from '../../../src/protocol/transport';

/** A host of this process over the real machine, with a client to it. */
export async function openRealHost(dataFolder: string, workersFolder: string) {
  const faults: unknown[] = [];
  const { ports, close } = await openNodePorts({
    dataFolder,
    workersFolder,
    programFolder: resolve('.'),
    environmentBlock: process.env,
    homeFolder: homedir(),
  });
  const host = createHost({
    ports,
    version: 'test',
    dataFolder,
    platform: process.platform,
    log: (entry) => faults.push(entry),
  });
  const [hostEnd, clientEnd] = createTransportPair<HostFrame, ClientFrame>(setImmediate);
  host.connect(hostEnd, 'program');
  const client = await createClient(clientEnd, 'test');
  return {
    client,
    faults,
    close: async () => {
      await host.close();
      await close();
    },
  };
}
