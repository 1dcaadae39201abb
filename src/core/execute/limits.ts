import type { ReproductionOptions } from '../../protocol/reproduction/options';
import type { RunRequest } from '../ports/script-runner';

const MEBIBYTE = 1024 * 1024;

/** What one execution may use. A reproducer is small: what needs more is a runaway, and the result says which limit it met. */
export function limitsFor(options: ReproductionOptions): RunRequest['limits'] {
  return {
    seconds: options.timeLimit,
    memoryBytes: 16 * 1024 * MEBIBYTE,
    outputBytes: 256 * MEBIBYTE,
    processes: 512,
    diskBytes: 4 * 1024 * MEBIBYTE,
  };
}
