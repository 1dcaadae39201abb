import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, stat, writeFile, symlink } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createClient } from '../../../src/protocol/client';
import type { Host } from '../../../src/host/host';
import { createWebSocketTransport } from '../../../src/node/transport/web-socket-transport';
import { isLoopback, readRuntimeFile, serveWeb, type WebServer } from '../../../src/web';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A raw request: `fetch` would not let a test set Host, and would tidy the path. */
function ask(
  port: number,
  method: string,
  target: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path: target, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Answers the handshake alone: what stands behind the door is not what these tests look at. */
const greeter: Pick<Host, 'connect'> = {
  connect: (transport) =>
    transport.onMessage((frame) => {
      if (frame.kind === 'hello') transport.send({ kind: 'welcome', protocol: frame.protocol });
    }),
};

let folder: string;
let server: WebServer;
let idle = 0;
let cookie: string;
let csrf: string;
let own: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reprise-web-'));
  const page = path.join(folder, 'page');
  await mkdir(path.join(page, 'assets'), { recursive: true });
  await writeFile(
    path.join(page, 'index.html'),
    '<!doctype html><html><head><title>x</title></head><body></body></html>',
  );
  await writeFile(path.join(page, 'surface.html'), '<!doctype html><html><head><title>run</title></head></html>');
  await writeFile(path.join(page, 'assets', 'page.js'), 'export {}');
  await writeFile(path.join(folder, 'outside.js'), 'secret');
  await symlink(path.join(folder, 'outside.js'), path.join(page, 'assets', 'link.js'));
  server = await serveWeb({
    host: greeter,
    dataFolder: path.join(folder, 'data'),
    pageFolder: page,
    port: 0,
    idleMs: null,
    onIdle: () => void idle++,
    authenticateWithinMs: 300,
  });
  own = `127.0.0.1:${server.port}`;
  const target = server.address.slice(`http://${own}`.length);
  const answer = await ask(server.port, 'GET', target, { host: own });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('content="0; url=/"');
  const set = String(answer.headers['set-cookie']);
  expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  cookie = set.split(';')[0] ?? '';
  const index = await ask(server.port, 'GET', '/', { host: own, cookie });
  csrf = /<meta name="reprise-csrf" content="([\w-]{43})" \/>/.exec(index.text)?.[1] ?? '';
  expect(csrf).toHaveLength(43);
});

afterAll(async () => {
  await server.close();
  await expect(stat(path.join(folder, 'data', 'run', 'web.json'))).rejects.toThrow();
  await rm(folder, { recursive: true, force: true });
});

