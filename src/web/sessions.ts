import { randomBytes, timingSafeEqual } from 'node:crypto';

/** A browser that has signed in. `csrf` goes into the page and comes back with every change and every socket. */
export interface Session {
  readonly cookie: string;
  readonly csrf: string;
  readonly surface: SurfaceSecrets;
}

/**
 * The Run surface of a session. `ticket` is in its address, which the page knows; `csrf` is in its document alone, which the
 * page cannot read, since it is of another origin.
 */
export interface SurfaceSecrets {
  readonly ticket: string;
  readonly csrf: string;
}

/** Who may come in. Lives as long as the server. */
export interface Sessions {
  /** The 256-bit token of the run-time file, for programs of the same user. */
  readonly token: string;
  /** A token that signs in one browser, once. */
  issueOneTimeToken(): string;
  /** Uses up a one-time token. Null: it is unknown or was used before. */
  redeem(oneTimeToken: string): Session | null;
  find(cookie: string): Session | null;
  findByTicket(ticket: string): Session | null;
  holdsToken(candidate: string): boolean;
}

/** Unused one-time tokens that are kept; the oldest goes first. */
const ONE_TIME_TOKENS = 16;
/** Signed-in browsers that are kept; the oldest goes first. */
const SESSIONS = 64;

export function createSessions(): Sessions {
  const token = newToken();
  const oneTimeTokens: string[] = [];
  const sessions: Session[] = [];

  return {
    token,
    issueOneTimeToken: () => {
      const issued = newToken();
      oneTimeTokens.push(issued);
      if (oneTimeTokens.length > ONE_TIME_TOKENS) oneTimeTokens.shift();
      return issued;
    },
    redeem: (candidate) => {
      const index = oneTimeTokens.findIndex((issued) => isSame(issued, candidate));
      if (index < 0) return null;
      oneTimeTokens.splice(index, 1);
      const surface = { ticket: newToken(), csrf: newToken() };
      const session = { cookie: newToken(), csrf: newToken(), surface };
      sessions.push(session);
      if (sessions.length > SESSIONS) sessions.shift();
      return session;
    },
    find: (cookie) => sessions.find((session) => isSame(session.cookie, cookie)) ?? null,
    findByTicket: (ticket) => sessions.find(({ surface }) => isSame(surface.ticket, ticket)) ?? null,
    holdsToken: (candidate) => isSame(token, candidate),
  };
}

/** Compares without telling by its duration where the texts differ. */
export function isSame(expected: string, candidate: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(candidate);
  return left.length === right.length && timingSafeEqual(left, right);
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}
