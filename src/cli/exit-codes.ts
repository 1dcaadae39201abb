import { RepriseError, type ErrorCode } from '../protocol/errors';
import { assertNever } from '../protocol/primitives';
import type { Outcome } from '../protocol/verdict';

/** What the command line ends with (design, section 13). */
export const exitCodes = {
  done: 0,
  reproduced: 0,
  notReproduced: 1,
  badInput: 2,
  inconclusive: 3,
  failed: 4,
  cancelled: 130,
} as const;

export function exitCodeOfOutcome(outcome: Outcome): number {
  return exitCodes[outcome];
}

/** A refusal is the user's to mend (2), the machine's (3), or our failure (4). */
export function exitCodeOfError(error: unknown): number {
  if (!(error instanceof RepriseError)) return exitCodes.failed;
  const code: ErrorCode = error.code;
  switch (code) {
    case 'badInput':
    case 'notFound':
    case 'wrongState':
    case 'conflict':
      return exitCodes.badInput;
    case 'locked':
    case 'unwritable':
    case 'unavailable':
    case 'overloaded':
    case 'notApproved':
    case 'untrusted':
      return exitCodes.inconclusive;
    case 'cancelled':
      return exitCodes.cancelled;
    case 'unsupportedVersion':
    case 'unknownMethod':
    case 'internal':
      return exitCodes.failed;
    default:
      return assertNever(code);
  }
}
