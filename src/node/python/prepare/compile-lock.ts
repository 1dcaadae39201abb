import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution } from '../../../protocol/environment';
import { readPlainFile } from '../../system/read-plain-file';
import { newestRelease, releaseOn } from '../era/dates';
import { failed, type Failed } from '../failure';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { weigh } from '../resolve/releases-meeting';
import { buildApart } from './build-apart';
import type { BuiltWheel } from './built-wheels';
import { builtByDay, builtOnDemand } from './from-source';
import { ownSettings } from './own-settings';
import { parseLock, type LockedPackage } from './parse-lock';
import { COMPILED_FILE, compileCommand, SETTINGS_FILE, WANTED_FILE } from './uv-commands';
import { callOf, runUv, type Workshop } from './workshop';

const COMPILED_LIMIT_BYTES = 16 * 1024 * 1024;
/** Each try names at least one more package of a short list, or more builds of these. */
const MOST_TRIES = 20;
/** Each costs one more answer of the installer. */
const MOST_TRIED_AGAIN = 4;

/** Exact versions, with the names of those that are built from source. */
export interface Locked {
  readonly kind: 'locked';
  readonly packages: readonly LockedPackage[];
  readonly fromSource: readonly string[];
}

/** Finds exact versions for the wanted rows: ready-made ones, but for the small packages that were source only then. */
export async function compileLock(shop: Workshop): Promise<Locked | Failed> {
  const { resolution, installer, progress, parts } = shop;
  const { rows, asOf } = resolution;
  if (rows.length === 0) return { kind: 'locked', packages: [], fromSource: [] };
  progress.report(message('environment.note.resolving'));
  await installer.say(message('environment.note.resolving'));
  const lines = new Map(rows.map((row) => [row.name, `${row.name}${row.specifier}`]));
  let best = await solve(shop, [...lines.values()], builtByDay(parts.knowledge.sourceOnly, asOf));
  if (best.kind === 'failed' && best.failure.kind === 'yanked' && asOf !== null) {
    for (const [name, line] of withdrawnOfTheDay(rows, { asOf, knowledge: parts.knowledge })) lines.set(name, line);
    best = await solve(shop, [...lines.values()], builtByDay(parts.knowledge.sourceOnly, asOf));
  }
  if (best.kind === 'failed') return best;
  const twice = rows.find(({ insteadOf }) => best.kind === 'locked' && isIn(best, insteadOf?.name));
  if (twice !== undefined) return twoBuilds(twice);
  if (asOf === null) return best;
  // The installer rather takes an older release than say that a newer one needs a package without a ready-made file.
  for (const older of olderThanOfTheDay(rows, { asOf, locked: best, knowledge: parts.knowledge }).slice(
    0,
    MOST_TRIED_AGAIN,
  )) {
    lines.set(older.name, `${older.name}==${older.newest}`);
    const again: Locked | Failed = await solve(shop, [...lines.values()], best.fromSource);
    progress.signal.throwIfAborted();
    if (again.kind === 'locked') {
      best = again;
      continue;
    }
    lines.set(older.name, `${older.name}==${older.locked}`);
    const note = message('environment.note.olderThanOfTheDay', { ...older, reason: again.failure.message });
    progress.report(note);
    await installer.say(note);
  }
  return best;
}

function isIn({ packages }: Locked, name: string | undefined): boolean {
  return packages.some((one) => one.name === name);
}

/** Two builds of the same code would write over each other's files. */
function twoBuilds({ name, insteadOf }: EnvironmentResolution['rows'][number]): Failed {
  const told = message('environment.failure.twoBuilds', { name: insteadOf?.name ?? '', build: name });
  return { kind: 'failed', failure: { kind: 'conflict', message: told, blamed: [name] } };
}

/**
 * Lines that ask for the newest release of the day by its exact number: the installer takes one that its makers withdrew for those who
 * come later in no other way. Rows that the table does not know, and those with a version of their own, are left as they are.
 */
export function withdrawnOfTheDay(
  rows: EnvironmentResolution['rows'],
  by: { readonly asOf: string; readonly knowledge: Pick<PythonKnowledge, 'releaseDatesOf'> },
): readonly (readonly [string, string])[] {
  return rows.flatMap(({ name, specifier, insteadOf }) => {
    const version = releaseOn(by.asOf, by.knowledge.releaseDatesOf(insteadOf?.name ?? name));
    return specifier !== '' || version === null ? [] : [[name, `${name}==${version}`] as const];
  });
}

