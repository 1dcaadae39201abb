import type { ResolutionRow } from '../../../protocol/environment';
import { releaseOn } from '../era/dates';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { minorOf } from '../minor-version';
import { servingPackage, type ExistingCandidate } from './choose-existing';
import { meets, weigh } from './releases-meeting';

/**
 * Whether an environment on disk is of the report's time: the stated interpreter, every wanted version, and for a
 * package that a day decides no other release series than the newest of that day. In one of ours nothing may be missing,
 * as another is made in seconds from the cache; in a user's own, small packages may.
 */
export function servesAsItIs(
  candidate: ExistingCandidate,
  wanted: {
    readonly rows: readonly ResolutionRow[];
    readonly pythonMinor: string | null;
    readonly asOf: string | null;
    readonly knowledge: Pick<PythonKnowledge, 'releaseDatesOf'>;
    /** Whether installing a package brings a large one. */
    readonly isLarge: (name: string) => boolean;
  },
): boolean {
  const { rows, pythonMinor, asOf, knowledge, isLarge } = wanted;
  if (pythonMinor !== null && minorOf(candidate.environment.pythonVersion ?? '') !== pythonMinor) return false;
  return rows.every((row) => {
    const found = servingPackage(candidate.packages, row.name);
    if (found === null) return !candidate.environment.ours && !isLarge(row.name);
    if (row.specifier !== '') return meets(found.version, row.specifier);
    const newest = asOf === null ? null : releaseOn(asOf, knowledge.releaseDatesOf(row.name));
    return newest === null || seriesOf(found.version) === seriesOf(newest);
  });
}

function seriesOf(version: string): number {
  return Math.floor(weigh(version) / 1000);
}
