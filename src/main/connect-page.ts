import { MessageChannelMain, ipcMain, type BrowserWindow, type MessagePortMain } from 'electron';
import type { Host } from '../host/host';
import type { ClientFrame, HostFrame } from '../protocol/frame';
import type { Transport } from '../protocol/transport';
import { isPageAddress } from './page-address';
import { createMessagePortTransport, type FramePort } from '../node/transport/message-port-transport';

/** The names of the messages between main and preload. There are no others. */
export const channels = { connect: 'reprise:connect', port: 'reprise:port', command: 'reprise:command' } as const;

/**
 * Hands a port to the page of the window when it asks. Only the top frame of that window, at the page's own address, is answered.
 * A page has one port: a new one, or another load of the page, ends the one before.
 */
export function connectPage(window: BrowserWindow, host: Pick<Host, 'connect'>): void {
  let current: Transport<HostFrame, ClientFrame> | null = null;
  const end = (): void => {
    current?.close();
    current = null;
  };

  ipcMain.on(channels.connect, (event) => {
    const frame = event.senderFrame;
    if (window.isDestroyed() || event.sender !== window.webContents || !frame) return;
    if (frame !== window.webContents.mainFrame || !isPageAddress(frame.url)) return;
    end();
    const { port1, port2 } = new MessageChannelMain();
    current = createTransport(port1);
    host.connect(current);
    frame.postMessage(channels.port, null, [port2]);
  });
  // Not at the start of a navigation: one that is refused leaves the page, and its port, as they are.
  window.webContents.on('did-navigate', end);
  window.webContents.on('render-process-gone', end);
  window.on('closed', end);
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
