import { join } from 'node:path';
import type { Package } from '../../../protocol/environment';
import { readStart } from '../../system/read-plain-file';

/** More than these small files have, so that a strange one is not read whole. */
const MOST_BYTES = 64 * 1024;

/**
 * The CUDA that an environment's framework was built for, by files alone: `12.6`; null: without CUDA. Undefined: it has none of
 * these frameworks, or its files do not tell.
 */
export async function readCudaBuild(
  folders: readonly string[],
  packages: readonly Package[],
): Promise<string | null | undefined> {
  const has = (name: string): boolean => packages.some((one) => one.name === name);
  for (const folder of folders) {
    const torch = await readStart(join(folder, 'torch', 'version.py'), MOST_BYTES);
    if (torch !== null && has('torch'))
      return cudaOfTorch(torch, packages.find(({ name }) => name === 'torch')?.version);
    const tensorflow = await readStart(join(folder, 'tensorflow', 'python', 'platform', 'build_info.py'), MOST_BYTES);
    if (tensorflow !== null) return cudaOfTensorflow(tensorflow);
  }
  if (!has('jaxlib')) return undefined;
  const plugin = packages.find(({ name }) => /^jax-cuda\d+-plugin$/.test(name));
  return plugin === undefined ? null : (/^jax-cuda(\d+)-plugin$/.exec(plugin.name)?.[1] ?? null);
}

/** `torch/version.py`: `cuda = '12.6'`, with a type in newer ones; `None` where it was built without. */
export function cudaOfTorch(text: string, version = ''): string | null | undefined {
  const told = /^cuda(?::[^=\n]{0,80})?\s*=\s*(None|'(\d+\.\d+)[^'\n]{0,20}')/m.exec(text);
  if (told !== null) return told[2] ?? null;
  const [, digits, last] = /\+cu(\d{1,2})(\d)$/.exec(version) ?? [];
  if (digits !== undefined) return `${digits}.${last ?? '0'}`;
  return /\+cpu$/.test(version) ? null : undefined;
}

/** `build_info.py`: `is_cuda_build`, and `cuda_version` in newer ones, as an assignment or an entry. */
export function cudaOfTensorflow(text: string): string | null | undefined {
  const version = /['"]?\bcuda_version['"]?\s*[=:,]\s*['"](\d+(?:\.\d+)?)/.exec(text)?.[1];
  if (version !== undefined) return version;
  const isBuilt = /['"]?\bis_cuda_build['"]?\s*[=:,]\s*(True|False)/.exec(text)?.[1];
  return isBuilt === 'False' ? null : undefined;
}
