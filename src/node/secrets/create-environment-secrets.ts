import type { Secrets } from '../../core/ports/secrets';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';

/**
 * Keys for programs without a key store: read from environment variables, never written. The name `openai-api-key` is
 * looked for as `REPRISE_OPENAI_API_KEY`, then as `OPENAI_API_KEY`. Nothing is kept as plain text.
 */
export function createEnvironmentSecrets(options: {
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
}): Secrets {
  const reason = message('settings.noKeyStore', { variable: variablesOf('openai-api-key')[0] });
  const refuse = () => Promise.reject(new RepriseError('unavailable', reason, { what: 'secrets' }));
  return {
    describe: async () => ({ available: false, reason }),
    read: async (name) => {
      for (const variable of variablesOf(name)) {
        const value = options.environmentBlock[variable];
        if (value) return value;
      }
      return null;
    },
    write: refuse,
    remove: refuse,
  };
}

/** Errors: throws `badInput` on a name that could be any variable. */
function variablesOf(name: string): readonly [string, string] {
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(name)) {
    throw new RepriseError('badInput', message('settings.badSecretName'), { field: 'name' });
  }
  const base = name.toUpperCase().replaceAll('-', '_');
  return [`REPRISE_${base}`, base];
}
