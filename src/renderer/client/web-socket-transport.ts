import type { ClientFrame, HostFrame } from '../../protocol/frame';
import type { Transport } from '../../protocol/transport';

/** The part of a WebSocket that a transport needs. */
export interface Socket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/**
 * Opens a transport over a socket. The first frame proves that the page is ours; then the normal hello follows.
 * Errors: rejects where the socket closes before it opens.
 */
export function openWebSocketTransport(socket: Socket, csrf: string): Promise<Transport<ClientFrame, HostFrame>> {
  const messages: ((frame: HostFrame) => void)[] = [];
  const closes: (() => void)[] = [];
  let closed = false;
  const transport: Transport<ClientFrame, HostFrame> = {
    send: (frame) => {
      if (!closed) socket.send(JSON.stringify(frame));
    },
    onMessage: (listener) => messages.push(listener),
    onClose: (listener) => closes.push(listener),
    close: () => socket.close(),
  };
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ kind: 'authenticate', csrf }));
      resolve(transport);
    });
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return;
      const frame = JSON.parse(data) as HostFrame;
      for (const listener of messages) listener(frame);
    });
    socket.addEventListener('close', () => {
      if (closed) return;
      closed = true;
      reject(new Error('The socket was closed'));
      for (const listener of closes) listener();
    });
  });
}

/** Address of the socket beside the document: of its own host, in its own place there. */
export function socketAddress({ protocol, host, pathname }: Pick<Location, 'protocol' | 'host' | 'pathname'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}socket`;
}
