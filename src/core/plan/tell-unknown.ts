import { message } from '../../protocol/catalogue/catalogue';
import type { Progress } from '../ports/cancellation';
import type { NameFacts, PythonEnvironments } from '../ports/environments';

const DAY_MS = 24 * 3600 * 1000;
/** A name that appeared after others had talked about it is the usual trap. */
const YOUNG_DAYS = 90;
const MOST_TOLD = 10;

/** What helps a person to judge names that are not on the list: age and number of releases, and the known name that each looks like. A sentence a fact. */
export async function tellUnknown(
  names: readonly string[],
  parts: { readonly environments: Pick<PythonEnvironments, 'aboutName'>; readonly now: string },
  progress: Progress,
): Promise<readonly string[]> {
  const facts = await Promise.all(
    names.slice(0, MOST_TOLD).map((name) => parts.environments.aboutName(name, progress)),
  );
  return facts.flatMap((fact) => sentencesOf(fact, parts.now));
}

function sentencesOf({ name, nearest, index }: NameFacts, now: string): readonly string[] {
  const like = nearest === null ? [] : [message('environment.unknown.nearest', { name, nearest })];
  if (index.kind === 'absent') return [message('environment.unknown.absent', { name }), ...like];
  if (index.kind === 'untold') return [message('environment.unknown.untold', { name }), ...like];
  const { releases: count, first, last } = index;
  if (first === null || last === null) return [message('environment.unknown.noDays', { name, count }), ...like];
  const days = Math.floor((Date.parse(now) - Date.parse(first)) / DAY_MS);
  const young = days < YOUNG_DAYS ? [message('environment.unknown.young', { count: Math.max(1, days) })] : [];
  return [message('environment.unknown.releases', { name, count, first, last }), ...young, ...like];
}
