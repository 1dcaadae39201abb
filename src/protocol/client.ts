import { RepriseError, type ErrorCode, type ErrorData } from './errors';
import type { ClientFrame, HostFrame } from './frame';
import { methods, type MethodName, type Params, type Result } from './methods';
import { PROTOCOL_VERSION, assertNever } from './primitives';
import type { EventEnvelope } from './reproduction/events';
import type { ReproductionSummary } from './reproduction/state';
import type { TerminalChunk, TerminalDescription } from './terminal';
import type { Transport } from './transport';

/** What reaches a client unasked. */
export interface ClientListener {
  onEvent?(envelope: EventEnvelope): void;
  onListChanged?(change: { summary: ReproductionSummary | null; removedId: string | null }): void;
  onChunk?(chunk: TerminalChunk): void;
  onTerminal?(terminal: TerminalDescription): void;
  onClose?(): void;
}

/** The typed side of a transport. */
export interface Client {
  /** Errors: rejects with a RepriseError; with `unavailable` once the channel is closed. */
  call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>;
  /** Returns a function that ends the listening. */
  listen(listener: ClientListener): () => void;
  close(): void;
}

interface Waiting {
  readonly method: MethodName;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Shakes hands over the transport and resolves with a client. Errors: rejects with `unsupportedVersion` or `unavailable`. */
export function createClient(
  transport: Transport<ClientFrame, HostFrame>,
  kind: Extract<ClientFrame, { kind: 'hello' }>['client'],
): Promise<Client> {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<ClientListener>();
  let nextId = 0;
  let closed = false;

  const client: Client = {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(goneError());
        const id = nextId++;
        waiting.set(id, { method, resolve: resolve as (value: unknown) => void, reject });
        transport.send({ kind: 'request', id, method, params });
      }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => transport.close(),
  };

  return new Promise((resolve, reject) => {
    transport.onClose(() => {
      closed = true;
      reject(goneError());
      for (const call of waiting.values()) call.reject(goneError());
      waiting.clear();
      for (const listener of [...listeners]) listener.onClose?.();
    });
    transport.onMessage((frame) => {
      switch (frame.kind) {
        case 'welcome':
          return resolve(client);
        case 'refused':
          return reject(toError(frame.error));
        case 'response':
          return settle(frame.id, (call) => call.resolve(methods[call.method].result.parse(frame.result)));
        case 'failure':
          return settle(frame.id, (call) => call.reject(toError(frame.error)));
        case 'event':
          return each((listener) => listener.onEvent?.(frame.envelope));
        case 'listChanged':
          return each((listener) => listener.onListChanged?.({ summary: frame.summary, removedId: frame.removedId }));
        case 'chunk':
          return each((listener) => listener.onChunk?.(frame.chunk));
        case 'terminal':
          return each((listener) => listener.onTerminal?.(frame.terminal));
        default:
          return assertNever(frame);
      }
    });
    transport.send({ kind: 'hello', protocol: PROTOCOL_VERSION, client: kind });
  });

  function each(run: (listener: ClientListener) => void): void {
    for (const listener of [...listeners]) run(listener);
  }

  function settle(id: number, run: (call: Waiting) => void): void {
    const call = waiting.get(id);
    if (!call) return;
    waiting.delete(id);
    try {
      run(call);
    } catch (error) {
      call.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function goneError(): RepriseError {
  return new RepriseError(
    'unavailable',
    'The connection to Reprise was closed. Reload the page, or start Reprise again.',
    { what: 'host' },
  );
}

function toError(frame: { code: ErrorCode; message: string; data: unknown }): RepriseError {
  return new RepriseError(frame.code, frame.message, frame.data as ErrorData<ErrorCode>);
}
