import { z } from 'zod';
import { Digest, Id, Timestamp } from './primitives';
import { ExecutionRecord } from './record/record';

/** How a run was confined. `reason` says why it is weaker than `bubblewrap`, in words for people. */
export const SandboxLevel = z.object({
  level: z.enum(['bubblewrap', 'seatbelt', 'limitsOnly']),
  network: z.enum(['none', 'index', 'open']),
  reason: z.string().nullable(),
});
export type SandboxLevel = z.infer<typeof SandboxLevel>;

/** Why a process is gone. A failed Python run is a result, never an error. */
export const ProcessEnd = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exited'), code: z.number().int() }),
  z.object({ kind: z.literal('signalled'), signal: z.string() }),
  z.object({ kind: z.literal('timeLimit'), seconds: z.number() }),
  /** Nothing was printed and nothing was recorded for so long. */
  z.object({ kind: z.literal('idleLimit'), seconds: z.number() }),
  z.object({ kind: z.literal('memoryLimit'), bytes: z.number() }),
  z.object({ kind: z.literal('outputLimit'), bytes: z.number() }),
  z.object({ kind: z.literal('processLimit'), processes: z.number() }),
  z.object({ kind: z.literal('diskLimit'), bytes: z.number() }),
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('couldNotStart'), reason: z.string() }),
  /** The host itself ended while the process ran. */
  z.object({ kind: z.literal('lost') }),
]);
export type ProcessEnd = z.infer<typeof ProcessEnd>;

/**
 * Who keeps the limits on memory and processes: the kernel, in a control group of ours or a scope of the user's service manager, or we alone, by
 * looks from time to time. `reason` says why it is not the kernel, in words for people.
 */
export const LimitsKept = z.object({ by: z.enum(['cgroup', 'scope', 'polling']), reason: z.string().nullable() });
export type LimitsKept = z.infer<typeof LimitsKept>;

/** One piped stream. `tail` is its last part as text (at most 64 KiB); the whole is on disk under the terminal. */
export const StreamSummary = z.object({ bytes: z.number().int().nonnegative(), tail: z.string() });
export type StreamSummary = z.infer<typeof StreamSummary>;

export const ExecutionPurpose = z.enum(['search', 'repeat', 'confirm', 'control']);
export type ExecutionPurpose = z.infer<typeof ExecutionPurpose>;

/** `recorded`: under the runner. `plain`: `python script.py` with no runner in the process. */
export const ExecutionMode = z.enum(['recorded', 'plain']);
export type ExecutionMode = z.infer<typeof ExecutionMode>;

export const ExecutionResult = z.object({
  end: ProcessEnd,
  durationMs: z.number().nonnegative(),
  stdout: StreamSummary,
  stderr: StreamSummary,
  /** Null in plain mode. */
  record: ExecutionRecord.nullable(),
  sandbox: SandboxLevel,
  /** Absent in older results: by looks. */
  limits: LimitsKept.optional(),
  /** Whether it was forked from an interpreter that had the script's frameworks imported. Absent in older results: cold. */
  warm: z.boolean().optional(),
  /** Why a run that was not asked to be cold was so, in words for people; null where it was warm, or asked to be cold. */
  coldReason: z.string().nullable().optional(),
  /** How long nothing was printed and nothing was recorded: the longest time, and the time before the end. */
  silence: z.object({ longestMs: z.number().nonnegative(), lastMs: z.number().nonnegative() }).optional(),
  /**
   * How much memory of the host the run's processes had, as it was looked at: milliseconds since the start with bytes, pages that
   * processes share counted for each. Absent: the run was too short for two looks, or is older.
   */
  memory: z
    .array(z.tuple([z.number().nonnegative(), z.number().nonnegative()]))
    .max(400)
    .optional(),
});
export type ExecutionResult = z.infer<typeof ExecutionResult>;

/** One run of a script. */
export const Execution = z.object({
  id: Id,
  attemptId: Id,
  purpose: ExecutionPurpose,
  mode: ExecutionMode,
  /** Before the end: what was asked for. After it: what was. */
  cold: z.boolean(),
  seed: z.number().int().nullable(),
  scriptDigest: Digest,
  terminalId: Id,
  startedAt: Timestamp,
  result: ExecutionResult.nullable(),
});
export type Execution = z.infer<typeof Execution>;
