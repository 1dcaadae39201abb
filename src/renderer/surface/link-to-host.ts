import type { ClientFrame, HostFrame } from '../../protocol/frame';
import type { MethodName, Params, Result } from '../../protocol/methods';
import { PROTOCOL_VERSION } from '../../protocol/protocol-version';
import type { Transport } from '../../protocol/transport';

/** The surface's own thin client: it checks nothing that it shows as text alone, so that no library has to be in it. */
export interface HostLink {
  /** Errors: rejects with the host's sentence for people. */
  ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Greets the host over a transport. Errors: rejects where the host refuses or the channel closes first. */
export function linkToHost(options: {
  readonly transport: Transport<ClientFrame, HostFrame>;
  readonly kind: Extract<ClientFrame, { kind: 'hello' }>['client'];
  readonly onEvent: (reproductionId: string) => void;
  readonly onClose: () => void;
}): Promise<HostLink> {
  const { transport } = options;
  const waiting = new Map<number, Waiting>();
  let nextId = 0;
  const link: HostLink = {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        transport.send({ kind: 'request', id, method, params });
      }),
  };
  return new Promise((resolve, reject) => {
    transport.onClose(() => {
      const error = new Error('closed');
      reject(error);
      for (const call of waiting.values()) call.reject(error);
      waiting.clear();
      options.onClose();
    });
    transport.onMessage((frame) => {
      switch (frame.kind) {
        case 'welcome':
          return resolve(link);
        case 'refused':
          return reject(new Error(frame.error.message));
        case 'response':
          waiting.get(frame.id)?.resolve(frame.result);
          return void waiting.delete(frame.id);
        case 'failure':
          waiting.get(frame.id)?.reject(new Error(frame.error.message));
          return void waiting.delete(frame.id);
        case 'event':
          return options.onEvent(frame.envelope.reproductionId);
        case 'listChanged':
        case 'chunk':
        case 'terminal':
          return;
      }
    });
    transport.send({ kind: 'hello', protocol: PROTOCOL_VERSION, client: options.kind });
  });
}
