import type { ResolutionRow } from '../../../protocol/environment';
import type { PythonKnowledge } from '../knowledge/read-knowledge';

/** Rows that ask for exactly one release, which came after the day as of which the others are taken: each with its own day. */
export function laterReleases(
  rows: readonly Pick<ResolutionRow, 'name' | 'specifier'>[],
  asOf: string | null,
  knowledge: Pick<PythonKnowledge, 'releaseDatesOf'>,
): Readonly<Record<string, string>> {
  if (asOf === null) return {};
  const later = rows.flatMap(({ name, specifier }) => {
    const version = /^==([\w.]+)$/.exec(specifier)?.[1];
    const day = version === undefined ? undefined : knowledge.releaseDatesOf(name).get(version);
    return day !== undefined && day > asOf ? [[name, day] as const] : [];
  });
  return Object.fromEntries(later);
}
