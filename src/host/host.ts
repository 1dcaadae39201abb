import type { ClientFrame, HostFrame } from '../protocol/frame';
import type { Transport } from '../protocol/transport';

/** Owns all reproductions of one data folder and serves any number of clients. */
export interface Host {
  /** Serves a client until its transport closes. The client's first frame must be `hello`. */
  connect(transport: Transport<HostFrame, ClientFrame>): void;
  /** Ends all runs, waits until everything is on disk, closes all transports. */
  close(): Promise<void>;
}
