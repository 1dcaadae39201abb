import { message } from '../../protocol/catalogue/catalogue';
import type { Package } from '../../protocol/environment';
import type { ReleaseBorder } from '../ports/environments';
import type { ToldRelease } from '../report/told-releases';
import { normaliseName } from '../../protocol/requirement';

/** One distribution in another release, as a control: all else of the environment stays. */
export interface Neighbour {
  readonly name: string;
  /** The release; two numbers where the table of releases does not know it: any of that series. */
  readonly version: string;
  readonly specifier: string;
  /** Upload day, where it is known. */
  readonly day: string | null;
  /** Nobody said so: it is worth a run only where nothing has to be fetched. */
  readonly onDiskOnly: boolean;
  /** In words for people: what it changes, and why. */
  readonly reason: string;
}

export interface NeighbourQuestion {
  readonly told: readonly ToldRelease[];
  readonly borders: readonly ReleaseBorder[];
  /** What is installed where the symptom showed. */
  readonly installed: readonly Package[];
  /** Distribution that a sentence without a name speaks of. */
  readonly blamed: string | null;
  /** Final releases of a distribution with their days, the oldest first; empty: not known. */
  readonly releasesOf: (name: string) => readonly { readonly version: string; readonly day: string }[];
  /** Releases of the blamed distribution that some environment on disk has. */
  readonly onDisk: readonly string[];
}

const MOST = 4;

/** Releases in which the fault may not be: those that the report tells of, then those beyond a known border, then those at hand. */
export function proposeNeighbours(question: NeighbourQuestion): readonly Neighbour[] {
  const { told, borders, installed, blamed } = question;
  const versionOf = (name: string): string | null =>
    installed.find((item) => sameName(item.name, name))?.version ?? null;
  const found: Neighbour[] = [];
  const add = (name: string, version: string | null, words: (change: Change) => string, onDiskOnly = false): void => {
    const now = versionOf(name);
    if (version === null || now === null || found.length >= MOST) return;
    // The installed release is in the series that is told of: the report says that it works there, so nothing is to be compared.
    if (isOf(now, version) || found.some((other) => other.name === name && other.version === version)) return;
    const known = question.releasesOf(name);
    const release = [...known].reverse().find((item) => isOf(item.version, version));
    const exact = release?.version ?? version;
    if (exact === now || found.some((other) => other.name === name && other.version === exact)) return;
    const specifier = release || version.split('.').length > 2 ? `==${exact}` : `==${version}.*`;
    const reason = words({ name, version: exact, installed: now });
    found.push({ name, version: exact, specifier, day: release?.day ?? null, onDiskOnly, reason });
  };
  for (const item of told) {
    const name = item.name ?? blamed;
    if (name === null) continue;
    add(name, releaseOf(item, question.releasesOf(name), versionOf(name)), (change) =>
      message('control.neighbourTold', { ...change, sentence: item.sentence }),
    );
  }
  for (const { name, version, text } of borders)
    add(name, version, (change) => message('control.neighbourBorder', { ...change, text }));
  if (blamed !== null) {
    for (const version of besides(question.onDisk, versionOf(blamed)))
      add(blamed, version, (change) => message('control.neighbourOnDisk', change), true);
  }
  return found;
}

interface Change {
  readonly [key: string]: string;
  readonly name: string;
  readonly version: string;
  readonly installed: string;
}

/** The release that a sentence leads to. Null: none that is known. */
function releaseOf(
  { side, version }: ToldRelease,
  releases: readonly { readonly version: string }[],
  now: string | null,
): string | null {
  if (now === null) return null;
  const names = releases.map((item) => item.version);
  switch (side) {
    case 'at':
      return version;
    case 'below':
      return newestBelow(names, version ?? now);
    case 'before':
      // What came with a later release than is installed is not what showed.
      return version !== null && compareReleases(version, now) > 0 && !isOf(now, version)
        ? null
        : newestBelow(names, seriesOf(version ?? now));
    case 'after':
      return names.filter((name) => compareReleases(name, now) > 0).at(-1) ?? null;
  }
}

/** Of the releases at hand the nearest one below and the nearest one above. */
function besides(versions: readonly string[], now: string | null): readonly string[] {
  if (now === null) return [];
  const sorted = [...versions].sort(compareReleases);
  const below = sorted.filter((version) => compareReleases(version, now) < 0).at(-1);
  const above = sorted.find((version) => compareReleases(version, now) > 0);
  return [below, above].filter((version) => version !== undefined);
}

function newestBelow(releases: readonly string[], border: string): string | null {
  return releases.filter((version) => compareReleases(version, border) < 0).at(-1) ?? null;
}

/** `1.13.1` came with the series `1.13`, and what was before lies below it. */
function seriesOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/** Whether a release is the one that is told of, or one of its series: `1.12.1` is of `1.12`. */
function isOf(version: string, told: string): boolean {
  return `${version.replace(/\+.*$/, '')}.`.startsWith(`${told}.`);
}

/** Below 0: the first is the older one. Numbers only; what stands behind them is left aside. */
export function compareReleases(one: string, other: string): number {
  const numbers = (version: string): number[] => (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function sameName(one: string, other: string): boolean {
  const plain = (name: string): string =>
    normaliseName(name).replace(/^tensorflow-(?:cpu|gpu|intel|macos)$/, 'tensorflow');
  return plain(one) === plain(other);
}
