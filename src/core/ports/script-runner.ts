import type { ReadyEnvironment } from '../../protocol/environment';
import type { ExecutionMode, ExecutionResult, SandboxLevel } from '../../protocol/execution';
import type { DeviceChoice } from '../../protocol/hardware';
import type { SandboxRule } from '../../protocol/reproduction/options';
import type { Progress } from './cancellation';

export interface RunRequest {
  readonly reproductionId: string;
  readonly executionId: string;
  /** Terminal that the output is shown in; the runner opens and closes it. */
  readonly terminalId: string;
  readonly environment: ReadyEnvironment;
  readonly script: string;
  readonly scriptName: string;
  readonly arguments: readonly string[];
  readonly mode: ExecutionMode;
  readonly seed: number | null;
  /** False: may be forked from a warm interpreter, where there can be one; the result says whether it was. Absent: cold. */
  readonly cold?: boolean;
  /** The recorder also tells the size of gradients and weights, where the framework lets it. Absent: not. */
  readonly watchFinite?: boolean;
  /** The recorder also tells which lines of the script ran. Absent: not. */
  readonly watchReached?: boolean;
  readonly limits: {
    readonly seconds: number;
    /** Longest time without a byte printed or recorded. Null or absent: none. */
    readonly idleSeconds?: number | null;
    readonly memoryBytes: number | null;
    readonly outputBytes: number;
    readonly processes: number;
    readonly diskBytes: number;
  };
  /** Bound read-only: the project and its source roots, which go on the path. */
  readonly project: { readonly folder: string; readonly sourceRoots: readonly string[] } | null;
  readonly data: string | null;
  /** Cards that the run may use. Absent: as null. */
  readonly devices?: DeviceChoice;
  readonly sandbox: SandboxRule;
  /** A weaker sandbox was approved. */
  readonly allowWeakerSandbox: boolean;
}

/** Runs scripts in a case folder of their own, confined. A failed run is a result. Cancellation ends the whole tree and gives `stopped`. */
export interface ScriptRunner {
  /** What confinement a run would get now. */
  describe(rule: SandboxRule): Promise<SandboxLevel>;
  /** Errors: rejects with `unavailable` where the rule wants a sandbox and there is none and no weaker one was approved. */
  run(request: RunRequest, progress: Progress): Promise<ExecutionResult>;
}
