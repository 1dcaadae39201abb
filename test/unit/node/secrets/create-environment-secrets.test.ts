import { describe, expect, it } from 'vitest';
import { createEnvironmentSecrets } from '../../../../src/node/secrets/create-environment-secrets';

describe('keys without a key store', () => {
  const secrets = createEnvironmentSecrets({
    environmentBlock: { OPENAI_API_KEY: 'general', GITHUB_TOKEN: 'token', REPRISE_GITHUB_TOKEN: 'ours', PATH: '/bin' },
  });

  it('come from the environment, our own variable first', async () => {
    expect(await secrets.read('openai-api-key')).toBe('general');
    expect(await secrets.read('github-token')).toBe('ours');
    expect(await secrets.read('other-key')).toBeNull();
  });

  it('are never kept, and the reason says what to do', async () => {
    expect(await secrets.describe()).toEqual({
      available: false,
      reason: expect.stringContaining('REPRISE_OPENAI_API_KEY'),
    });
    await expect(secrets.write('openai-api-key', 'x')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(secrets.remove('openai-api-key')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each(['PATH', '', 'a b', '../x'])('are not looked for under %j', async (name) => {
    await expect(secrets.read(name)).rejects.toMatchObject({ code: 'badInput' });
  });
});
