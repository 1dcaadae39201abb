import { readdir } from 'node:fs/promises';
import { message } from '../../protocol/catalogue/catalogue';
import type { Accelerator } from '../../protocol/hardware';

/** What device nodes and the platform tell of accelerators, with nothing started. */
export interface FoundByFiles {
  readonly accelerators: readonly Accelerator[];
  readonly hasNvidiaDevice: boolean;
  /** A card of NVIDIA is there, and the node by which programs get its memory is not. */
  readonly lacksMemoryNode: boolean;
}

export async function findByFiles(machine: {
  readonly platform: string;
  readonly architecture: string;
  /** `/dev`; another folder in tests. */
  readonly deviceFolder: string;
}): Promise<FoundByFiles> {
  const { platform, architecture, deviceFolder } = machine;
  const none = { accelerators: [], hasNvidiaDevice: false, lacksMemoryNode: false };
  if (platform === 'darwin' && architecture === 'arm64') {
    return { ...none, accelerators: [unnamed('apple', message('hardware.apple.name'))] };
  }
  if (platform !== 'linux') return none;
  const nodes = await readdir(deviceFolder).catch((): string[] => []);
  // Windows' Linux has one node for all cards of the host.
  const hasNvidiaDevice = nodes.some((name) => /^nvidia(\d+|ctl)$/.test(name) || name === 'dxg');
  // /dev/kfd is the compute node of AMD's driver; /dev/dri alone may be any screen.
  const accelerators = nodes.includes('kfd') ? [unnamed('amd', message('hardware.amd.name'))] : [];
  const lacksMemoryNode = nodes.some((name) => /^nvidia\d+$/.test(name)) && !nodes.includes('nvidia-uvm');
  return { accelerators, hasNvidiaDevice, lacksMemoryNode };
}

function unnamed(vendor: Accelerator['vendor'], name: string): Accelerator {
  return { vendor, name, memoryBytes: null, driver: null };
}
