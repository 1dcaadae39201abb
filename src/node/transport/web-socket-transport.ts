import type { WebSocket } from 'ws';
import type { Transport } from '../../protocol/transport';
import { createClosing } from './create-closing';

/** A client that reads so slowly that this much waits for it is let go; it attaches again from the last event it saw. */
const MAX_WAITING_BYTES = 128 * 1024 * 1024;
/** For the server's `maxPayload`: a report of the largest size, escaped as JSON, fits. */
export const MAX_FRAME_BYTES = 128 * 1024 * 1024;

const CLOSE_NOT_UNDERSTOOD = 1007;
const CLOSE_TOO_SLOW = 1013;
/** How long the other side may take to agree to an end. */
const CLOSE_GRACE_MS = 2_000;

/** The host's end of a channel over a WebSocket: a frame is a text message in JSON. */
export function createWebSocketTransport<Outgoing, Incoming>(options: {
  readonly socket: WebSocket;
}): Transport<Outgoing, Incoming> {
  const { socket } = options;
  const messageListeners: ((frame: Incoming) => void)[] = [];
  const closing = createClosing();

  function close(code: number): void {
    closing.close(() => {
      socket.close(code);
      const force = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS);
      socket.once('close', () => clearTimeout(force));
    });
  }

  // An error is always followed by a close, which is what the listeners hear of.
  socket.on('error', () => undefined);
  socket.on('close', closing.ended);
  socket.on('message', (bytes, isBinary) => {
    if (closing.isClosed()) return;
    const frame = isBinary ? undefined : parse(String(bytes));
    if (frame === undefined) return close(CLOSE_NOT_UNDERSTOOD);
    for (const listener of messageListeners) listener(frame as Incoming);
  });

  return {
    send: (frame) => {
      if (closing.isClosed() || socket.readyState !== socket.OPEN) return;
      socket.send(JSON.stringify(frame), () => undefined);
      if (socket.bufferedAmount > MAX_WAITING_BYTES) close(CLOSE_TOO_SLOW);
    },
    onMessage: (listener) => void messageListeners.push(listener),
    onClose: closing.onClose,
    close: () => close(1000),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
