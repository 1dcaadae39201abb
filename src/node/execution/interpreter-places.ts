import { readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../sandbox/plan-binds';

/** What an interpreter must see of the disk: its environment, and each installation that its links and its `pyvenv.cfg` lead through. */
export interface InterpreterPlaces {
  readonly folders: readonly string[];
  readonly isVirtual: boolean;
}

/** Most links from an interpreter to its file. */
const MOST_LINKS = 40;

/** Finds these places by files alone. */
export async function interpreterPlaces(
  environment: { readonly prefix: string; readonly interpreter: string },
  homeFolder: string | null,
): Promise<InterpreterPlaces> {
  const settings = await readFile(join(environment.prefix, 'pyvenv.cfg'), 'utf8').catch(() => null);
  const base = settings === null ? null : baseFolder(settings);
  const steps = await linkSteps(environment.interpreter);
  const all = [
    environment.prefix,
    ...steps.map((step) => prefixOrFile(step, homeFolder)),
    ...(base === null ? [] : [prefixOrFile(join(base, 'python'), homeFolder)]),
  ];
  return { folders: [...new Set(all)].filter((path) => path !== '/usr'), isVirtual: settings !== null };
}

/** The folder of the interpreter that a virtual environment was made from, by its settings. */
export function baseFolder(settings: string): string | null {
  return /^home\s*=\s*(\/.*?)\s*$/m.exec(settings)?.[1] ?? null;
}

/** Every path on the way from a link to its file, the ends included. */
async function linkSteps(path: string): Promise<readonly string[]> {
  const steps: string[] = [];
  for (let step: string | null = path; step !== null && steps.length < MOST_LINKS;) {
    const here: string = step;
    steps.push(here);
    step = await readlink(here).then(
      (link) => resolve(dirname(here), link),
      () => null,
    );
  }
  const real = await realpath(path).catch(() => null);
  return real === null ? steps : [...steps, real];
}

/** `<prefix>/bin/python` gives the prefix, or the file alone where that folder holds more than an installation. */
function prefixOrFile(interpreter: string, homeFolder: string | null): string {
  const prefix = dirname(dirname(interpreter));
  const isWide = prefix === '/' || (homeFolder !== null && isWithin(homeFolder, prefix));
  return isWide ? interpreter : prefix;
}
