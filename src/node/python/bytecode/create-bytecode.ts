import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReadyEnvironment } from '../../../protocol/environment';
import { writeFileAtomically } from '../../system/write-file-atomically';
import { isFile } from '../../system/is-there';
import { listFonts } from '../fonts/list-fonts';
import { sitePackagesFolders } from '../installed/site-packages-folders';
import { basePrefixOf, interpreterFolders } from '../interpreter-folders';
import { minorOf } from '../minor-version';
import { READY_MARKER } from '../prepare/ready-marker';
import { derivedPlace, isDone, writtenDone } from './bytecode-place';
import { compileCommand, knowsOtherPlace } from './compile-command';
import { lacksBytecode } from './lacks-bytecode';
import { once } from './once';
import { runLow, type LowParts } from './run-low';

const LIMIT_SECONDS = 1800;
const DONE_FILE = 'bytecode.json';

/** Does behind the work that uses environments what saves their runs time, once each: compiles them, and lists fonts. */
export interface Bytecode {
  /** Returns at once. A failure costs time at the next import, and nothing else. */
  behind(environment: ReadyEnvironment): void;
  /** Resolves when nothing of it is being done. */
  settled(): Promise<void>;
  /** Ends what is being done; the next use goes on where it was. */
  close(): Promise<void>;
}

export function createBytecode(parts: LowParts): Bytecode {
  const running = new Map<string, Promise<void>>();
  const controller = new AbortController();
  const settled = async () => void (await Promise.all(running.values()));
  return {
    behind: (environment) => {
      const { prefix } = environment;
      if (running.has(prefix) || controller.signal.aborted) return;
      const { signal } = controller;
      const work = listFonts(environment, parts, signal)
        .catch(() => undefined)
        .then(() => compile(environment, parts, signal))
        .catch(() => undefined)
        .finally(() => running.delete(prefix));
      running.set(prefix, work);
    },
    settled,
    close: async () => {
      controller.abort();
      await settled();
    },
  };
}

async function compile(environment: ReadyEnvironment, parts: LowParts, signal: AbortSignal): Promise<void> {
  // Its installers write it when they install, and its environments do not start without `site`.
  if (environment.pythonVersion.startsWith('2.')) return;
  return environment.kind === 'reprise'
    ? compileOurs(environment, parts, signal)
    : compileForeign(environment, parts, signal);
}

/** Into the environment itself, which is ours. */
async function compileOurs(environment: ReadyEnvironment, parts: LowParts, signal: AbortSignal): Promise<void> {
  const { prefix } = environment;
  const folder = dirname(prefix);
  const done = join(folder, DONE_FILE);
  if (!(await isFile(join(folder, READY_MARKER)))) return;
  await once(
    { lock: join(dirname(folder), `.${basename(folder)}.bytecode.lock`), done: () => isFile(done), signal },
    async () => {
      const folders = await sitePackagesFolders({ ...environment, platform: parts.platform });
      const own = folders.filter((one) => one.startsWith(prefix));
      const went = await start(environment, parts, { folders: own, place: null, library: false, signal });
      if (went) await writeFileAtomically(done, `${JSON.stringify({ version: 1 })}\n`);
    },
  );
}

/** Into a folder of ours, as a user's environment is never changed. Its standard library too: one place holds for all modules. */
async function compileForeign(environment: ReadyEnvironment, parts: LowParts, signal: AbortSignal): Promise<void> {
  const { pythonVersion, interpreter } = environment;
  if (!knowsOtherPlace(pythonVersion)) return;
  const place = await derivedPlace(parts.dataFolder, 'bytecode', environment);
  if (await isDone(place)) return;
  const folders = await sitePackagesFolders({ ...environment, platform: parts.platform });
  if (!(await lacksBytecode(folders, pythonVersion))) return;
  await once({ lock: `${place.folder}.lock`, done: () => isDone(place), signal }, async () => {
    await rm(place.done, { force: true });
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
    // Runs of a program that is root read it as nobody.
    await mkdir(place.files, { recursive: true, mode: 0o755 });
    const base = await basePrefixOf(interpreter, parts.platform);
    const library = join(base, 'lib', `python${minorOf(pythonVersion) ?? ''}`);
    const to = { place: place.files, signal };
    const went =
      (await start(environment, parts, { ...to, folders: [library], library: true })) &&
      (await start(environment, parts, { ...to, folders, library: false }));
    if (went) await writeFileAtomically(place.done, writtenDone(place.key));
  });
}

async function start(
  environment: ReadyEnvironment,
  parts: LowParts,
  what: {
    readonly folders: readonly string[];
    readonly place: string | null;
    readonly library: boolean;
    readonly signal: AbortSignal;
  },
): Promise<boolean> {
  const { interpreter, prefix } = environment;
  const { folders, place, library, signal } = what;
  const seen = await interpreterFolders(interpreter, prefix, parts.platform);
  return runLow(
    parts,
    {
      command: compileCommand({ interpreter, folders, library }),
      readOnly: place === null ? seen.filter((one) => one !== prefix) : [...seen, ...folders],
      writable: [place ?? prefix],
      environment: {
        ...{ HOME: '/tmp/home', PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
        // By the block and not by an option: the processes that share the work read it too.
        ...(place === null ? {} : { PYTHONPYCACHEPREFIX: place }),
      },
    },
    { seconds: LIMIT_SECONDS, signal },
  );
}
