import { message, type MessageKey } from '../protocol/catalogue/catalogue';
import type { MessageArguments } from '../protocol/catalogue/format';
import { RepriseError } from '../protocol/errors';

/** Refusals with their sentences, a line each where they are thrown. */
export function notFound(what: string, id: string, key: MessageKey): RepriseError<'notFound'> {
  return new RepriseError('notFound', message(key, { id }), { what, id });
}

export function badInput(field: string | null, key: MessageKey, args: MessageArguments = {}): RepriseError<'badInput'> {
  return new RepriseError('badInput', message(key, args), { field });
}

export function wrongState(state: string, key: MessageKey): RepriseError<'wrongState'> {
  return new RepriseError('wrongState', message(key), { state });
}

/** `expected` is what holds at the host, `actual` what the caller named. */
export function conflict(expected: string, actual: string, key: MessageKey): RepriseError<'conflict'> {
  return new RepriseError('conflict', message(key), { expected, actual });
}

export function stopping(): RepriseError<'unavailable'> {
  return new RepriseError('unavailable', message('errors.stopping'), { what: 'host' });
}
