import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A project's files by their paths relative to it. */
export type ProjectFiles = readonly { readonly path: string; readonly text: string }[];

const projectsFolder = resolve(import.meta.dirname, 'projects');
const cacheFolder = process.env['REPRISE_TEST_LIBRARIES'] ?? join(homedir(), '.cache', 'reprise-retrieval');

/** Where the files of a pair's project lie, or null where a library has not been fetched. */
export function projectFolder(project: string): string | null {
  const folder = project.includes('==') ? join(cacheFolder, project.replace('==', '-')) : join(projectsFolder, project);
  return existsSync(folder) ? folder : null;
}

/** Fetches a library's wheel from the package index into the cache and unpacks it; nothing of it is run. */
export async function fetchLibrary(project: string): Promise<void> {
  if (projectFolder(project) !== null) return;
  const folder = join(cacheFolder, project.replace('==', '-'));
  const half = `${folder}.${process.pid}`;
  await mkdir(cacheFolder, { recursive: true });
  try {
    await promisify(execFile)(
      'uv',
      [
        ...['pip', 'install', '--quiet', '--no-config', '--no-deps', '--only-binary', ':all:'],
        ...['--python-version', '3.7', '--python-platform', 'linux', '--target', half, project],
      ],
      { timeout: 120_000 },
    );
    await rename(half, folder);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

/** Reads all files that the index may take. */
export async function readProject(folder: string): Promise<ProjectFiles> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter(
    (entry) => entry.isFile() && /\.(?:py|ipynb|ya?ml|json|toml|cfg|ini|md|rst|txt)$/.test(entry.name),
  );
  const read = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path: path.slice(folder.length + 1), text: await readFile(path, 'utf8') };
  });
  return (await Promise.all(read)).sort((a, b) => (a.path < b.path ? -1 : 1));
}
