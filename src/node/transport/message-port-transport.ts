import type { Transport } from '../../protocol/transport';
import { createClosing } from './create-closing';

/** What is common to the MessagePort of worker threads and Electron's MessagePortMain. */
export interface FramePort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

/**
 * One end of a channel over a message port. `unwrap` gives the frame of what the port delivers: worker threads deliver it
 * itself, Electron an event whose `data` it is. Messages begin to flow with the first listener.
 */
export function createMessagePortTransport<Outgoing, Incoming>(options: {
  readonly port: FramePort;
  readonly unwrap?: (message: unknown) => unknown;
}): Transport<Outgoing, Incoming> {
  const { port, unwrap = (message) => message } = options;
  const closing = createClosing();

  port.on('close', closing.ended);
  return {
    send: (frame) => {
      if (closing.isClosed()) return;
      try {
        port.postMessage(frame);
      } catch {
        // The other end went in this moment; the port says so by itself.
      }
    },
    onMessage: (listener) => {
      port.on('message', (message) => {
        if (!closing.isClosed()) listener(unwrap(message) as Incoming);
      });
      port.start();
    },
    onClose: closing.onClose,
    close: () => closing.close(() => port.close()),
  };
}
