import type { ConfinedCommand } from '../../core/ports/sandbox';
import type { ProcessEnd } from '../../protocol/execution';
import type { LimitGroup } from './groups/limit-group';

/** Each limit ends the whole tree with a named reason. Null: none. */
export interface ProcessLimits {
  readonly seconds: number;
  /** Without a byte on any stream. Absent: none. */
  readonly idleSeconds?: number | null;
  /** Of the tree together, private plus proportional share. */
  readonly memoryBytes: number | null;
  /** Of both streams together. */
  readonly outputBytes: number | null;
  readonly processes: number | null;
  /** Below `diskFolder`. */
  readonly diskBytes: number | null;
  readonly diskFolder: string | null;
}

export interface RunProcessOptions {
  readonly command: ConfinedCommand;
  readonly limits: ProcessLimits;
  /** Ends the tree: TERM, then KILL after three seconds. */
  readonly signal: AbortSignal;
  /** Whole text for standard input; null: closed at once. */
  readonly input: string | null;
  /** The stream is paused until what is returned resolves. */
  readonly onStdout: (bytes: Buffer) => Promise<void> | void;
  readonly onStderr: (bytes: Buffer) => Promise<void> | void;
  /** Bytes that the program writes to descriptor 3; absent: there is no such descriptor. */
  readonly onRecord?: (bytes: Buffer) => Promise<void> | void;
  /** Called right before the runner is asked where its threads stand, when a time limit ends the run. Absent: it is not asked. */
  readonly onAskForStacks?: () => void;
  /** Sent down descriptor 3 before anything is read from it. */
  readonly recordKey?: string;
  /** Holds it to its limits on memory and processes; closed by the caller. Absent: looks alone do. */
  readonly group?: LimitGroup;
}

/** A process is over when it is gone and its streams are drained. Never rejects for what the program did. */
export interface ProcessOutcome {
  readonly end: ProcessEnd;
  readonly durationMs: number;
  /** How long nothing came on any stream; absent where it did not run on pipes. */
  readonly silence?: { readonly longestMs: number; readonly lastMs: number };
  /** Milliseconds since the start with bytes in memory, as it was looked at; absent where nobody looked. */
  readonly memory?: readonly (readonly [number, number])[];
}

export type RunProcess = (options: RunProcessOptions) => Promise<ProcessOutcome>;

export interface RunInPtyOptions {
  readonly command: ConfinedCommand;
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  readonly columns: number;
  readonly rows: number;
  readonly onBytes: (bytes: Buffer) => Promise<void> | void;
  /** Called once, when keys and sizes can be taken. */
  readonly onControl: (control: { write(data: string): void; resize(columns: number, rows: number): void }) => void;
}

/** Runs in a pty held open by a small launcher, so that no byte at the end is lost (the program's exit code comes with it). */
export type RunInPty = (options: RunInPtyOptions) => Promise<ProcessOutcome>;
