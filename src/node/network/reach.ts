import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSafely } from 'node:tls';
import { placeOfUrl, writtenPlace, type Place } from './place';

const PATIENCE_MS = 30_000;
/** Before Node 20 a name with two kinds of addresses was tried by the first alone. */
const bothFamilies = { autoSelectFamily: true };
const LONGEST_ANSWER = 16 * 1024;

/** A proxy that the user's machine needs to reach the network. */
export interface UserProxy {
  readonly place: Place;
  readonly isTls: boolean;
  /** For `Proxy-Authorization`; null: it asks for none. It never enters the sandbox. */
  readonly authorization: string | null;
}

type Block = Readonly<Record<string, string | undefined>>;

/** The proxy that the user's variables name for a place, as curl and uv read them; null: it is reached directly. */
export function userProxy(block: Block, place: Place, protocol: 'http' | 'https'): UserProxy | null {
  const value = (name: string) => block[name.toLowerCase()] || block[name] || null;
  if (isExcepted(value('NO_PROXY') ?? '', place)) return null;
  const address = value(protocol === 'https' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? value('ALL_PROXY');
  if (address === null) return null;
  const whole = address.includes('://') ? address : `http://${address}`;
  const found = placeOfUrl(whole);
  if (found === null) return null;
  const { protocol: scheme, username, password } = new URL(whole);
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = username === '' ? null : `Basic ${Buffer.from(pair).toString('base64')}`;
  return { place: found, isTls: scheme === 'https:', authorization };
}

function isExcepted(list: string, { host }: Place): boolean {
  return list
    .split(',')
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .replace(/^\*?\./, '')
        .replace(/:\d+$/, ''),
    )
    .some((one) => one === '*' || (one !== '' && (host === one || host.endsWith(`.${one}`))));
}

/** A connection to a place, straight or through the user's proxy. Errors: rejects where there is none in half a minute. */
export async function reach(place: Place, proxy: UserProxy | null): Promise<Socket> {
  if (proxy === null) return opened(connect({ host: place.host, port: place.port, ...bothFamilies }), 'connect');
  const { host, port } = proxy.place;
  const socket = proxy.isTls
    ? await opened(connectSafely({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) }), 'secureConnect')
    : await opened(connect({ host, port, ...bothFamilies }), 'connect');
  await askForTunnel(socket, place, proxy.authorization);
  return socket;
}

function opened<T extends Socket>(socket: T, event: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(PATIENCE_MS, () => fail(new Error('It does not answer.')));
    socket.once('error', fail);
    socket.once(event, () => {
      socket.setTimeout(0);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

function askForTunnel(socket: Socket, place: Place, authorization: string | null): Promise<void> {
  const to = writtenPlace(place);
  const lines = [`CONNECT ${to} HTTP/1.1`, `Host: ${to}`];
  if (authorization !== null) lines.push(`Proxy-Authorization: ${authorization}`);
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const end = (error: Error | null) => {
      socket.off('data', take);
      socket.off('error', end);
      socket.off('close', closed);
      socket.setTimeout(0);
      if (error === null) return resolve();
      socket.destroy();
      reject(error);
    };
    const closed = () => end(new Error('It closed the connection.'));
    const take = (bytes: Buffer) => {
      answer = Buffer.concat([answer, bytes]);
      const at = answer.indexOf('\r\n\r\n');
      if (at === -1 && answer.length < LONGEST_ANSWER) return;
      socket.pause();
      const isOpen = at !== -1 && /^HTTP\/1\.[01] 2\d\d/.test(answer.toString('latin1', 0, 20));
      const rest = answer.subarray(at + 4);
      if (isOpen && rest.length > 0) socket.unshift(rest);
      end(isOpen ? null : new Error('The proxy refused.'));
    };
    socket.setTimeout(PATIENCE_MS, () => end(new Error('The proxy does not answer.')));
    socket.on('data', take);
    socket.once('error', end);
    socket.once('close', closed);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}
