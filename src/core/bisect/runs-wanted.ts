/** Chance that a release with the fault shows it in none of the runs. */
const MISSED = 0.02;
const MOST_RUNS = 12;

/**
 * Runs after which a release that showed nothing counts as clean, by how often the fault showed where it is known to be: one for a fault that
 * always shows, more for one that comes and goes.
 */
export function runsWanted(shown: number, runs: number): number {
  if (runs === 0 || shown >= runs) return 1;
  // The rule of succession: a rate of nothing, or of few runs, is not taken for certain.
  const rate = (shown + 1) / (runs + 2);
  return Math.min(MOST_RUNS, Math.ceil(Math.log(MISSED) / Math.log(1 - rate)));
}
