import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server answers a poll with: a token, or an error by its documented name. */
export interface PollAnswer {
  readonly error?: string;
  readonly interval?: number;
  readonly access_token?: string;
}

export interface DeviceServer {
  readonly address: string;
  readonly asked: { readonly path: string; readonly form: Readonly<Record<string, string>> }[];
  close(): Promise<void>;
}

/**
 * A server on loopback with the device flow as GitHub documents it: codes for a known client id, then an answer a poll, the last one for
 * ever. Errors come with status 200. A double: no real account is behind it.
 */
export async function startDeviceServer(options: {
  readonly polls: readonly PollAnswer[];
  readonly codes?: Readonly<Record<string, unknown>>;
  readonly begin?: { readonly status: number; readonly body: unknown };
}): Promise<DeviceServer> {
  const asked: DeviceServer['asked'][number][] = [];
  const polls = [...options.polls];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
      const path = request.url ?? '';
      asked.push({ path, form });
      const say = (status: number, body: unknown): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (path === '/login/device/code') {
        if (options.begin) return say(options.begin.status, options.begin.body);
        if (form['client_id'] !== 'known-client') return say(404, { error: 'Not Found' });
        const codes = { device_code: 'device-code', user_code: 'WDJB-MJHT', expires_in: 900, interval: 5 };
        return say(200, { ...codes, verification_uri: `${address}/login/device`, ...options.codes });
      }
      if (path === '/login/oauth/access_token') {
        return say(200, (polls.length > 1 ? polls.shift() : polls[0]) ?? { error: 'expired_token' });
      }
      say(404, { error: 'Not Found' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
