import { chmodSync, closeSync, openSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';

const LONGEST_GREETING = 200;
const GREETING_MS = 10_000;

export interface StreamServer {
  /** Resolves with the connection that says `<token> <name>`. Each is given once. */
  take(token: string, name: string): Promise<Socket>;
  /** Lets what waits under a token go. */
  forget(token: string): void;
  close(): void;
}

/**
 * Listens on the socket `host` in a folder that is open to its owner alone. Node cannot hand descriptors to another program, so
 * a warm parent connects for each stream of a run and names it by a word used once.
 */
export async function serveStreams(folder: string): Promise<StreamServer> {
  const waiting = new Map<string, { resolve(socket: Socket): void; reject(error: Error): void }>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    greet(socket, (greeting) => {
      const taker = waiting.get(greeting);
      waiting.delete(greeting);
      if (taker) taker.resolve(socket);
      else socket.destroy();
    });
  });
  // Reached through the folder's descriptor: a path to a socket may have 107 bytes only.
  const descriptor = openSync(folder, 'r');
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(`/proc/self/fd/${descriptor}/host`, resolve);
    });
    chmodSync(join(folder, 'host'), 0o666);
  } catch (error) {
    server.close();
    throw error;
  } finally {
    closeSync(descriptor);
  }
  server.unref();
  const drop = (greeting: string): void => {
    waiting.get(greeting)?.reject(new Error('the parent is gone'));
    waiting.delete(greeting);
  };
  return {
    take: (token, name) => new Promise((resolve, reject) => waiting.set(`${token} ${name}`, { resolve, reject })),
    forget: (token) => [...waiting.keys()].filter((key) => key.startsWith(`${token} `)).forEach(drop),
    close: () => {
      [...waiting.keys()].forEach(drop);
      server.close();
    },
  };
}

/** Reads the first line alone; what follows it stays in the stream. */
function greet(socket: Socket, onGreeting: (greeting: string) => void): void {
  let text = '';
  const timer = setTimeout(() => socket.destroy(), GREETING_MS);
  timer.unref();
  const look = (): void => {
    for (let byte = socket.read(1) as Buffer | null; byte !== null; byte = socket.read(1) as Buffer | null) {
      const letter = byte.toString('latin1');
      if (letter === '\n' || text.length > LONGEST_GREETING) {
        clearTimeout(timer);
        socket.off('readable', look);
        return onGreeting(text);
      }
      text += letter;
    }
  };
  socket.on('readable', look);
  socket.once('close', () => clearTimeout(timer));
}
