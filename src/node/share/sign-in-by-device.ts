import { z } from 'zod';
import type { Cancellation } from '../../core/ports/cancellation';
import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { ownAddress } from './own-address';
import { requestJson, type JsonAnswer } from './request-json';

/** Least that a gist takes. */
const SCOPE = 'gist';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const PUBLIC_SERVER = 'https://api.github.com';
/** By which a host that says `slow_down` and names no interval wants us to wait longer. */
const SLOWER_SECONDS = 5;

const Codes = z.object({
  device_code: z.string().min(1).max(500),
  user_code: z.string().min(1).max(50),
  verification_uri: z.url({ protocol: /^https?$/ }),
  expires_in: z.number().positive().max(86_400),
  interval: z.number().positive().max(600).default(5),
});
const Polled = z.object({
  access_token: z.string().min(1).max(1000).optional(),
  error: z.string().max(200).optional(),
  interval: z.number().positive().max(600).optional(),
});

/** What a person does to let us in. */
export interface DeviceCode {
  readonly address: string;
  readonly code: string;
}

/**
 * The device flow of OAuth (RFC 8628) as GitHub documents it: shows an address with a code, and asks until the person has answered there. The
 * token is kept nowhere. Errors: `badInput` (field `token`) or `unavailable` with a sentence that says what to do; the signal's reason on cancellation.
 */
export async function signInByDevice(options: {
  readonly clientId: string;
  /** Address of the gist interface; absent: GitHub's own. */
  readonly server?: string | undefined;
  /** Names the user's proxies and certificates. Absent: none. */
  readonly environmentBlock?: Readonly<Record<string, string | undefined>>;
  readonly show: (code: DeviceCode) => void;
  readonly wait: (milliseconds: number, signal: Cancellation) => Promise<void>;
  readonly signal: Cancellation;
}): Promise<string> {
  const { clientId, environmentBlock = {}, show, wait, signal } = options;
  const base = siteOf(options.server ?? PUBLIC_SERVER);
  const { host } = new URL(base);
  const ask = (path: string, form: Readonly<Record<string, string>>): Promise<JsonAnswer> =>
    requestJson({
      ...{
        method: 'POST',
        address: `${base}${path}`,
        host,
        signal,
        environmentBlock,
        form: { client_id: clientId, ...form },
      },
      headers: { accept: 'application/json', 'user-agent': 'reprise' },
    });

  const begun = await ask('/login/device/code', { scope: SCOPE });
  const codes = Codes.safeParse(begun.body);
  if (!codes.success) throw refusalOf(begun, host);
  const { device_code: deviceCode, user_code: code, verification_uri: address, expires_in: seconds } = codes.data;
  show({ address: ownAddress(address, host), code });

  let { interval } = codes.data;
  for (let waited = 0; waited < seconds; waited += interval) {
    await wait(interval * 1000, signal);
    const polled = await ask('/login/oauth/access_token', { device_code: deviceCode, grant_type: GRANT });
    const { access_token: token, error, interval: slower } = Polled.safeParse(polled.body).data ?? {};
    if (token !== undefined) return token;
    if (error === 'slow_down') interval = slower ?? interval + SLOWER_SECONDS;
    else if (error !== 'authorization_pending') throw refusalOf(polled, host);
  }
  throw refused('share.device.expired', host);
}

/** Where people sign in: GitHub's own site, or that of a company's server, whose interface lies below it. */
function siteOf(server: string): string {
  const url = new URL(server);
  if (url.host === 'api.github.com') return 'https://github.com';
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v3$/, '')}`;
}

const explained: Readonly<Record<string, MessageKey>> = {
  expired_token: 'share.device.expired',
  access_denied: 'share.device.denied',
  device_flow_disabled: 'share.device.disabled',
  incorrect_client_credentials: 'share.device.client',
  incorrect_device_code: 'share.device.expired',
};

function refusalOf({ status, body }: JsonAnswer, host: string): RepriseError {
  const error = Polled.safeParse(body).data?.error ?? '';
  const key = explained[error] ?? (status === 404 ? 'share.device.client' : null);
  if (key !== null) return refused(key, host);
  const text = message('share.device.strange', { host, status: String(status) });
  return new RepriseError('unavailable', text, { what: host });
}

function refused(key: MessageKey, host: string): RepriseError<'badInput'> {
  return new RepriseError('badInput', message(key, { host }), { field: 'token' });
}
