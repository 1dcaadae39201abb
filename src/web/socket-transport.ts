import type { WebSocket } from 'ws';
import type { Transport } from '../protocol/transport';

/** A transport over a signed-in socket. What is no JSON text ends the socket; no call throws. */
export function createSocketTransport<Outgoing, Incoming>(socket: WebSocket): Transport<Outgoing, Incoming> {
  const listeners: ((frame: Incoming) => void)[] = [];
  socket.on('message', (bytes, isBinary) => {
    const frame = isBinary ? undefined : parseFrame(String(bytes));
    if (frame === undefined) return socket.close(1003);
    for (const listener of listeners) listener(frame as Incoming);
  });
  return {
    send: (frame) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
    },
    onMessage: (listener) => void listeners.push(listener),
    onClose: (listener) => void socket.once('close', listener),
    close: () => socket.close(1000),
  };
}

/** Undefined where the text is no JSON object. */
export function parseFrame(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
