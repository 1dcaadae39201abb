import type { Package } from '../../../protocol/environment';
import { listFolder } from '../discover/list-folder';
import { normaliseName } from '../../../protocol/requirement';

/** Name and version out of the name of a metadata folder, `.dist-info` or the older `.egg-info`; null: it is none. */
export function packageOfFolderName(name: string): Package | null {
  const dist = /^(.+?)-([^-]+)\.dist-info$/.exec(name);
  const egg = /^(.+?)-([^-]+?)(?:-py\d[\d.]*(?:-.+)?)?\.egg-info$/.exec(name);
  const [, distribution, version] = dist ?? egg ?? [];
  if (distribution === undefined || version === undefined || !/^\d/.test(version)) return null;
  return { name: normaliseName(distribution), version: version.replace(/_/g, '+') };
}

/** All distributions in these folders, sorted by name. Of two with one name, the first folder's counts, as for the interpreter. */
export async function readPackages(folders: readonly string[]): Promise<readonly Package[]> {
  const found = new Map<string, Package>();
  for (const folder of folders) {
    for (const name of await listFolder(folder)) {
      const one = packageOfFolderName(name);
      if (one !== null && !found.has(one.name)) found.set(one.name, one);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `name==version` lines, sorted by name. */
export function lockOfPackages(packages: readonly Package[]): string {
  return packages.map((one) => `${one.name}==${one.version}\n`).join('');
}
