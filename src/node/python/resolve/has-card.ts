import { access } from 'node:fs/promises';

/** Nodes of cards that a framework can use: NVIDIA's, AMD's, and Windows' below Linux. */
const NODES = ['/dev/nvidiactl', '/dev/nvidia0', '/dev/kfd', '/dev/dxg'];

/** Whether this machine has a graphics card for frameworks, by its device nodes. No process is started. */
export async function hasCard(nodes: readonly string[] = NODES): Promise<boolean> {
  const found = await Promise.all(
    nodes.map((node) =>
      access(node).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
