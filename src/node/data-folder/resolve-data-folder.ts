import { posix, win32 } from 'node:path';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';

/** What decides where the data folder lies. `given` comes from the command line. */
export interface DataFolderPlace {
  readonly given: string | null;
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  readonly workingFolder: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Absolute path of the data folder: what was given, else REPRISE_HOME, else the platform's place.
 * Errors: throws `badInput` where there is no home folder.
 */
export function resolveDataFolder(place: DataFolderPlace): string {
  const path = place.platform === 'win32' ? win32 : posix;
  const wanted = place.given ?? (place.environmentBlock['REPRISE_HOME'] || null);
  if (wanted !== null) return path.resolve(place.workingFolder, wanted);
  const { platform, environmentBlock } = place;
  if (platform === 'win32') {
    const local = environmentBlock['LOCALAPPDATA'];
    return local ? path.join(local, 'Reprise') : path.join(home(place), 'AppData', 'Local', 'Reprise');
  }
  if (platform === 'darwin') return path.join(home(place), 'Library', 'Application Support', 'Reprise');
  const shared = environmentBlock['XDG_DATA_HOME'];
  // The XDG rules say that a relative path there is to be ignored.
  if (shared && path.isAbsolute(shared)) return path.join(shared, 'reprise');
  return path.join(home(place), '.local', 'share', 'reprise');
}

function home(place: DataFolderPlace): string {
  if (place.homeFolder !== '') return place.homeFolder;
  throw new RepriseError('badInput', message('errors.noHome'), { field: 'home' });
}
