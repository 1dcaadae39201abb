import { randomBytes } from 'node:crypto';

/** Letters of the key that tells the runner's lines from those that a script writes to the descriptor by itself. */
export const RECORD_KEY_LENGTH = 32;

export function makeRecordKey(): string {
  return randomBytes(RECORD_KEY_LENGTH / 2).toString('hex');
}
