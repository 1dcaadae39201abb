import { join } from 'node:path';
import { listFolder } from './list-folder';
import { isFile } from '../../system/is-there';

const versioned = /^python\d+\.\d+$/;

/** The interpreter below a prefix, by the places where it usually is; null: there is none. */
export async function interpreterOf(prefix: string, platform: NodeJS.Platform): Promise<string | null> {
  const usual =
    platform === 'win32'
      ? [join(prefix, 'Scripts', 'python.exe'), join(prefix, 'python.exe')]
      : ['python', 'python3', 'python2'].map((name) => join(prefix, 'bin', name));
  for (const path of usual) if (await isFile(path)) return path;
  if (platform === 'win32') return null;
  for (const name of await listFolder(join(prefix, 'bin'))) {
    if (versioned.test(name) && (await isFile(join(prefix, 'bin', name)))) return join(prefix, 'bin', name);
  }
  return null;
}
