import { z } from 'zod';
import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import type { MessageArguments } from '../../protocol/catalogue/format';
import { RepriseError } from '../../protocol/errors';
import { ownAddress } from './own-address';
import type { JsonAnswer } from './request-json';

interface Refusal extends JsonAnswer {
  readonly host: string;
  readonly hasToken: boolean;
}

/** What a host's refusal means and what to do about it, by its documented statuses and headers. */
export function explainRefusal(refusal: Refusal): RepriseError {
  const { status, headers, host, hasToken } = refusal;
  const token = (key: MessageKey, args: MessageArguments = {}): RepriseError =>
    new RepriseError('badInput', message(key, { host, ...args }), { field: 'token' });
  const unavailable = (key: MessageKey, args: MessageArguments = {}): RepriseError =>
    new RepriseError('unavailable', message(key, { host, ...args }), { what: host });

  if (status === 401) return token(hasToken ? 'share.gist.badToken' : 'share.gist.noToken');
  const sso = headers.get('x-github-sso');
  if ((status === 403 || status === 404) && sso?.startsWith('required')) {
    return token('share.gist.sso', { address: ownAddress(/url=(\S+)/.exec(sso)?.[1], host) });
  }
  const limit = limitOf(refusal);
  if (limit !== null) return unavailable('share.gist.limited', { minutes: String(limit) });
  if (status === 403) return token(lacksScope(refusal) ? 'share.gist.scope' : 'share.gist.forbidden', said(refusal));
  if (status === 404) {
    if (!hasToken || lacksScope(refusal)) return token(hasToken ? 'share.gist.scope' : 'share.gist.noToken');
    return new RepriseError('badInput', message('share.gist.absent', { host }), { field: 'gist' });
  }
  if (status === 422) {
    return new RepriseError('badInput', message('share.gist.invalid', { host, ...said(refusal) }), { field: 'files' });
  }
  if (status === 409) return unavailable('share.gist.conflict');
  if (status >= 300 && status < 400) return unavailable('share.gist.moved');
  if (status >= 500) return unavailable('share.gist.broken', { status: String(status) });
  return unavailable('share.gist.other', { status: String(status) });
}

/** Minutes until the host takes requests again; null: no limit was met. */
function limitOf({ status, headers, body }: Refusal): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(after)) return Math.max(1, Math.ceil(after / 60));
  if (headers.get('x-ratelimit-remaining') === '0') {
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000;
    return Number.isFinite(reset) ? Math.max(1, Math.ceil((reset - Date.now()) / 60_000)) : 60;
  }
  if (status === 429 || /rate limit|abuse/i.test(textOf(body))) return 1;
  return null;
}

/** GitHub names the scopes that a token has, and those that would do; a fine-grained token has none to name. */
function lacksScope({ headers }: Refusal): boolean {
  const has = headers.get('x-oauth-scopes');
  const wants = headers.get('x-accepted-oauth-scopes');
  if (has === undefined || !wants) return false;
  const owned = has.split(',').map((scope) => scope.trim());
  return !wants.split(',').some((scope) => owned.includes(scope.trim()));
}

/** The host's own words, short, as text. */
function said({ body }: Refusal): { readonly said: string } {
  return { said: textOf(body).replace(/\s+/g, ' ').trim().slice(0, 200) };
}

function textOf(body: unknown): string {
  return z.object({ message: z.string() }).safeParse(body).data?.message ?? '';
}
