import type { ClientFrame, HostFrame } from '../../protocol/frame';
import type { Transport } from '../../protocol/transport';
import { createMessagePortTransport, receivePort } from './message-port-transport';
import { openWebSocketTransport, socketAddress } from './web-socket-transport';

/** How this page reaches its host: a port from the preload in the window, a socket on the web. */
export interface Way {
  readonly kind: 'window' | 'web';
  open(): Promise<Transport<ClientFrame, HostFrame>>;
}

/** The port is closed before the page goes: a frame that reaches a page half gone ends Chromium 114's renderer. */
async function openPort(page: Window): Promise<Transport<ClientFrame, HostFrame>> {
  const port = await receivePort(page);
  page.addEventListener('pagehide', () => port.close(), { once: true });
  return createMessagePortTransport(port);
}

/** Finds out which host serves the page. */
export function findWay(page: Window): Way {
  const bridge: unknown = (page as unknown as { reprise?: unknown }).reprise;
  if (typeof bridge === 'object' && bridge !== null) {
    return { kind: 'window', open: () => openPort(page) };
  }
  const csrf = page.document.querySelector<HTMLMetaElement>('meta[name="reprise-csrf"]')?.content ?? '';
  return {
    kind: 'web',
    open: () => openWebSocketTransport(new WebSocket(socketAddress(page.location)), csrf),
  };
}