describe('every route of the router', () => {
  const change = () => ({ host: own, cookie, 'x-reprise-csrf': csrf, 'content-type': 'application/json' });

  const bodyOf = (method: string): string | undefined => (method === 'GET' ? undefined : '{}');

  function routes(): readonly { method: string; path: string }[] {
    const list = server.app.routes
      .filter((route) => route.method !== 'ALL')
      .map(({ method, path: pattern }) => ({ method, path: pattern.replace('*', 'assets/page.js') }));
    expect(list.length).toBeGreaterThanOrEqual(4);
    return list;
  }

  const statuses: Readonly<Record<string, number>> = { '/socket': 426, '/favicon.ico': 204 };

  it('is opened by the right visitor, so that the refusals below mean something', async () => {
    for (const { method, path: target } of routes()) {
      const headers = method === 'GET' ? { host: own, cookie } : change();
      const answer = await ask(server.port, method, target, headers, bodyOf(method));
      expect([target, answer.status]).toEqual([target, statuses[target] ?? 200]);
    }
  });

  it.each([
    ['no token', () => ({ host: own })],
    ['a wrong cookie', () => ({ host: own, cookie: `reprise_${server.port}=${'A'.repeat(43)}` })],
    ['a wrong bearer token', () => ({ host: own, authorization: `Bearer ${'A'.repeat(43)}` })],
    ['the cookie of another port', () => ({ host: own, cookie: cookie.replace(String(server.port), '1') })],
    ['a foreign Host', () => ({ ...change(), host: `evil.example:${server.port}` })],
    ['a Host without the port', () => ({ ...change(), host: '127.0.0.1' })],
    ['a Host of another port', () => ({ ...change(), host: '127.0.0.1:1' })],
    ['a foreign Origin', () => ({ ...change(), origin: 'http://evil.example' })],
    ['an Origin of another port', () => ({ ...change(), origin: 'http://127.0.0.1:1' })],
    ['an opaque Origin', () => ({ ...change(), origin: 'null' })],
  ])('refuses %s', async (_name, headers) => {
    for (const { method, path: target } of routes()) {
      const answer = await ask(server.port, method, target, headers() as Record<string, string>, bodyOf(method));
      expect([target, answer.status]).toEqual([target, expect.toSatisfy((status) => status === 401 || status === 403)]);
      expect(answer.text).not.toContain('http://');
    }
  });

  it('refuses a wrong one-time token, a used one, and one from a foreign place', async () => {
    const used = server.address.slice(`http://${own}`.length);
    for (const target of ['/?token=', '/?token=AAAA', used]) {
      expect((await ask(server.port, 'GET', target, { host: own })).status).toBe(401);
    }
    const fresh = JSON.parse((await ask(server.port, 'POST', '/address', change(), '{}')).text).address as string;
    const target = fresh.slice(`http://${own}`.length);
    expect((await ask(server.port, 'GET', target, { host: `evil.example:${server.port}` })).status).toBe(403);
    expect((await ask(server.port, 'GET', target, { host: own, origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask(server.port, 'GET', target, { host: own })).status).toBe(200);
  });

  it('refuses a change by GET, without the CSRF header, with a wrong one, or with another content type', async () => {
    const changes = routes().filter(({ method }) => method !== 'GET');
    expect(changes.length).toBeGreaterThan(0);
    for (const { method, path: target } of changes) {
      const withoutCsrf = { host: own, cookie, 'content-type': 'application/json' };
      const withoutType = { host: own, cookie, 'x-reprise-csrf': csrf };
      expect((await ask(server.port, 'GET', target, change())).status).toBe(404);
      expect((await ask(server.port, method, target, withoutCsrf, '{}')).status).toBe(403);
      expect(
        (await ask(server.port, method, target, { ...change(), 'x-reprise-csrf': 'A'.repeat(43) }, '{}')).status,
      ).toBe(403);
      expect((await ask(server.port, method, target, withoutType, '{}')).status).toBe(415);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
        expect((await ask(server.port, method, target, { ...change(), 'content-type': type }, '{}')).status).toBe(415);
      }
    }
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect((await ask(server.port, method, '/', change())).status).toBe(405);
    }
  });

  it('sends the strict headers with every answer, refusals included, and no CORS header', async () => {
    for (const headers of [{ host: own, cookie }, { host: own }, { host: 'evil.example' }]) {
      for (const target of ['/', '/nothing', '/socket']) {
        const answer = await ask(server.port, 'GET', target, headers as Record<string, string>);
        expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
        expect(answer.headers['content-security-policy']).not.toContain('evil');
        expect(answer.headers).toMatchObject({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });

  it('serves no file from outside the page, by dots, encoded dots, links or the run-time file', async () => {
    const targets = [
      '/../outside.js',
      '/%2e%2e/outside.js',
      '/assets/..%2f..%2foutside.js',
      '/assets/link.js',
      '/index.html',
    ];
    for (const target of [...targets, '/run/web.json', '//outside.js', '/assets/']) {
      const answer = await ask(server.port, 'GET', target, { host: own, cookie });
      expect([target, answer.status]).toEqual([target, 404]);
      expect(answer.text).not.toContain('secret');
    }
  });
});

describe('the place of the Run surface', () => {
  const place = () => `localhost:${server.port}`;
  const ticketed = async (): Promise<string> => {
    const { text } = await ask(server.port, 'GET', '/', { host: own, cookie });
    const address = /<meta name="reprise-surface" content="(http:[^"]+)" \/>/.exec(text)?.[1] ?? '';
    expect(address).toMatch(new RegExp(`^http://${place()}/surface/[\\w-]{43}/$`));
    return new URL(address).pathname;
  };
  const surfaceCsrf = async (): Promise<string> => {
    const { text } = await ask(server.port, 'GET', await ticketed(), { host: place() });
    return /<meta name="reprise-csrf" content="([\w-]{43})" \/>/.exec(text)?.[1] ?? '';
  };
  const connectAt = (target: string, headers: Record<string, string>, first: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${target}`, { headers });
      socket.once('open', () => {
        socket.send(JSON.stringify({ kind: 'authenticate', csrf: first }));
        socket.send(JSON.stringify({ kind: 'hello', protocol: 1, client: 'web' }));
      });
      socket.once('message', () => {
        socket.terminate();
        resolve('welcome');
      });
      socket.once('close', () => resolve('closed'));
      socket.once('error', () => resolve('refused'));
    });

  it('serves the surface by its ticket, framed by the page alone, with a secret that is not the page’s', async () => {
    const target = await ticketed();
    const answer = await ask(server.port, 'GET', target, { host: place() });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<title>run</title>');
    expect(answer.text).not.toContain(csrf);
    expect(await surfaceCsrf()).toHaveLength(43);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain(`frame-ancestors http://127.0.0.1:${server.port}`);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect((await ask(server.port, 'GET', `${target}assets/page.js`, { host: place() })).status).toBe(200);
  });

  it('serves nothing of the page, and is nowhere else', async () => {
    const target = await ticketed();
    for (const [where, host] of [
      [target, own],
      ['/index.html', place()],
      ['/assets/page.js', place()],
      [`${target}index.html`, place()],
      ['/surface/AAAA/', place()],
      ['/surface.html', own],
    ] as const) {
      const { status } = await ask(server.port, 'GET', where, { host, cookie });
      expect([where, host, status >= 400]).toEqual([where, host, true]);
    }
    const led = await ask(server.port, 'GET', '/?token=x', { host: place() });
    expect([led.status, led.headers['location']]).toEqual([302, `http://127.0.0.1:${server.port}/?token=x`]);
  });

  it('takes its socket from its own document alone: not from the page, and not with the page’s secret', async () => {
    const socket = `${await ticketed()}socket`;
    const right = { host: place(), origin: `http://${place()}` };
    const secret = await surfaceCsrf();
    expect(await connectAt(socket, right, secret)).toBe('welcome');
    // The page knows the ticket; its own Origin, which no script can change, gives it away.
    expect(await connectAt(socket, { ...right, origin: `http://${own}`, cookie }, secret)).toBe('refused');
    expect(await connectAt(socket, { host: own, origin: `http://${own}`, cookie }, secret)).toBe('refused');
    expect(await connectAt(socket, right, csrf)).toBe('closed');
    expect(await connectAt('/socket', { ...right, cookie }, secret)).toBe('refused');
    expect(await connectAt('/socket', { host: own, origin: `http://${own}`, cookie }, secret)).toBe('closed');
  });
});

describe('the socket', () => {
  type End = { readonly kind: 'open'; readonly socket: WebSocket } | { readonly kind: 'refused' };

  function open(headers: Record<string, string>, target = '/socket'): Promise<End> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${target}`, { headers });
      socket.once('open', () => resolve({ kind: 'open', socket }));
      socket.once('error', () => resolve({ kind: 'refused' }));
    });
  }

  async function openOwn(): Promise<WebSocket> {
    const end = await open({ cookie, origin: `http://${own}` });
    if (end.kind === 'refused') throw new Error('The right visitor was refused');
    return end.socket;
  }

  const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

  it.each([
    ['no cookie', () => ({ origin: `http://${own}` })],
    ['a wrong cookie', () => ({ origin: `http://${own}`, cookie: `reprise_${server.port}=${'A'.repeat(43)}` })],
    ['no Origin', () => ({ cookie })],
    ['a foreign Origin', () => ({ cookie, origin: 'http://evil.example' })],
    ['a foreign Host', () => ({ cookie, host: 'evil.example', origin: 'http://evil.example' })],
  ])('refuses %s at the upgrade', async (_name, headers) => {
    expect(await open(headers() as Record<string, string>)).toEqual({ kind: 'refused' });
  });

  it('refuses another path at the upgrade', async () => {
    expect(await open({ cookie, origin: `http://${own}` }, '/other')).toEqual({ kind: 'refused' });
  });

  it.each([
    ['a wrong CSRF value', JSON.stringify({ kind: 'authenticate', csrf: 'A'.repeat(43) })],
    ['a hello before it', JSON.stringify({ kind: 'hello', protocol: 1, client: 'web' })],
    ['no JSON', 'authenticate'],
    ['a number', '1'],
  ])('ends on a first message that is %s', async (_name, first) => {
    const socket = await openOwn();
    socket.send(first);
    expect(await closed(socket)).toBe(1008);
  });

  it('ends where the first message does not come', async () => {
    expect(await closed(await openOwn())).toBe(1008);
  });

  it('carries frames after the first message', async () => {
    const socket = await openOwn();
    socket.send(JSON.stringify({ kind: 'authenticate', csrf }));
    const client = await createClient(createWebSocketTransport({ socket }), 'test');
    client.close();
    await closed(socket);
  });
});

