import { describe, expect, it } from 'vitest';
import { createMessagePortTransport } from '../../../../src/renderer/client/message-port-transport';
import {
  openWebSocketTransport,
  socketAddress,
  type Socket,
} from '../../../../src/renderer/client/web-socket-transport';

/** A socket whose other end is the test. */
function createSocket() {
  const sent: string[] = [];
  const listeners: { readonly type: string; readonly run: (event: { readonly data: unknown }) => void }[] = [];
  const socket: Socket = {
    send: (text) => sent.push(text),
    close: () => fire('close'),
    addEventListener: (type: string, run: (event: { readonly data: unknown }) => void) => {
      listeners.push({ type, run });
    },
  };
  const fire = (type: string, data: unknown = null): void => {
    for (const listener of listeners) if (listener.type === type) listener.run({ data });
  };
  return { socket, sent, fire };
}

describe('the socket of the page', () => {
  it('proves itself before it says anything else', async () => {
    const { socket, sent, fire } = createSocket();
    const opening = openWebSocketTransport(socket, 'secret');
    expect(sent).toEqual([]);
    fire('open');
    (await opening).send({ kind: 'hello', protocol: 1, client: 'web' });
    expect(sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      { kind: 'authenticate', csrf: 'secret' },
      { kind: 'hello', protocol: 1, client: 'web' },
    ]);
  });

  it('rejects where it closes before it opens, and is silent after it has closed', async () => {
    const never = createSocket();
    const opening = openWebSocketTransport(never.socket, '');
    never.fire('close');
    await expect(opening).rejects.toThrow();

    const { socket, sent, fire } = createSocket();
    const later = openWebSocketTransport(socket, '');
    fire('open');
    const transport = await later;
    let closes = 0;
    transport.onClose(() => (closes += 1));
    fire('close');
    fire('close');
    transport.send({ kind: 'hello', protocol: 1, client: 'web' });
    expect(closes).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('goes to the host that served the page', () => {
    const own = { protocol: 'http:', host: '127.0.0.1:4321', pathname: '/' };
    expect(socketAddress(own)).toBe('ws://127.0.0.1:4321/socket');
    expect(socketAddress({ ...own, protocol: 'https:', host: 'example.org' })).toBe('wss://example.org/socket');
    expect(socketAddress({ ...own, pathname: '/surface/ticket/' })).toBe('ws://127.0.0.1:4321/surface/ticket/socket');
  });
});

describe('the port of the window', () => {
  it('carries frames both ways and takes the last word of the host as the end', async () => {
    const { port1, port2 } = new MessageChannel();
    const transport = createMessagePortTransport(port1);
    const heard: unknown[] = [];
    transport.onMessage((frame) => heard.push(frame));
    const closed = new Promise<void>((resolve) => transport.onClose(resolve));
    const asked = new Promise((resolve) => port2.addEventListener('message', (event) => resolve(event.data)));
    port2.start();
    transport.send({ kind: 'hello', protocol: 1, client: 'window' });
    expect(await asked).toEqual({ kind: 'hello', protocol: 1, client: 'window' });
    port2.postMessage({ kind: 'welcome', protocol: 1 });
    port2.postMessage({ kind: 'closed' });
    await closed;
    expect(heard).toEqual([{ kind: 'welcome', protocol: 1 }]);
    port1.close();
    port2.close();
  });
});
