import type { SearchHit } from '../search/search-project';
import type { ModuleResolver } from './resolve-modules';

/** A module of the project with how much of the report points at it, from 0 to 1, and what it imports of the project. */
export interface RankedModule {
  readonly path: string;
  readonly score: number;
  readonly imports: readonly string[];
}

/** Hits of a module after the first count less and less. */
const FALL = 0.5;
/** What a module passes on to those that it imports. */
const PASSED_ON = 0.15;

/** Modules by their hits, and a little by those of the modules that import them; the best first. */
export function rankModules(
  hits: readonly SearchHit[],
  resolver: ModuleResolver,
  limit: number,
): readonly RankedModule[] {
  const scores = new Map<string, number>();
  const seen = new Map<string, number>();
  for (const { path, score, role } of hits) {
    if (role === 'document' || role === 'config') continue;
    const before = seen.get(path) ?? 0;
    seen.set(path, before + 1);
    scores.set(path, (scores.get(path) ?? 0) + score * FALL ** before);
  }
  for (const [path, score] of [...scores]) {
    for (const imported of resolver.importsOf(path)) {
      scores.set(imported, (scores.get(imported) ?? 0) + score * PASSED_ON);
    }
  }
  const top = Math.max(...scores.values(), 1e-9);
  return [...scores]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, limit)
    .map(([path, score]) => ({
      path,
      score: Math.round((score / top) * 1000) / 1000,
      imports: resolver.importsOf(path),
    }));
}
