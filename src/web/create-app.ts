import { Hono, type Context } from 'hono';
import { message } from '../protocol/catalogue/catalogue';
import { pageHeaders } from '../protocol/page-policy';
import { admit, cookieName, isOwnPlace, type Visitor } from './admission';
import type { PageFiles } from '../node/page/list-page-files';
import type { Session, Sessions } from './sessions';

export interface AppOptions {
  readonly port: number;
  readonly sessions: Sessions;
  readonly files: PageFiles;
  /** The server's address without a token, such as `http://127.0.0.1:4321/`. */
  readonly address: string;
}

export type WebApp = Hono<{ Variables: { session: Session | null } }>;

/** The routes of the loopback server. Nothing answers before admission; no route sends CORS headers. */
export function createApp({ port, sessions, files, address }: AppOptions): WebApp {
  const app: WebApp = new Hono();

  app.use(async (context, next) => {
    const visitor = visitorOf(context);
    const headers = pageHeaders(isOwnPlace(visitor, port) ? [`ws://${visitor.host}`] : []);
    for (const [name, value] of Object.entries(headers)) context.header(name, value);

    const signedIn = signIn(context, visitor);
    if (signedIn) return signedIn;
    const admission = admit(visitor, port, sessions);
    if (admission.kind === 'refused') return context.text(`${admission.reason}\n`, admission.status);
    context.set('session', admission.session);
    return next();
  });

  app.get('/', async (context) => {
    const page = await files.read('/');
    const session = context.get('session');
    if (!page || !session) return context.text(`${message('cli.web.signIn')}\n`, 401);
    return context.html(withCsrf(new TextDecoder().decode(page.bytes), session.csrf));
  });

  /** A fresh address with a one-time token, for a program that can read the run-time file, and for the page's own user. */
  app.post('/address', (context) => context.json({ address: addressWithToken(address, sessions) }));

  /** Sockets are taken at the upgrade; what reaches this route asked for none. */
  app.get('/socket', (context) => context.text(`${message('cli.web.upgrade')}\n`, 426));

  /** Browsers ask for it by themselves; the page has none of its own. */
  app.get('/favicon.ico', (context) => context.body(null, 204));

  app.get('/*', async (context) => {
    const file = await files.read(context.req.path);
    if (!file || context.req.path === '/index.html') return context.notFound();
    return context.body(file.bytes, 200, { 'Content-Type': file.type });
  });

  app.notFound((context) => context.text(`${message('cli.web.notFound')}\n`, 404));
  app.onError((_error, context) => context.text(`${message('cli.web.failure')}\n`, 500));
  return app;

  /**
   * The first address of a browser: the one-time token becomes a cookie, and leaves the address bar. The page goes on by
   * itself instead of being redirected, since a strict cookie is not sent along a chain that another page began.
   */
  function signIn(context: Context, visitor: Visitor): Response | Promise<Response> | null {
    const oneTimeToken = context.req.path === '/' ? context.req.query('token') : undefined;
    if (oneTimeToken === undefined || context.req.method !== 'GET' || !isOwnPlace(visitor, port)) return null;
    const session = sessions.redeem(oneTimeToken);
    if (!session) return null;
    context.header('Set-Cookie', `${cookieName(port)}=${session.cookie}; Path=/; HttpOnly; SameSite=Strict`);
    return context.html('<!doctype html><meta http-equiv="refresh" content="0; url=/"><title>Reprise</title>');
  }
}

export function addressWithToken(address: string, sessions: Sessions): string {
  return `${address}?token=${sessions.issueOneTimeToken()}`;
}

function visitorOf(context: Context): Visitor {
  const header = (name: string): string | undefined => context.req.header(name);
  return {
    method: context.req.method,
    host: header('host'),
    origin: header('origin'),
    cookies: header('cookie'),
    csrf: header('x-reprise-csrf'),
    authorization: header('authorization'),
    contentType: header('content-type'),
  };
}

/** Tokens are base64url, so they need no escaping. */
function withCsrf(html: string, csrf: string): string {
  return html.replace('<head>', () => `<head>\n    <meta name="reprise-csrf" content="${csrf}" />`);
}
