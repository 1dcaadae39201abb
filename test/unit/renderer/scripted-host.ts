import type { ClientFrame, HostFrame } from '../../../src/protocol/frame';
import type { MethodName, Params, Result } from '../../../src/protocol/methods';
import { PROTOCOL_VERSION } from '../../../src/protocol/primitives';
import { createTransportPair, type Transport } from '../../../src/protocol/transport';

type Answers = { [M in MethodName]?: (params: Params<M>) => Result<M> | Promise<Result<M>> };

/** A host in memory that answers from a table, keeps what it was asked, and says what it is told to. */
export interface ScriptedHost {
  readonly asked: { readonly method: string; readonly params: unknown }[];
  /** A new channel to it, as after a reconnect. */
  open(): Transport<ClientFrame, HostFrame>;
  tell(frame: HostFrame): void;
  /** Closes all channels, as when the program ends. */
  drop(): void;
}

export function createScriptedHost(answers: Answers, protocol = PROTOCOL_VERSION): ScriptedHost {
  const asked: ScriptedHost['asked'] = [];
  const ends = new Set<Transport<HostFrame, ClientFrame>>();
  return {
    asked,
    open: () => {
      const [client, own] = createTransportPair<ClientFrame, HostFrame>(queueMicrotask);
      ends.add(own);
      own.onClose(() => ends.delete(own));
      own.onMessage((frame) => {
        if (frame.kind === 'hello') {
          own.send(
            frame.protocol === protocol
              ? { kind: 'welcome', protocol }
              : {
                  kind: 'refused',
                  error: {
                    code: 'unsupportedVersion',
                    message: 'Update the page.',
                    data: { host: protocol, client: frame.protocol },
                  },
                },
          );
          return;
        }
        asked.push({ method: frame.method, params: frame.params });
        const answer = answers[frame.method as MethodName] as ((params: unknown) => unknown) | undefined;
        if (!answer) {
          const error = { code: 'unknownMethod' as const, message: 'Unknown.', data: { method: frame.method } };
          own.send({ kind: 'failure', id: frame.id, error });
          return;
        }
        void Promise.resolve(answer(frame.params)).then((result) =>
          own.send({ kind: 'response', id: frame.id, result }),
        );
      });
      return client;
    },
    tell: (frame) => {
      for (const end of [...ends]) end.send(frame);
    },
    drop: () => {
      for (const end of [...ends]) end.close();
    },
  };
}

/** Lets everything that is under way in memory come to rest. */
export function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
