import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes a file that may be started, with the folders above it. */
export async function put(file: string, text = ''): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, 0o755);
}

/** An environment of Python 3.x by its files: what the list reads, and nothing that could run. Resolves with its site-packages. */
export async function putEnvironment(
  prefix: string,
  { base, packages, version = '3.11.7' }: { base: string; packages: readonly string[]; version?: string },
): Promise<string> {
  const minor = version.split('.').slice(0, 2).join('.');
  await put(path.join(base, 'bin', `python${minor}`), 'ELF');
  await put(path.join(base, 'lib', `python${minor}`, 'os.py'));
  await put(path.join(prefix, 'pyvenv.cfg'), `home = ${base}/bin\nversion_info = ${version}\nuv = 0.9.7\n`);
  await mkdir(path.join(prefix, 'bin'), { recursive: true });
  await symlink(path.join(base, 'bin', `python${minor}`), path.join(prefix, 'bin', 'python'));
  const site = path.join(prefix, 'lib', `python${minor}`, 'site-packages');
  for (const name of packages) await mkdir(path.join(site, `${name}.dist-info`), { recursive: true });
  return site;
}
