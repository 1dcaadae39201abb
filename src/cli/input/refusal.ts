import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import type { MessageArguments } from '../../protocol/catalogue/format';
import { RepriseError } from '../../protocol/errors';

/** Bad input in one sentence that says what to do. `field` names the option or argument. */
export function badInput(field: string, key: MessageKey, args: MessageArguments = {}): RepriseError<'badInput'> {
  return new RepriseError('badInput', message(key, args), { field });
}
