import type { MessagePortMain } from 'electron';
import type { Transport } from '../protocol/transport';

/** A transport over one end of a message channel. The last frame before a close from this side is `{kind:'closed'}`. */
export function createPortTransport<Outgoing, Incoming>(port: MessagePortMain): Transport<Outgoing, Incoming> {
  const messages: ((frame: Incoming) => void)[] = [];
  const closes: (() => void)[] = [];
  let closed = false;
  const end = (): void => {
    if (closed) return;
    closed = true;
    for (const listener of closes) listener();
  };
  port.on('message', (event) => {
    if (closed) return;
    for (const listener of messages) listener(event.data as Incoming);
  });
  port.on('close', end);
  return {
    send: (frame) => {
      if (!closed) port.postMessage(frame);
    },
    onMessage: (listener) => {
      messages.push(listener);
      port.start();
    },
    onClose: (listener) => void closes.push(listener),
    close: () => {
      if (closed) return;
      // The page may be of a Chromium without a close event on ports.
      port.postMessage({ kind: 'closed' });
      port.close();
      end();
    },
  };
}
