import { createClient, type Client } from '../../protocol/client';
import { isRepriseError } from '../../protocol/errors';
import type { ClientFrame, HostFrame } from '../../protocol/frame';
import type { Transport } from '../../protocol/transport';

/** Where the page stands with its host. */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** Lost or not there yet; another try follows by itself. */
  | { readonly kind: 'waiting'; readonly attempt: number }
  /** The host will not talk to this page; trying again would not help. */
  | { readonly kind: 'refused'; readonly message: string };

interface KeepConnected {
  readonly open: () => Promise<Transport<ClientFrame, HostFrame>>;
  readonly kind: Extract<ClientFrame, { kind: 'hello' }>['client'];
  readonly onConnection: (connection: Connection) => void;
  readonly onClient: (client: Client) => void;
  readonly schedule: (run: () => void, ms: number) => void;
}

/** Milliseconds before try number `attempt`, from 1: doubles from a quarter second to eight seconds. */
export function backoff(attempt: number): number {
  return Math.min(250 * 2 ** (attempt - 1), 8000);
}

/** Connects, and connects anew whenever the channel closes. Returns a function that ends it. */
export function keepConnected({ open, kind, onConnection, onClient, schedule }: KeepConnected): () => void {
  let ended = false;
  let current: Client | null = null;
  let attempt = 0;

  const tryAgain = (): void => {
    if (ended) return;
    current = null;
    attempt += 1;
    onConnection({ kind: 'waiting', attempt });
    schedule(() => void connect(), backoff(attempt));
  };

  const connect = async (): Promise<void> => {
    if (ended) return;
    try {
      const client = await createClient(await open(), kind);
      if (ended) return client.close();
      attempt = 0;
      current = client;
      client.listen({ onClose: tryAgain });
      onConnection({ kind: 'open' });
      onClient(client);
    } catch (error) {
      if (isRepriseError(error, 'unsupportedVersion')) onConnection({ kind: 'refused', message: error.message });
      else tryAgain();
    }
  };

  onConnection({ kind: 'connecting' });
  void connect();
  return () => {
    ended = true;
    current?.close();
  };
}
