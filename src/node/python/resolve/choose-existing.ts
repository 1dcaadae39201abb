import type { EnvironmentSummary, Package, ResolutionRow } from '../../../protocol/environment';
import { minorOf, minorRank } from '../minor-version';
import { meets, weigh } from './releases-meeting';

/** Distributions that give the same modules as the one in front. */
const standIns: Readonly<Record<string, readonly string[]>> = {
  tensorflow: ['tensorflow-cpu', 'tensorflow-gpu', 'tensorflow-intel', 'tensorflow-macos'],
  'tensorflow-gpu': ['tensorflow', 'tensorflow-cpu'],
  'tensorflow-cpu': ['tensorflow'],
  'opencv-python': ['opencv-python-headless', 'opencv-contrib-python', 'opencv-contrib-python-headless'],
  'opencv-python-headless': ['opencv-python', 'opencv-contrib-python', 'opencv-contrib-python-headless'],
  lightning: [],
};

/** The installed package that serves for a name, itself or one that gives the same modules. */
export function servingPackage(packages: readonly Package[], name: string): Package | null {
  for (const one of [name, ...(standIns[name] ?? [])]) {
    const found = packages.find((candidate) => candidate.name === one);
    if (found !== undefined) return found;
  }
  return null;
}

export interface ExistingCandidate {
  readonly environment: EnvironmentSummary;
  readonly packages: readonly Package[];
}

/**
 * Of environments that have every heavy package, the best: the most wanted versions met, then the stated interpreter,
 * then the fewest missing packages, then the newest heavy packages and interpreter. Null: none has them.
 */
export function chooseExisting(
  candidates: readonly ExistingCandidate[],
  wanted: {
    readonly heavy: readonly string[];
    readonly rows: readonly ResolutionRow[];
    readonly pythonMinor: string | null;
  },
): ExistingCandidate | null {
  const able = candidates.filter((one) => wanted.heavy.every((name) => servingPackage(one.packages, name) !== null));
  const scored = able.map((candidate) => ({ candidate, score: scoreOf(candidate, wanted) }));
  scored.sort((a, b) => compareScores(b.score, a.score));
  return scored[0]?.candidate ?? null;
}

function scoreOf(
  candidate: ExistingCandidate,
  wanted: {
    readonly heavy: readonly string[];
    readonly rows: readonly ResolutionRow[];
    readonly pythonMinor: string | null;
  },
): readonly number[] {
  const minor = minorOf(candidate.environment.pythonVersion ?? '');
  const installed = wanted.rows.map((row) => ({ row, found: servingPackage(candidate.packages, row.name) }));
  const met = installed.filter(
    ({ row, found }) => row.specifier !== '' && found !== null && meets(found.version, row.specifier),
  );
  const missing = installed.filter(({ found }) => found === null);
  return [
    met.length,
    wanted.pythonMinor !== null && minor === wanted.pythonMinor ? 1 : 0,
    -missing.length,
    ...wanted.heavy.map((name) => weigh(servingPackage(candidate.packages, name)?.version ?? '')),
    minorRank(minor ?? '0.0'),
  ];
}

function compareScores(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
