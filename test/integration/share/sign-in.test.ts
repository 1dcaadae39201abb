import { describe, expect, it, onTestFinished } from 'vitest';
import { clientIdOf } from '../../../src/node/share/client-id-of';
import { signInByDevice, type DeviceCode } from '../../../src/node/share/sign-in-by-device';
import { waitFor } from '../../../src/node/system/wait-for';
import { startDeviceServer, type DeviceServer, type PollAnswer } from '../../helpers/device-server';

interface Tried {
  readonly server: DeviceServer;
  readonly shown: readonly DeviceCode[];
  /** Seconds that were to be waited before each question. */
  readonly waited: readonly number[];
  readonly token: Promise<string>;
}

async function signIn(
  polls: readonly PollAnswer[],
  more: Omit<Parameters<typeof startDeviceServer>[0], 'polls'> & { clientId?: string; signal?: AbortSignal } = {},
): Promise<Tried> {
  const server = await startDeviceServer({ ...more, polls });
  onTestFinished(() => server.close());
  const shown: DeviceCode[] = [];
  const waited: number[] = [];
  const token = signInByDevice({
    clientId: more.clientId ?? 'known-client',
    server: `${server.address}/api/v3`,
    show: (code) => shown.push(code),
    wait: async (milliseconds, signal) => {
      waited.push(milliseconds / 1000);
      await waitFor(0, signal);
    },
    signal: more.signal ?? new AbortController().signal,
  });
  token.catch(() => undefined);
  return { server, shown, waited, token };
}

describe('signing in by a code', () => {
  it('shows the address and the code, asks at the pace that it is told, and gives the token', async () => {
    const { server, shown, waited, token } = await signIn([
      { error: 'authorization_pending' },
      { error: 'slow_down', interval: 10 },
      { error: 'slow_down' },
      { error: 'authorization_pending' },
      { access_token: 'gho_token' },
    ]);
    expect(await token).toBe('gho_token');
    expect(shown).toEqual([{ address: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/), code: 'WDJB-MJHT' }]);
    expect(waited).toEqual([5, 5, 10, 15, 15]);
    expect(server.asked[0]).toEqual({ path: '/login/device/code', form: { client_id: 'known-client', scope: 'gist' } });
    expect(server.asked[1]).toEqual({
      path: '/login/oauth/access_token',
      form: {
        client_id: 'known-client',
        device_code: 'device-code',
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      },
    });
  });

  it.each([
    ['expired_token', 'badInput', 'has expired'],
    ['access_denied', 'badInput', 'You refused it'],
    ['device_flow_disabled', 'badInput', 'does not allow signing in by a code'],
    ['incorrect_client_credentials', 'badInput', 'does not know the client id'],
    ['incorrect_device_code', 'badInput', 'has expired'],
    ['unsupported_grant_type', 'unavailable', 'did not let us sign in'],
  ])('says what %s means', async (error, code, words) => {
    const { token } = await signIn([{ error: 'authorization_pending' }, { error }]);
    await expect(token).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it('ends where nobody answers in time', async () => {
    const { token, waited } = await signIn([{ error: 'authorization_pending' }], { codes: { expires_in: 20 } });
    await expect(token).rejects.toMatchObject({ code: 'badInput', message: expect.stringContaining('has expired') });
    expect(waited).toEqual([5, 5, 5, 5]);
  });

  it.each([
    ['an unknown client id', { clientId: 'other-client' }, 'does not know the client id'],
    ['a disabled flow', { begin: { status: 200, body: { error: 'device_flow_disabled' } } }, 'does not allow'],
    ['a server out of order', { begin: { status: 500, body: 'broken' } }, 'status 500'],
    ['codes that are none', { codes: { verification_uri: 'javascript:alert(1)' } }, 'did not let us sign in'],
  ])('refuses %s', async (_, more, words) => {
    const { token, shown } = await signIn([], more);
    await expect(token).rejects.toMatchObject({ message: expect.stringContaining(words) });
    expect(shown).toEqual([]);
  });

  it('is stopped at any moment, and says so where the host is gone', async () => {
    const control = new AbortController();
    const { token } = await signIn([{ error: 'authorization_pending' }], { signal: control.signal });
    control.abort();
    await expect(token).rejects.toThrow();
    const { server } = await signIn([]);
    await server.close();
    const gone = signInByDevice({
      ...{ clientId: 'known-client', server: server.address, show: () => undefined, wait: waitFor },
      signal: new AbortController().signal,
    });
    await expect(gone).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is offered only where a client id is set', () => {
    expect(clientIdOf({})).toBeNull();
    expect(clientIdOf({ REPRISE_GIST_CLIENT_ID: 'Iv1.abc' })).toBe('Iv1.abc');
    expect(clientIdOf({ REPRISE_GIST_CLIENT_ID: 'no id' })).toBeNull();
  });
});
