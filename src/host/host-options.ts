import type { PipelinePorts, Session } from '../core/pipeline/session';
import type { Progress } from '../core/ports/cancellation';
import type { HostPorts } from '../core/ports/host-ports';

/** Drives one reproduction until it concludes, waits for a person, or the signal aborts. */
export type Pipeline = (options: {
  readonly session: Session;
  readonly ports: PipelinePorts;
  readonly progress: Progress;
}) => Promise<void>;

/** Something that a developer of Reprise should see: a fault of ours, with where it was met. Never shown to clients. */
export interface LogEntry {
  readonly where: string;
  readonly error: unknown;
}

export interface HostOptions {
  readonly ports: HostPorts;
  readonly version: string;
  readonly dataFolder: string;
  readonly platform: string;
  /** Absent: faults are dropped. Must not throw. */
  readonly log?: (entry: LogEntry) => void;
}
