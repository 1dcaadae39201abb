import type { ResolutionRow } from '../../../protocol/environment';
import { addDays, releaseOn } from '../era/dates';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { minorOf } from '../minor-version';
import { servingPackage, type ExistingCandidate } from './choose-existing';
import { meets, weigh } from './releases-meeting';

/** What came within these days counts as current: who has it need not fetch another. */
const RECENT_DAYS = 2 * 365;

/**
 * Whether an environment on disk is of the report's time: the stated interpreter, every wanted version, and for a
 * package that a day decides no other release series than the newest of that day; where nothing decides, none that was old for years. In one of ours nothing may be missing,
 * as another is made in seconds from the cache; in a user's own, small packages may.
 */
export function servesAsItIs(
  candidate: ExistingCandidate,
  wanted: {
    readonly rows: readonly ResolutionRow[];
    readonly pythonMinor: string | null;
    readonly asOf: string | null;
    /** `2026-11-30` */
    readonly today: string;
    readonly knowledge: Pick<PythonKnowledge, 'releaseDatesOf'>;
    /** Whether installing a package brings a large one. */
    readonly isLarge: (name: string) => boolean;
  },
): boolean {
  const { rows, pythonMinor, asOf, today, knowledge, isLarge } = wanted;
  if (pythonMinor !== null && minorOf(candidate.environment.pythonVersion ?? '') !== pythonMinor) return false;
  return rows.every((row) => {
    const found = servingPackage(candidate.packages, row.name);
    if (found === null) return !candidate.environment.ours && !isLarge(row.name);
    if (row.specifier !== '') return meets(found.version, row.specifier);
    const dates = knowledge.releaseDatesOf(row.name);
    if (asOf === null) return (dates.get(found.version) ?? today) >= addDays(today, -RECENT_DAYS);
    const newest = releaseOn(asOf, dates);
    return newest === null || seriesOf(found.version) === seriesOf(newest);
  });
}

function seriesOf(version: string): number {
  return Math.floor(weigh(version) / 1000);
}
