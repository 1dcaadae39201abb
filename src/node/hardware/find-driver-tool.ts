import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** The real place of a vendor's tool: on PATH, or where the driver's packages put it. Null: there is none. */
export async function findDriverTool(
  tool: 'nvidia-smi' | 'amd-smi' | 'rocm-smi',
  machine: {
    readonly environmentBlock: Readonly<Record<string, string | undefined>>;
    readonly platform: string;
  },
): Promise<string | null> {
  const { environmentBlock: block, platform } = machine;
  const name = platform === 'win32' ? `${tool}.exe` : tool;
  const onPath = (block['PATH'] ?? block['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const usual = platform === 'linux' ? ['/usr/lib/wsl/lib', '/opt/rocm/bin'] : [];
  for (const folder of [...onPath, ...usual]) if (await mayRun(join(folder, name))) return join(folder, name);
  return null;
}

async function mayRun(path: string): Promise<boolean> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) return false;
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
