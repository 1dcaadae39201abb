import type { ExecutionResult } from '../../protocol/execution';
import type { ProcessOutcome } from '../process/types';

/** What the host saw of a run from outside, where it did: silence, and the course of its memory. */
export function whatWasSeen({ silence, memory }: ProcessOutcome): Pick<ExecutionResult, 'silence' | 'memory'> {
  return {
    ...(silence === undefined ? {} : { silence }),
    // One look is no course.
    ...(memory === undefined || memory.length < 2 ? {} : { memory: memory.map(([ms, bytes]) => [ms, bytes]) }),
  };
}
