import type { PipelinePorts } from '../core/pipeline/session';
import type { HardwareProbe } from '../core/ports/hardware-probe';
import type { RunStore } from '../core/ports/run-store';
import type { Sandbox } from '../core/ports/sandbox';
import type { Secrets } from '../core/ports/secrets';
import type { SettingsStore } from '../core/ports/settings-store';
import type { SummaryIndex } from '../core/ports/summary-index';
import type { Terminals } from '../core/ports/terminals';
import type { ClientFrame, HostFrame } from '../protocol/frame';
import type { Transport } from '../protocol/transport';

/** A bundled report to try. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly name: string;
  readonly text: string;
}

/** Everything that a host is composed of. */
export interface HostPorts extends Omit<PipelinePorts, 'store'> {
  readonly store: RunStore;
  readonly summaries: SummaryIndex;
  readonly terminals: Terminals;
  readonly sandbox: Sandbox;
  readonly settings: SettingsStore;
  readonly secrets: Secrets;
  readonly hardware: HardwareProbe;
  readonly examples: () => Promise<readonly Example[]>;
}

/** Owns all reproductions of one data folder and serves any number of clients. */
export interface Host {
  /** Serves a client until its transport closes. The client's first frame must be `hello`. */
  connect(transport: Transport<HostFrame, ClientFrame>): void;
  /** Ends all runs, waits until everything is on disk, closes all transports. */
  close(): Promise<void>;
}
