import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadyEnvironment } from '../../../protocol/environment';
import { writeFileAtomically } from '../../system/write-file-atomically';
import { derivedPlace, isDone, writtenDone, type DerivedPlace } from '../bytecode/bytecode-place';
import { once } from '../bytecode/once';
import { runLow, type LowParts } from '../bytecode/run-low';
import { isFile } from '../../system/is-there';
import { sitePackagesFolders } from '../installed/site-packages-folders';
import { interpreterFolders } from '../interpreter-folders';
import { isFontList, keptFolder } from './finished-fonts';

const LIMIT_SECONDS = 300;
const MOST_BYTES = 32 * 1024 * 1024;
/** Importing it is what makes the list, in every release of Matplotlib. */
const PROGRAM = 'import os; getattr(os, "nice", int)(10); import matplotlib.font_manager';

/**
 * Lets an environment's Matplotlib list the fonts that runs see: it does so at its first import for each home, and the home of a run
 * is always new. Keras imports Matplotlib too. Nothing is done where an environment has none, or where there is no sandbox.
 */
export async function listFonts(environment: ReadyEnvironment, parts: LowParts, signal: AbortSignal): Promise<void> {
  const { interpreter, prefix } = environment;
  const { platform } = parts;
  const folders = await sitePackagesFolders({ ...environment, platform });
  const holds = await Promise.all(folders.map((folder) => isFile(join(folder, 'matplotlib', 'font_manager.py'))));
  if (!holds.includes(true)) return;
  const place = await derivedPlace(parts.dataFolder, 'fonts', environment);
  await once({ lock: `${place.folder}.lock`, done: () => isDone(place), signal }, async () => {
    await rm(place.folder, { recursive: true, force: true });
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
    await mkdir(place.files, { mode: 0o755 });
    const went = await runLow(
      parts,
      {
        command: [interpreter, '-B', '-c', PROGRAM],
        readOnly: [...(await interpreterFolders(interpreter, prefix, platform)), ...folders],
        writable: [place.files],
        environment: {
          ...{ HOME: '/tmp/home', PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
          ...{ MPLCONFIGDIR: place.files, MPLBACKEND: 'Agg', PYTHONNOUSERSITE: '1' },
        },
      },
      { seconds: LIMIT_SECONDS, signal },
    );
    if (went && (await keep(place)) > 0) await writeFileAtomically(place.done, writtenDone(place.key));
  });
}

/** Copies what the sandbox left to where it cannot write. Returns how many lists there are. */
async function keep(place: DerivedPlace): Promise<number> {
  const folder = keptFolder(place);
  await mkdir(folder, { mode: 0o755 });
  let kept = 0;
  for (const name of await readdir(place.files)) {
    const bytes = isFontList(name) ? await readPlain(join(place.files, name)) : null;
    if (bytes === null) continue;
    await writeFile(join(folder, name), bytes, { mode: 0o644, flag: 'wx' });
    kept += 1;
  }
  await rm(place.files, { recursive: true, force: true });
  return kept;
}

/** Neither through a link nor from a pipe: the sandbox had the folder. */
async function readPlain(path: string): Promise<Buffer | null> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => null);
  if (file === null) return null;
  try {
    const status = await file.stat();
    return status.isFile() && status.size > 0 && status.size <= MOST_BYTES ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}
