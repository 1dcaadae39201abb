import { describe, expect, it } from 'vitest';
import type { NameChecker } from '../../src/core/ports/name-checker';
import type { ReadyEnvironment } from '../../src/protocol/environment';
import { createReproduction, startHost } from '../helpers/start-host';

const environment: ReadyEnvironment = {
  ...{ id: 'e1', kind: 'system', prefix: '/e', interpreter: '/e/bin/python', pythonVersion: '3.11.7', packages: [] },
  ...{ lock: '', lockDigest: '0'.repeat(64), reused: true, differences: [] },
};
const issue = { kind: 'undefinedName', line: 4, name: 'np', of: null, near: [] } as const;

/** A reproduction with an environment, on a host whose interpreter is asked by `check`. */
async function withEnvironment(check: NameChecker['check']) {
  const started = await startHost({
    pipeline: async ({ session }) => {
      await session.emit({ type: 'environment/ready', environment });
    },
    change: () => ({ names: { check }, facts: { find: async () => ({ kind: 'unknown' }) } }),
  });
  const client = await started.connect();
  const reproductionId = await createReproduction(client);
  return { client, reproductionId };
}

describe('what an editor asks of a script', () => {
  it('is not asked before there is an environment', async () => {
    const { client, reproductionId } = await withEnvironment(async () => ({ kind: 'notChecked', reason: 'never' }));
    expect(await client.call('script/check', { reproductionId, text: 'x = 1\n' })).toMatchObject({
      kind: 'notChecked',
      reason: expect.stringContaining('no environment yet'),
    });
    const wanted = { kind: 'modules', of: '', line: 1 } as const;
    expect(await client.call('script/explain', { reproductionId, text: '', wanted })).toMatchObject({
      kind: 'notAsked',
    });
  });

  it('is always asked in a sandbox, and told with its line', async () => {
    const asked: unknown[] = [];
    const { client, reproductionId } = await withEnvironment(async ({ sandbox, allowWeakerSandbox, text }) => {
      asked.push({ sandbox, allowWeakerSandbox, text });
      return { kind: 'checked', issues: [issue], durationMs: 1, warm: true };
    });
    await client.call('reproduction/start', { reproductionId });
    await expect
      .poll(() => client.call('script/check', { reproductionId, text: 'np\n' }), { timeout: 30_000 })
      .toEqual({
        kind: 'checked',
        marks: [{ line: 4, name: 'np', text: 'Line 4: the name np is not defined.', isReported: false }],
      });
    expect(asked).toEqual([{ sandbox: 'require', allowWeakerSandbox: false, text: 'np\n' }]);
  });

  it('is left for a later question of the same client, and not for one of another', async () => {
    const asked: string[] = [];
    const left: string[] = [];
    const { client, reproductionId } = await withEnvironment(
      ({ text }, { signal }) =>
        new Promise((resolve, reject) => {
          asked.push(text);
          if (text !== 'first') return resolve({ kind: 'checked', issues: [], durationMs: 1, warm: true });
          signal.addEventListener('abort', () => {
            left.push(text);
            reject(new Error('left'));
          });
        }),
    );
    await client.call('reproduction/start', { reproductionId });
    await expect
      .poll(async () => (await client.call('script/check', { reproductionId, text: 'is there' })).kind, {
        timeout: 30_000,
      })
      .toBe('checked');
    const first = client.call('script/check', { reproductionId, text: 'first' });
    await expect.poll(() => asked, { timeout: 30_000 }).toContain('first');
    const second = client.call('script/check', { reproductionId, text: 'second' });
    expect(await second).toEqual({ kind: 'checked', marks: [] });
    expect(await first).toMatchObject({ kind: 'notChecked', reason: expect.stringContaining('later question') });
    expect(left).toEqual(['first']);
  });
});
