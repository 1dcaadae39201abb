import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { derivedPlace, isDone, type DerivedPlace, type PlacedEnvironment } from '../bytecode/bytecode-place';

/** Where Matplotlib looks for its lists, below a home. */
const BELOW_HOME = '.cache/matplotlib';

/** A list of fonts that was made before, and where a run is to find it. Absolute paths. */
export interface FontList {
  readonly source: string;
  readonly path: string;
}

/** As each release of Matplotlib names its list: `fontlist-v390.json`, `fontList.py3k.cache`. */
export function isFontList(name: string): boolean {
  return /^fontlist[\w.-]{1,60}$/i.test(name) && !name.endsWith('lock');
}

/** Where the host keeps them, out of the sandbox's reach. */
export function keptFolder({ folder }: DerivedPlace): string {
  return join(folder, 'kept');
}

/** The finished lists of fonts of an environment, for a run with this home; none where there are none, or its packages have changed since. */
export async function finishedFonts(
  dataFolder: string,
  environment: PlacedEnvironment,
  home: string,
): Promise<readonly FontList[]> {
  const place = await derivedPlace(dataFolder, 'fonts', environment);
  if (!(await isDone(place))) return [];
  const folder = keptFolder(place);
  const names = await readdir(folder).catch(() => []);
  return names.filter(isFontList).map((name) => ({ source: join(folder, name), path: join(home, BELOW_HOME, name) }));
}
