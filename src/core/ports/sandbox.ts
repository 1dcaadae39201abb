import type { SandboxLevel } from '../../protocol/execution';

/** What a program may see and do. Everything not named here is out of its sight. Paths are absolute. */
export interface Confinement {
  /** Program first. Never a shell line. */
  readonly command: readonly string[];
  readonly workingFolder: string;
  /** Bound read-only at their own paths: interpreter prefix, environment, project, data. */
  readonly readOnly: readonly string[];
  /** Bound writable at their own paths: the case folder; for installs the environment and the cache. */
  readonly writable: readonly string[];
  /** Files and folders inside those that are put out of sight: keys, hooks. What is not there is passed over. */
  readonly hidden?: readonly string[];
  /** Files of ours that are shown read-only where a home in memory would lack them. Only bubblewrap gives such a home. */
  readonly homeFiles?: readonly { readonly source: string; readonly path: string }[];
  /** `index`: a loopback of its own and what names and certificates need; the caller shows a socket that leads to the index. */
  readonly network: SandboxLevel['network'];
  /** The whole environment block; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Bind the accelerator's device nodes that exist. */
  readonly gpu: boolean;
  /** Nodes of those that are not bound all the same. Absent: none. */
  readonly hiddenDevices?: readonly string[];
  /**
   * Folder, made by the caller inside a writable one, that gets a whole `proc`, so that namespaces inside can have one of their
   * own. For a program of ours alone that hides it from all code of others.
   */
  readonly wholeProc?: string;
  /** Sizes of the memory-backed /tmp and /dev/shm. */
  readonly temporaryBytes: number;
  readonly sharedMemoryBytes: number;
}

/** A command ready to be started, with how it is confined. */
export interface ConfinedCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly level: SandboxLevel;
  /** With `wholeProc`: the filter of system calls that namespaces made inside are to be held by, as hexadecimal digits. */
  readonly filterWithin?: string;
}

/** Turns a confinement into a command. Never silently weaker: `limitsOnly` is a call of its own. */
export interface Sandbox {
  /** What this machine has, found once. `reason` names the package to install where there is none. */
  describe(): Promise<Pick<SandboxLevel, 'level' | 'reason'>>;
  /** Errors: rejects with `unavailable` where the machine has no sandbox. */
  confine(confinement: Confinement): Promise<ConfinedCommand>;
  /** The stated weaker mode: the command with its cleaned environment, and limits alone around it. */
  limitsOnly(confinement: Confinement, reason: string): ConfinedCommand;
}
