import { meets, weigh } from '../resolve/releases-meeting';

const DAY_MS = 24 * 3600 * 1000;
/** Who reports a bug of a release has mostly installed it within this time. */
const USUAL_DAYS = 60;
/** What is younger is the present. */
const PRESENT_DAYS = 30;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A release with its day, and the day of the release after it. */
export interface DatedRelease {
  readonly name: string;
  readonly version: string;
  readonly day: string;
  readonly nextDay: string | null;
}

/** The newest release that meets a specifier, by a table of days. Null: the table has none. */
export function newestRelease(
  name: string,
  specifier: string,
  dates: ReadonlyMap<string, string>,
): DatedRelease | null {
  const newestFirst = [...dates].sort(([a], [b]) => weigh(b) - weigh(a));
  const index = newestFirst.findIndex(([version]) => meets(version, specifier));
  const [version, day] = newestFirst[index] ?? [];
  if (version === undefined || day === undefined) return null;
  return { name, version, day, nextDay: newestFirst[index - 1]?.[1] ?? null };
}

/** The newest final release that was out on a day. */
export function releaseOn(day: string, dates: ReadonlyMap<string, string>): string | null {
  let best: string | null = null;
  for (const [version, uploaded] of dates) {
    if (uploaded <= day && (best === null || weigh(version) > weigh(best))) best = version;
  }
  return best;
}

/**
 * The day as of which the rest was installed beside these releases: while the last of them was the newest, and soon
 * after it came. Null: that is about now, or the table knows none.
 */
export function dayBeside(releases: readonly DatedRelease[], today: string): string | null {
  const [last] = [...releases].sort((a, b) => (a.day < b.day ? 1 : -1));
  if (last === undefined) return null;
  const usual = addDays(last.day, USUAL_DAYS);
  const beforeNext = last.nextDay === null ? usual : addDays(last.nextDay, -1);
  const day = beforeNext < usual && beforeNext >= last.day ? beforeNext : usual;
  return day >= addDays(today, -PRESENT_DAYS) ? null : day;
}
