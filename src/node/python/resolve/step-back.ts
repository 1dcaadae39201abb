import { parse } from '@renovatebot/pep440';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../../protocol/environment';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { minorOf, minorRank } from '../minor-version';
import { releasesMeeting } from './releases-meeting';

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
  const version = stated === undefined ? null : nearestRelease(usable, stated);
  if (stated === undefined || version === null) return row;
  return {
    ...row,
    specifier: `==${version}`,
    stated: row.specifier,
    reason: message('environment.row.steppedBack', { name: row.name, stated, python: minor, version }),
  };
}

function holds(range: { readonly oldest: string; readonly newest: string }, minor: string): boolean {
  const rank = minorRank(minor);
  return minorRank(range.oldest) <= rank && rank <= minorRank(range.newest);
}

/** The nearest by numbers: a difference in the first part weighs more than any in the second, and so on. */
function nearestRelease(releases: readonly string[], stated: string): string | null {
  const target = weigh(stated);
  let best: { readonly release: string; readonly distance: number } | null = null;
  for (const release of releases) {
    const weight = weigh(release);
    if (weight === null || target === null) continue;
    const distance = Math.abs(weight - target);
    if (best === null || distance < best.distance) best = { release, distance };
  }
  return best?.release ?? null;
}

function weigh(version: string): number | null {
  const parts = parse(version)?.release;
  if (parts === undefined) return null;
  const [major = 0, minor = 0, patch = 0] = parts;
  return major * 1_000_000 + minor * 1_000 + patch;
}
