import { lstat, readlink, readdir } from 'node:fs/promises';
import { PROC, type RootLayout } from './bwrap-arguments';
import { findLevers } from './find-levers';

/** Reads which of `/bin`, `/lib` and their like are links into `/usr` (most systems) and which are folders of their own, and what can be moved in /proc. */
export async function readRootLayout(): Promise<RootLayout> {
  const links: { path: string; target: string }[] = [];
  const folders: string[] = [];
  for (const path of ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']) {
    const status = await lstat(path).catch(() => null);
    if (status?.isSymbolicLink()) links.push({ path, target: await readlink(path) });
    else if (status?.isDirectory()) folders.push(path);
  }
  return { links, folders, levers: await findLevers('/proc', PROC) };
}

/** Device nodes of accelerators that are there, but the hidden ones: NVIDIA, AMD, and the one of Windows' Linux. */
export async function findGpuDevices(hidden: readonly string[] = []): Promise<readonly string[]> {
  const names = await readdir('/dev').catch(() => []);
  return names
    .filter((name) => /^(nvidia\d+|nvidiactl|nvidia-(uvm|uvm-tools|modeset|caps)|dri|kfd|dxg)$/.test(name))
    .sort()
    .map((name) => `/dev/${name}`)
    .filter((path) => !hidden.includes(path));
}
