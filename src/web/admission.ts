import { message } from '../protocol/catalogue/catalogue';
import { isSame, type Session, type Sessions } from './sessions';

/** What a request says of itself. Names of headers are lower-case; an absent header is undefined. */
export interface Visitor {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly cookies: string | undefined;
  readonly csrf: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly session: Session | null }
  | { readonly kind: 'refused'; readonly status: 401 | 403 | 405 | 415; readonly reason: string };

/** The names that a browser may have in `Host` for the page, with the port. */
function pageHosts(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `[::1]:${port}`];
}

/** The name of the Run surface: another site than the page's, so that no script of the page reaches into it. */
export function surfaceHost(port: number): string {
  return `localhost:${port}`;
}

/** Where the page's main address is; the Run surface lets itself be framed there alone. */
export function pageOrigin(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** The session whose ticket the path carries, for a request at the Run surface's own place. `rest` begins with a slash. */
export function surfaceVisit(
  visitor: Pick<Visitor, 'host' | 'origin'> & { readonly path: string },
  port: number,
  sessions: Sessions,
): { readonly session: Session; readonly rest: string } | null {
  const host = surfaceHost(port);
  if (visitor.host !== host || (visitor.origin !== undefined && visitor.origin !== `http://${host}`)) return null;
  const [, ticket, rest] = /^\/surface\/([\w-]+)(\/.*)$/.exec(visitor.path) ?? [];
  const session = ticket === undefined ? null : sessions.findByTicket(ticket);
  return session && rest !== undefined ? { session, rest } : null;
}

/** Cookies do not tell ports apart, so the name does. */
export function cookieName(port: number): string {
  return `reprise_${port}`;
}

/** Host in the exact list, which ends DNS rebinding; Origin absent or the page's own, which ends requests of foreign pages. */
export function isOwnPlace(visitor: Pick<Visitor, 'host' | 'origin'>, port: number): boolean {
  if (visitor.host === undefined || !pageHosts(port).includes(visitor.host)) return false;
  return visitor.origin === undefined || visitor.origin === `http://${visitor.host}`;
}

export function sessionOf(visitor: Pick<Visitor, 'cookies'>, port: number, sessions: Sessions): Session | null {
  const prefix = `${cookieName(port)}=`;
  for (const part of (visitor.cookies ?? '').split(';')) {
    const cookie = part.trim();
    if (cookie.startsWith(prefix)) return sessions.find(cookie.slice(prefix.length));
  }
  return null;
}

/**
 * Decides on a request before any route sees it: the place, then who it is, then, for a change, that the page or a program
 * of the same user meant it. Order matters: a foreign page learns nothing but that it is refused.
 */
export function admit(visitor: Visitor, port: number, sessions: Sessions): Admission {
  if (!isOwnPlace(visitor, port)) return refuse(403, message('cli.web.foreign'));
  const isRead = visitor.method === 'GET' || visitor.method === 'HEAD';
  const isChange = visitor.method === 'POST';
  if (!isRead && !isChange) return refuse(405, message('cli.web.method'));

  const bearer = /^Bearer (\S+)$/.exec(visitor.authorization ?? '')?.[1];
  const session = sessionOf(visitor, port, sessions);
  const isProgram = bearer !== undefined && sessions.holdsToken(bearer);
  if (!session && !isProgram) return refuse(401, message('cli.web.signIn'));

  if (isChange) {
    if (!isProgram && !(session && isSame(session.csrf, visitor.csrf ?? ''))) {
      return refuse(403, message('cli.web.csrf'));
    }
    if (!/^application\/json(\s*;|$)/i.test(visitor.contentType ?? '')) return refuse(415, message('cli.web.json'));
  }
  return { kind: 'admitted', session };
}

function refuse(status: 401 | 403 | 405 | 415, reason: string): Admission {
  return { kind: 'refused', status, reason };
}
