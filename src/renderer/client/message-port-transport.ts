import type { ClientFrame, HostFrame } from '../../protocol/frame';
import type { Transport } from '../../protocol/transport';

/** The part of a MessagePort that a transport needs. */
export type Port = Pick<MessagePort, 'postMessage' | 'start' | 'close' | 'addEventListener'>;

/** Makes a transport of the port that the preload handed over. The port's `close` event counts where the browser has one. */
export function createMessagePortTransport(port: Port): Transport<ClientFrame, HostFrame> {
  const closes: (() => void)[] = [];
  let closed = false;
  const end = (): void => {
    if (closed) return;
    closed = true;
    for (const listener of closes) listener();
  };
  port.addEventListener('close', end);
  return {
    send: (frame) => {
      if (!closed) port.postMessage(frame);
    },
    onMessage: (listener) => {
      port.addEventListener('message', (event) => {
        const frame: unknown = (event as MessageEvent).data;
        // The host's last word on a port, since older Chromium has no close event.
        if (isEnd(frame)) end();
        else if (!closed) listener(frame as HostFrame);
      });
      port.start();
    },
    onClose: (listener) => closes.push(listener),
    close: () => {
      if (closed) return;
      port.close();
      end();
    },
  };
}

function isEnd(frame: unknown): boolean {
  return typeof frame === 'object' && frame !== null && 'kind' in frame && frame.kind === 'closed';
}

/** Asks the preload for a port and resolves with it. A message from anywhere but this window itself is no answer. */
export function receivePort(page: Window): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listener = (event: MessageEvent<unknown>): void => {
      const port = event.ports[0];
      if (event.source !== page || !port || !isPortMessage(event.data)) return;
      page.removeEventListener('message', listener);
      resolve(port);
    };
    page.addEventListener('message', listener);
    page.postMessage({ kind: 'reprise:ready' }, page.location.origin === 'null' ? '*' : page.location.origin);
  });
}

function isPortMessage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'reprise:port';
}
