import type { PreparationFailure } from '../../core/ports/environments';
import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import type { MessageArguments } from '../../protocol/catalogue/format';

/** A refusal or a failure of a preparation, in the form that both resolving and preparing give back. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: PreparationFailure;
}

export function failed(kind: PreparationFailure['kind'], key: MessageKey, args: MessageArguments = {}): Failed {
  return { kind: 'failed', failure: { kind, message: message(key, args) } };
}
