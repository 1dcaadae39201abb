import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { interpreterOf } from './interpreter-of';
import type { Locator } from './candidate';
import { listFolder } from './list-folder';
import { isFile } from '../../system/is-there';
import { READY_MARKER } from '../prepare/ready-marker';

/** Environments that Reprise made and finished, by their marker. */
export const locateOurs: Locator = async (machine) => {
  const root = machine.folders.environments;
  const names = (await listFolder(root)).filter((name) => !name.startsWith('.'));
  const finished = await Promise.all(names.map((name) => isFinished(join(root, name))));
  return Promise.all(
    names
      .filter((_, index) => finished[index])
      .map(async (name) => {
        const prefix = join(root, name, 'venv');
        return { kind: 'reprise', name, prefix, interpreter: await interpreterOf(prefix, machine.platform) } as const;
      }),
  );
};

/** A link leads elsewhere, to what is not ours. */
async function isFinished(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found?.isDirectory() === true && isFile(join(folder, READY_MARKER));
}
