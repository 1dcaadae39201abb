/** The seed of a test of random moments, told in its title: REPRISE_SEED, else of the clock. */
export function seedOfTest(): number {
  return Number(process.env['REPRISE_SEED'] ?? Date.now() % 1_000_000);
}

/** Numbers from 0 to 1, the same ones for the same seed. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
