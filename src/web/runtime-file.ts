import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Where a running server is, and the token for programs of the same user. */
export const RuntimeFile = z.object({
  address: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }),
  token: z.string().min(43),
  processId: z.number().int().positive(),
  startedAt: z.iso.datetime(),
});
export type RuntimeFile = z.infer<typeof RuntimeFile>;

export function runtimeFileOf(dataFolder: string): string {
  return path.join(dataFolder, 'run', 'web.json');
}

/** Written once the server listens, readable by its user alone from the first byte on. */
export async function writeRuntimeFile(dataFolder: string, content: RuntimeFile): Promise<void> {
  const file = runtimeFileOf(dataFolder);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await rm(temporary, { force: true });
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(content));
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** Null where no server wrote one, or where it cannot be trusted to be ours. */
export async function readRuntimeFile(dataFolder: string): Promise<RuntimeFile | null> {
  try {
    return RuntimeFile.parse(JSON.parse(await readFile(runtimeFileOf(dataFolder), 'utf8')));
  } catch {
    return null;
  }
}

export async function removeRuntimeFile(dataFolder: string): Promise<void> {
  await rm(runtimeFileOf(dataFolder), { force: true });
}
