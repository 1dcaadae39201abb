import type { ClientFrame, HostFrame } from '../../protocol/frame';
import type { Transport } from '../../protocol/transport';
import { createMessagePortTransport, receivePort } from './message-port-transport';
import { openWebSocketTransport, socketAddress } from './web-socket-transport';

/** How this page reaches its host: a port from the preload in the window, a socket on the web. */
export interface Way {
  readonly kind: 'window' | 'web';
  open(): Promise<Transport<ClientFrame, HostFrame>>;
}

/** Finds out which host serves the page. */
export function findWay(page: Window): Way {
  const bridge: unknown = (page as unknown as { reprise?: unknown }).reprise;
  if (typeof bridge === 'object' && bridge !== null) {
    return { kind: 'window', open: async () => createMessagePortTransport(await receivePort(page)) };
  }
  const csrf = page.document.querySelector<HTMLMetaElement>('meta[name="reprise-csrf"]')?.content ?? '';
  return {
    kind: 'web',
    open: () => openWebSocketTransport(new WebSocket(socketAddress(page.location)), csrf),
  };
}
