import { message } from '../protocol/catalogue/catalogue';
import { RepriseError, type ErrorFrame } from '../protocol/errors';
import type { z } from 'zod';

type Frame = z.infer<typeof ErrorFrame>;

/** What a client is told of an error. Faults of ours keep their stacks here: `isFault` says that the log wants them. */
export function toErrorFrame(error: unknown): { readonly frame: Frame; readonly isFault: boolean } {
  if (error instanceof RepriseError && error.code !== 'internal') {
    return { frame: { code: error.code, message: error.message, data: error.data }, isFault: false };
  }
  if (isCancellation(error)) {
    return { frame: { code: 'cancelled', message: message('errors.cancelled'), data: {} }, isFault: false };
  }
  return { frame: { code: 'internal', message: message('errors.internal'), data: {} }, isFault: true };
}

/** Whether an error only says that somebody asked for an end. */
export function isCancellation(error: unknown): boolean {
  if (error instanceof RepriseError) return error.code === 'cancelled';
  return error instanceof Error && error.name === 'AbortError';
}
