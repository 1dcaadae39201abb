import type { ClientFrame, HostFrame } from '../protocol/frame';
import type { ClientRole } from '../protocol/role';
import type { Transport } from '../protocol/transport';

/** Owns all reproductions of one data folder and serves any number of clients. */
export interface Host {
  /** Serves a client until its transport closes. The client's first frame must be `hello`. `role` is by the way that it came. */
  connect(transport: Transport<HostFrame, ClientFrame>, role: ClientRole): void;
  /** Ends all runs, waits until everything is on disk, closes all transports. */
  close(): Promise<void>;
}
