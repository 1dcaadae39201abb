import { message } from '../../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../../protocol/environment';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { minorOf, minorRank } from '../minor-version';
import { releasesMeeting, weigh } from './releases-meeting';

/**
 * Where the chosen interpreter has no ready-made package of the stated release, steps back to the nearest release that
 * has, and says so in the row. Packages that the table does not hold stay as they are.
 */
export function stepBack(
  row: ResolutionRow,
  pythonVersion: string,
  knowledge: Pick<PythonKnowledge, 'supportOf'>,
): ResolutionRow {
  const minor = minorOf(pythonVersion);
  const support = knowledge.supportOf(row.name);
  if (minor === null || row.specifier === '' || support.size === 0) return row;
  const usable = [...support].flatMap(([release, range]) => (holds(range, minor) ? [release] : []));
  if (usable.length === 0 || releasesMeeting(usable, row.specifier).length > 0) return row;
  const stated = /(\d[\w.]*)/.exec(row.specifier)?.[1];
  if (stated === undefined || isNewerThanAll(stated, [...support.keys()])) return row;
  const version = nearestRelease(usable, stated);
  if (version === null) return row;
  return {
    ...row,
    specifier: `==${version}`,
    stated: row.specifier,
    steppedFor: minor,
    reason: message('environment.row.steppedBack', { name: row.name, stated, python: minor, version }),
  };
}

function holds(range: { readonly oldest: string; readonly newest: string }, minor: string): boolean {
  const rank = minorRank(minor);
  return minorRank(range.oldest) <= rank && rank <= minorRank(range.newest);
}

/** A release after the table's time: the index alone can tell what there is of it. */
function isNewerThanAll(stated: string, releases: readonly string[]): boolean {
  return releases.every((release) => weigh(release) < weigh(stated));
}

/** The nearest by numbers: a difference in the first part weighs more than any in the second, and so on. */
function nearestRelease(releases: readonly string[], stated: string): string | null {
  const target = weigh(stated);
  let best: { readonly release: string; readonly distance: number } | null = null;
  for (const release of releases) {
    const weight = weigh(release);
    const distance = Math.abs(weight - target);
    if (best === null || distance < best.distance) best = { release, distance };
  }
  return best?.release ?? null;
}