/** Rows whose release a day decides, and that came to an older one than was out on that day. */
export function olderThanOfTheDay(
  rows: EnvironmentResolution['rows'],
  by: {
    readonly asOf: string;
    readonly locked: Pick<Locked, 'packages'>;
    readonly knowledge: Pick<PythonKnowledge, 'releaseDatesOf'>;
  },
): readonly { readonly name: string; readonly locked: string; readonly newest: string }[] {
  return rows.flatMap(({ name, specifier, insteadOf }) => {
    // Builds of one release are published together.
    const dates = by.knowledge.releaseDatesOf(insteadOf?.name ?? name);
    const inTime = new Map([...dates].filter(([, day]) => day <= by.asOf));
    const newest = newestRelease(name, specifier, inTime)?.version;
    const locked = by.locked.packages.find((one) => one.name === name)?.version;
    if (newest === undefined || locked === undefined || weigh(locked) >= weigh(newest)) return [];
    return [{ name, locked, newest }];
  });
}

/**
 * One answer of the installer, asked again with each package named that has to be built and may be, and again when it was built: it
 * works on what environments share, so it builds nothing itself, and is told what those packages require.
 */
async function solve(
  shop: Workshop,
  lines: readonly string[],
  builtAtFirst: readonly string[],
): Promise<Locked | Failed> {
  const { workFolder, parts } = shop;
  await rm(join(workFolder, WANTED_FILE), { force: true });
  await writeFile(join(workFolder, WANTED_FILE), `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 });
  let fromSource = builtAtFirst;
  const built: BuiltWheel[] = [];
  for (let tries = 1; ; tries += 1) {
    const settings = ownSettings(parts.knowledge.metadataRepairs, { names: fromSource, built });
    await writeFile(join(workFolder, SETTINGS_FILE), settings, { mode: 0o600 });
    // What stands in it would be preferred, whatever is known of it by now.
    if (tries > 1) await rm(join(workFolder, COMPILED_FILE), { force: true });
    const outcome = await runUv(shop, compileCommand(callOf(shop, fromSource)));
    if (outcome !== null) {
      const more = builtOnDemand(outcome.text, parts.knowledge.sourceOnly).filter((name) => !fromSource.includes(name));
      if (more.length === 0 || tries >= MOST_TRIES) return outcome;
      await sayBuilds(shop, more);
      fromSource = [...fromSource, ...more];
      continue;
    }
    const locked = await readLock(shop, fromSource);
    if (locked.kind === 'failed') return locked;
    const unknown = locked.packages.filter((one) => locked.fromSource.includes(one.name) && !built.some(isFor(one)));
    if (unknown.length === 0) return locked;
    if (tries >= MOST_TRIES) return failed('other', 'environment.failure.endlessBuilds', { names: namesOf(unknown) });
    for (const one of unknown) {
      const made = await buildApart(shop, one);
      if (made.kind === 'failed') return made;
      built.push(made.wheel);
    }
  }
}

const isFor = (one: LockedPackage) => (wheel: BuiltWheel) => wheel.name === one.name && wheel.version === one.version;

function namesOf(packages: readonly LockedPackage[]): string {
  return packages.map(({ name, version }) => `${name} ${version}`).join(', ');
}

async function sayBuilds({ installer, progress }: Workshop, names: readonly string[]): Promise<void> {
  const note = message('environment.note.fromSource', { names: names.join(', ') });
  progress.report(note);
  await installer.say(note);
}

async function readLock({ workFolder }: Workshop, fromSource: readonly string[]): Promise<Locked | Failed> {
  const text = await readPlainFile(join(workFolder, COMPILED_FILE), { mostBytes: COMPILED_LIMIT_BYTES, follow: false });
  const packages = text === null ? null : parseLock(text);
  if (packages === null) return failed('refused', 'environment.failure.strangeLock');
  const names = new Set(packages.map(({ name }) => name));
  return { kind: 'locked', packages, fromSource: fromSource.filter((name) => names.has(name)) };
}