describe('the token', () => {
  it('lies in a file for its user alone, and nowhere in the process list', async () => {
    const file = path.join(folder, 'data', 'run', 'web.json');
    const runtime = await readRuntimeFile(path.join(folder, 'data'));
    expect(runtime?.address).toBe(`http://${own}/`);
    expect(Buffer.from(runtime?.token ?? '', 'base64url')).toHaveLength(32);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(server.address.split('token=')[1]);
    const { stdout } = await promisify(execFile)('ps', ['axeww', '-o', 'args'], { maxBuffer: 64 * 1024 * 1024 });
    expect(stdout.includes(runtime?.token ?? 'none')).toBe(false);
  });

  it('gets a program of the same user a fresh address', async () => {
    const runtime = await readRuntimeFile(path.join(folder, 'data'));
    const headers = { host: own, authorization: `Bearer ${runtime?.token}`, 'content-type': 'application/json' };
    const answer = await ask(server.port, 'POST', '/address', headers, '{}');
    expect(JSON.parse(answer.text).address).toMatch(new RegExp(`^http://${own}/\\?token=[\\w-]{43}$`));
  });
});

describe('the server', () => {
  const options = () => ({
    host: greeter,
    dataFolder: path.join(folder, 'data-2'),
    pageFolder: path.join(folder, 'page'),
    idleMs: null,
    onIdle: () => undefined,
  });

  it('refuses a taken port with a sentence', async () => {
    await expect(serveWeb({ ...options(), port: server.port })).rejects.toThrow(/Port \d+ cannot be used/);
  });

  it('refuses to start without a built page', async () => {
    await expect(serveWeb({ ...options(), port: 0, pageFolder: path.join(folder, 'none') })).rejects.toThrow(
      /not built/,
    );
  });

  it('is reached on both loopback addresses and tells loopback names from others', async () => {
    const answer = await fetch(`http://[::1]:${server.port}/`).catch(() => null);
    if (answer) expect(answer.status).toBe(401);
    expect(
      ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '10.0.0.1', '::', '127.0.0.1.evil.example'].filter(isLoopback),
    ).toEqual(['127.0.0.1', '::1', 'localhost']);
  });

  it('lets a refused socket go at once, also where the other side leaves its half open, and so can end', async () => {
    const second = await serveWeb({ ...options(), port: 0 });
    const socket = connect({ host: '127.0.0.1', port: second.port, allowHalfOpen: true });
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => socket.once('end', () => resolve()));
    socket.write('GET /socket HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.resume();
    await ended;
    await second.close();
    // The half that was left open is answered with a reset.
    const knock = setInterval(() => socket.write('x'), 5);
    await gone;
    clearInterval(knock);
  });

  it('says that it has been idle when no page has signed in', async () => {
    let onIdle: () => void = () => undefined;
    const said = new Promise<void>((resolve) => (onIdle = resolve));
    const second = await serveWeb({ ...options(), port: 0, idleMs: 20, onIdle });
    await said;
    await second.close();
    expect(idle).toBe(0);
  });
});
