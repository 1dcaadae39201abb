import type { LimitsKept, ProcessEnd } from '../../../protocol/execution';
import type { ProcessLimits } from '../types';

/** A program as it is started. */
export interface StartLine {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A group of processes that the kernel holds to a run's limits on memory and processes. */
export interface LimitGroup {
  readonly by: Exclude<LimitsKept['by'], 'polling'>;
  /** The same program, begun as a member, so that nothing of it ever ran outside. */
  begin(line: StartLine): StartLine;
  /** Takes a running process in, by its number here, with what it starts from then on. False: it could not be. */
  take(id: number): Promise<boolean>;
  /** Whether the program was started at all: what stands between may have refused. Known once that has ended. */
  hasBegun(): boolean;
  /** The limit that the kernel has kept, once it has; null: none so far. */
  exceeded(): ProcessEnd | null;
  /** Ends what is left in it, and removes it. */
  close(): Promise<void>;
}

export type HeldLimits = Pick<ProcessLimits, 'memoryBytes' | 'processes'>;

export interface LimitGroups {
  /**
   * A group for one run; `running`: for a process that runs already. A string: there is none to be had, and why, in words for people; looks
   * from time to time then keep the limits. Never rejects.
   */
  open(limits: HeldLimits, start: 'anew' | 'running'): Promise<LimitGroup | string>;
}

/** The kernel counts threads as well: so many for each process, since a framework takes some for each processor. */
const TASKS_PER_PROCESS = 64;

/** Most threads, in all, of so many processes. */
export function mostTasks(processes: number): number {
  return processes * TASKS_PER_PROCESS;
}

/** Number behind a name in a file such as `memory.events` (lines of a name and a number); 0 where it is not told. Pure. */
export function countIn(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

/** What the files of events of a group tell: the limit that was kept. Pure. */
export function judgeEvents(
  { memoryBytes, processes }: HeldLimits,
  events: { readonly memory: string; readonly tasks: string },
): ProcessEnd | null {
  if (memoryBytes !== null && countIn(events.memory, 'oom_kill') > 0)
    return { kind: 'memoryLimit', bytes: memoryBytes };
  if (processes !== null && countIn(events.tasks, 'max') > 0) return { kind: 'processLimit', processes };
  return null;
}
