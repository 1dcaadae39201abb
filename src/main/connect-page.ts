import { MessageChannelMain, ipcMain, type BrowserWindow, type MessagePortMain, type WebFrameMain } from 'electron';
import type { Host } from '../host/host';
import type { ClientFrame, HostFrame } from '../protocol/frame';
import type { Transport } from '../protocol/transport';
import type { ClientRole } from '../protocol/role';
import { isPageAddress, isSurfaceAddress } from './page-address';
import { createMessagePortTransport, type FramePort } from '../node/transport/message-port-transport';

/** The names of the messages between main and preload. There are no others. */
export const channels = { connect: 'reprise:connect', port: 'reprise:port', command: 'reprise:command' } as const;

/**
 * Hands a port to the page of the window, and one to the Run surface in it, when they ask. Which of the two asks is told by the
 * frame and its address, as Electron knows them. Each has one port: a new one, or another load, ends the one before.
 */
export function connectPage(window: BrowserWindow, host: Pick<Host, 'connect'>): void {
  const current = new Map<ClientRole, Transport<HostFrame, ClientFrame>>();
  const end = (role: ClientRole): void => {
    current.get(role)?.close();
    current.delete(role);
  };
  const endAll = (): void => [...current.keys()].forEach(end);

  ipcMain.on(channels.connect, (event) => {
    const frame = event.senderFrame;
    if (window.isDestroyed() || event.sender !== window.webContents || !frame) return;
    const role = roleOf(frame, window);
    if (!role) return;
    end(role);
    const { port1, port2 } = new MessageChannelMain();
    const transport = createTransport(port1);
    current.set(role, transport);
    host.connect(transport, role);
    frame.postMessage(channels.port, null, [port2]);
  });
  // Not at the start of a navigation: one that is refused leaves the page, and its port, as they are.
  window.webContents.on('did-navigate', endAll);
  window.webContents.on('render-process-gone', endAll);
  window.on('closed', endAll);
}

/** Null: a frame that is neither the page itself nor the surface right in it. */
function roleOf(frame: WebFrameMain, window: BrowserWindow): ClientRole | null {
  const { mainFrame } = window.webContents;
  if (frame === mainFrame) return isPageAddress(frame.url) ? 'page' : null;
  return frame.parent === mainFrame && isSurfaceAddress(frame.url) ? 'surface' : null;
}

/** The Run surface in a window, once it is loaded. */
export function surfaceFrame(window: BrowserWindow): WebFrameMain | null {
  if (window.isDestroyed()) return null;
  return window.webContents.mainFrame.frames.find((frame) => roleOf(frame, window) === 'surface') ?? null;
}

function createTransport(port: MessagePortMain): Transport<HostFrame, ClientFrame> {
  const transport = createMessagePortTransport<HostFrame, ClientFrame>({
    port: port as FramePort,
    unwrap: (event) => (event as { readonly data: unknown }).data,
  });
  let closed = false;
  transport.onClose(() => (closed = true));
  return {
    ...transport,
    close: () => {
      // The page's Chromium may have no close event on ports, so the last frame says it.
      if (!closed) port.postMessage({ kind: 'closed' });
      closed = true;
      transport.close();
    },
  };
}
