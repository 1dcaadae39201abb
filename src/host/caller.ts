import type { HostFrame } from '../protocol/frame';
import type { ClientRole } from '../protocol/role';
import type { TerminalStream } from './stream-terminal';

/** A client, as the handlers see it. */
export interface ConnectedClient {
  readonly role: ClientRole;
  send(frame: HostFrame): void;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** What the client is attached to, each with the function that ends it. */
  readonly reproductions: Map<string, () => void>;
  readonly terminals: Map<string, TerminalStream>;
}

/** One request of a client. */
export interface Caller {
  readonly client: ConnectedClient;
  /** Runs once the reply has been sent: for what must not overtake it. */
  afterReply(run: () => void): void;
}

/** Ends all that a client was attached to. */
export function detachAll(client: ConnectedClient): void {
  for (const end of [...client.reproductions.values()]) end();
  for (const stream of [...client.terminals.values()]) stream.end();
  client.reproductions.clear();
  client.terminals.clear();
}
