import type { Bisection, BisectWish } from '../../protocol/bisection';
import { message } from '../../protocol/catalogue/catalogue';
import type { PublishedRelease } from '../../protocol/environment';

export interface PlannedSearch {
  readonly kind: 'planned';
  readonly plan: NonNullable<Bisection['plan']>;
  /** Indexes of the plan's releases; null: the older end is looked for. */
  readonly older: number | null;
  readonly newer: number;
  readonly change: 'came' | 'went';
}

export type PlannedReleases = PlannedSearch | { readonly kind: 'impossible'; readonly reason: string };

/**
 * The releases among which a search goes on: in their order, between the ends, with files for one interpreter that has them for both ends. Pre-releases
 * and withdrawn ones are left out unless they are asked for or are an end.
 */
export function planReleases(question: {
  readonly published: readonly PublishedRelease[];
  readonly wish: BisectWish;
  /** The release where the fault showed; null: it is not installed there. */
  readonly installed: string | null;
  /** Interpreter where the fault showed: `3.11`. */
  readonly present: string;
}): PlannedReleases {
  const { published, wish, installed, present } = question;
  const name = wish.package;
  const bad = wish.bad ?? installed;
  if (bad === null) return impossible(message('bisect.notInstalled', { name }));
  const badAt = indexOf(published, bad);
  if (badAt < 0) return impossible(message('bisect.noRelease', { name, version: bad, near: nearest(published) }));
  const goodAt = wish.good === null ? null : indexOf(published, wish.good);
  if (goodAt !== null && goodAt < 0) {
    return impossible(message('bisect.noRelease', { name, version: wish.good ?? '', near: nearest(published) }));
  }
  if (goodAt === badAt) return impossible(message('bisect.sameEnds', { version: bad }));
  const [first, last] = goodAt === null ? [0, badAt] : [Math.min(goodAt, badAt), Math.max(goodAt, badAt)];
  const ends = [badAt, ...(goodAt === null ? [] : [goodAt])];
  const range = published
    .slice(first, last + 1)
    .map((release, at) => ({ ...release, isEnd: ends.includes(first + at) }));
  const python = choosePython(range, wish.python, present);
  if (python === null) return impossible(noPython(range, wish));

  const leftOut = { prereleases: 0, yanked: 0, noFiles: 0 };
  const kept = range.filter(({ isEnd, prerelease, yanked, pythons }) => {
    if (isEnd) return true;
    if (prerelease && !wish.prereleases) leftOut.prereleases += 1;
    else if (yanked && !wish.yanked) leftOut.yanked += 1;
    else if (!pythons.includes(python)) leftOut.noFiles += 1;
    else return true;
    return false;
  });
  const older = goodAt === null ? null : 0;
  const newer = kept.length - 1;
  if (older === null && newer === 0) return impossible(message('bisect.nothingOlder', { name, version: bad, python }));
  const releases = kept.map(({ version, day }) => ({ version, day }));
  const change = goodAt !== null && goodAt > badAt ? 'went' : 'came';
  return { kind: 'planned', plan: { releases, python, leftOut }, older, newer, change };
}

/** The interpreter for all of them: the wished one, else that of the reproduction, else the one with files for most releases. */
function choosePython(
  range: readonly (PublishedRelease & { readonly isEnd: boolean })[],
  wished: string | null,
  present: string,
): string | null {
  const ends = range.filter(({ isEnd }) => isEnd);
  const able = (ends[0]?.pythons ?? []).filter((python) => ends.every(({ pythons }) => pythons.includes(python)));
  if (wished !== null) return able.includes(wished) ? wished : null;
  if (able.includes(present)) return present;
  const count = (python: string): number => range.filter(({ pythons }) => pythons.includes(python)).length;
  // The later of two that serve as many: lists are in the order of the interpreters' releases.
  return able.reduce<string | null>((best, one) => (best === null || count(one) >= count(best) ? one : best), null);
}

function noPython(range: readonly (PublishedRelease & { readonly isEnd: boolean })[], wish: BisectWish): string {
  const told = range
    .filter(({ isEnd }) => isEnd)
    .map(({ version, pythons }) => message('bisect.endPythons', { version, pythons: pythons.join(', ') || '–' }))
    .join('; ');
  const args = { name: wish.package, told, python: wish.python ?? '' };
  return message(wish.python === null ? 'bisect.noPython' : 'bisect.otherPython', args);
}

function indexOf(published: readonly PublishedRelease[], version: string): number {
  const exact = published.findIndex((release) => release.version === version);
  return exact >= 0 ? exact : published.findIndex((release) => plain(release.version) === plain(version));
}

/** `v2.0.0+cpu` and `2.0` are one release. */
function plain(version: string): string {
  return version
    .toLowerCase()
    .replace(/^v/, '')
    .replace(/\+.*$/, '')
    .replace(/(?:\.0)+$/, '');
}

function nearest(published: readonly PublishedRelease[]): string {
  const told = published.filter(({ prerelease }) => !prerelease).slice(-3);
  return told.map(({ version }) => version).join(', ');
}

function impossible(reason: string): PlannedReleases {
  return { kind: 'impossible', reason };
}
