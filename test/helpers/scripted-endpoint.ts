import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What the server was asked: its address, headers and the body as JSON. */
export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One way to answer. `at`: how many questions came before. */
export type Behaviour = (response: ServerResponse, asked: Asked, at: number) => void;

/** A server on loopback that speaks as OpenAI-compatible ones do, or as badly as its script says. */
export interface ScriptedEndpoint {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
}

/**
 * Questions are answered by `behaviours` in turn, the last one again and again. It knows no other addresses than that of questions and
 * those of `others`, which are answered with JSON and not counted.
 */
export async function serveScript(...behaviours: readonly Behaviour[]): Promise<ScriptedEndpoint> {
  return serveWith({}, ...behaviours);
}

export async function serveWith(
  others: Readonly<Record<string, unknown>>,
  ...behaviours: readonly Behaviour[]
): Promise<ScriptedEndpoint> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const question: Asked = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
    response.on('error', () => undefined);
    if (!question.path.endsWith('/chat/completions')) {
      const other = others[question.path];
      response.writeHead(other === undefined ? 404 : 200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(other ?? {}));
    }
    const at = asked.length;
    asked.push(question);
    behaviours[Math.min(at, behaviours.length - 1)]?.(response, question, at);
  }

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    open: () => sockets.size,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

/** One event of a stream. */
export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function delta(content: string): string {
  return event({ choices: [{ index: 0, delta: { content } }] });
}

function last(reason: string): string {
  return event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

/** A good answer, streamed in small pieces, with its tokens. */
export function say(text: string, reason = 'stop'): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < text.length; at += 400) response.write(delta(text.slice(at, at + 400)));
    response.write(last(reason));
    response.write(event({ choices: [], usage: USAGE }));
    response.end('data: [DONE]\n\n');
  };
}

/** A good answer as one body. */
export function sayWhole(text: string): Behaviour {
  return body(200, { choices: [{ message: { content: text }, finish_reason: 'stop' }], usage: USAGE });
}

/** A body with a status. */
export function body(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
}

/** Pieces of a stream as they stand, and then `then`. */
export function stream(pieces: readonly string[], then: 'end' | 'hang' | 'drop'): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
    if (then === 'end') response.end();
    // Flushed first, so that the pieces are there when the line goes dead.
    if (then === 'drop') setImmediate(() => response.destroy());
  };
}

/** The same piece for as long as the other side listens. */
export function forever(piece: string): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
}

/** A stream that opens with `first`, and says the rest in one piece after a third of a second. */
export function later(first: string, rest: string): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first);
    setTimeout(() => response.end(rest), 300);
  };
}

/** Takes the question, and never says a word. */
export const silence: Behaviour = () => undefined;

/** Ends the line at once. */
export const hangUp: Behaviour = (response) => void response.destroy();

export { delta, last };
