import { Hono, type Context } from 'hono';
import { message } from '../protocol/catalogue/catalogue';
import { pageHeaders, surfaceHeaders } from '../protocol/page-policy';
import { admit, cookieName, isOwnPlace, pageOrigin, surfaceHost, surfaceVisit, type Visitor } from './admission';
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
    if (visitor.host === surfaceHost(port)) return next();
    const headers = pageHeaders({
      connect: isOwnPlace(visitor, port) ? [`ws://${visitor.host}`] : [],
      surface: [`http://${surfaceHost(port)}`],
    });
    for (const [name, value] of Object.entries(headers)) context.header(name, value);

    const signedIn = signIn(context, visitor);
    if (signedIn) return signedIn;
    const admission = admit(visitor, port, sessions);
    if (admission.kind === 'refused') return context.text(`${admission.reason}\n`, admission.status);
    context.set('session', admission.session);
    return next();
  });

  /** The Run surface has a name of its own; nothing of the page is there, and nothing of it elsewhere. */
  app.use(async (context, next) => {
    if (context.req.header('host') !== surfaceHost(port)) return next();
    const headers = surfaceHeaders({ connect: [`ws://${surfaceHost(port)}`], pages: [pageOrigin(port)] });
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return surface(context);
  });

  app.get('/', async (context) => {
    const page = await files.read('/');
    const session = context.get('session');
    if (!page || !session) return context.text(`${message('cli.web.signIn')}\n`, 401);
    const address = `http://${surfaceHost(port)}/surface/${session.surface.ticket}/`;
    return context.html(withMeta(page.bytes, { 'reprise-csrf': session.csrf, 'reprise-surface': address }));
  });

  /** A fresh address with a one-time token, for a program that can read the run-time file, and for the page's own user. */
  app.post('/address', (context) => context.json({ address: addressWithToken(address, sessions) }));

  /** Sockets are taken at the upgrade; what reaches this route asked for none. */
  app.get('/socket', (context) => context.text(`${message('cli.web.upgrade')}\n`, 426));

  /** Browsers ask for it by themselves where an answer is no document; the page names its own. */
  app.get('/favicon.ico', (context) => context.body(null, 204));

  app.get('/*', async (context) => {
    const file = await files.read(context.req.path);
    if (!file || context.req.path.endsWith('.html')) return context.notFound();
    return context.body(file.bytes, 200, { 'Content-Type': file.type });
  });

  app.notFound((context) => context.text(`${message('cli.web.notFound')}\n`, 404));
  app.onError((_error, context) => context.text(`${message('cli.web.failure')}\n`, 500));
  return app;

  async function surface(context: Context): Promise<Response> {
    const visitor = { ...visitorOf(context), path: context.req.path };
    // Somebody who typed this name for the page is led to the page's own.
    if (visitor.path === '/' && visitor.method === 'GET' && visitor.origin === undefined) {
      return context.redirect(`${pageOrigin(port)}/${new URL(context.req.url).search}`);
    }
    const visit = surfaceVisit(visitor, port, sessions);
    if (!visit || visitor.method !== 'GET') return context.text(`${message('cli.web.foreign')}\n`, 403);
    if (visit.rest !== '/' && !visit.rest.startsWith('/assets/')) return context.notFound();
    const file = await files.read(visit.rest === '/' ? '/surface.html' : visit.rest);
    if (!file) return context.notFound();
    if (visit.rest === '/') return context.html(withMeta(file.bytes, { 'reprise-csrf': visit.session.surface.csrf }));
    return context.body(file.bytes, 200, { 'Content-Type': file.type });
  }

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

/** A document with what is for it alone in its head. Tokens and addresses hold nothing that needs escaping. */
function withMeta(html: Uint8Array, metas: Readonly<Record<string, string>>): string {
  const lines = Object.entries(metas).map(
    ([name, content]) => `
    <meta name="${name}" content="${content}" />`,
  );
  return new TextDecoder().decode(html).replace('<head>', () => `<head>${lines.join('')}`);
}
