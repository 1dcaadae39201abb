import type { ReproductionState } from '../../protocol/reproduction/state';

/** Numbers of attempts rise in the order in which they came to be. */
export function nextAttemptNumber({ attempts }: Pick<ReproductionState, 'attempts'>): number {
  return Math.max(0, ...attempts.map(({ number }) => number)) + 1;
}
