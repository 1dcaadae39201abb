import { randomBytes } from 'node:crypto';
import type { Ids } from '../../core/ports/ids';

/** Identifiers that sort by the time they were made: nine characters of time, sixteen of chance. */
export function createIds(): Ids {
  return {
    next: (prefix) => `${prefix}-${Date.now().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`,
  };
}
