import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer as createSafeServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Authority {
  /** File with the authority's certificate, as PEM. */
  readonly file: string;
  readonly key: string;
  readonly certificate: string;
  remove(): Promise<void>;
}

/** An authority of our own, and a certificate by it for names below `reprise.test`. */
export async function createAuthority(): Promise<Authority> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reprise-authority-'));
  const at = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout'];
  openssl('req', '-x509', ...fresh, 'ca.key', '-out', 'ca.pem', '-days', '30', '-subj', '/CN=Reprise test authority');
  openssl('req', ...fresh, 'own.key', '-out', 'own.csr', '-subj', '/CN=reprise.test');
  await writeFile(at('own.ext'), 'subjectAltName=DNS:reprise.test,DNS:*.reprise.test\n');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'own.ext'];
  openssl('x509', '-req', '-in', 'own.csr', ...signed, '-out', 'own.pem');
  return {
    file: at('ca.pem'),
    key: await readFile(at('own.key'), 'utf8'),
    certificate: await readFile(at('own.pem'), 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function listen(server: Server, sockets: Set<Socket>): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export interface Ways {
  /** Port of the host that all names stand for, which speaks TLS. */
  readonly hostPort: number;
  /** Address of the proxy. */
  readonly proxy: string;
  /** What the proxy was asked for, `name:port`, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** A host with a certificate of the authority, and a proxy that leads every name to it. */
export async function startWays(authority: Authority, answer: RequestListener): Promise<Ways> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  const host = createSafeServer({ key: authority.key, cert: authority.certificate }, answer);
  const hostPort = await listen(host, sockets);
  const proxy = createPlainServer((_request, response) => response.writeHead(405).end());
  proxy.on('connect', ({ url = '' }, near: Socket) => {
    asked.push(url);
    const far = connect(hostPort, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  const proxyPort = await listen(proxy, sockets);
  return {
    hostPort,
    proxy: `http://127.0.0.1:${proxyPort}`,
    asked,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await Promise.all([host, proxy].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
