import { keyNameOf } from '../protocol/key-name';
import type { HostPorts } from '../core/ports/host-ports';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import type { Handlers } from '../protocol/methods';
import { isLoopback } from '../protocol/model';
import type { Caller } from './caller';

/** The keys of endpoints: whether there is one, and keeping it in the system's key store. No answer holds a key. */
export function answerKeys({
  secrets,
  digestOf,
}: Pick<HostPorts, 'secrets' | 'digestOf'>): Pick<Handlers<Caller>, 'key/describe' | 'key/keep' | 'key/remove'> {
  return {
    'key/describe': async ({ baseUrl }) => {
      const { available, reason } = await secrets.describe();
      const own = await secrets.read(keyNameOf(baseUrl, digestOf));
      if (own !== null) return { available, reason, key: 'own' };
      const general =
        (await secrets.read('model-api-key')) ?? (isLoopback(baseUrl) ? null : await secrets.read('openai-api-key'));
      return { available, reason, key: general === null ? 'none' : 'general' };
    },
    'key/keep': async ({ baseUrl, key }) => {
      if (!/^[\x21-\x7e]{1,2000}$/.test(key)) {
        throw new RepriseError('badInput', message('keys.notAKey'), { field: 'key' });
      }
      await secrets.write(keyNameOf(baseUrl, digestOf), key);
      return {};
    },
    'key/remove': async ({ baseUrl }) => {
      await secrets.remove(keyNameOf(baseUrl, digestOf));
      return {};
    },
  };
}
