import { z } from 'zod';

/** Version of the record that the runner writes. A reader lifts older ones a step at a time. */
export const RECORD_VERSION = 1;

/** The bytecode instruction that a frame stopped at: `op` is CPython's name of the opcode at `tb_lasti`. */
export const Instruction = z.object({ op: z.string(), offset: z.number().int() });

/** An array or tensor in a frame's locals. Never its values. `shape` is in elements; `device` as the framework prints it. */
export const TensorDescription = z.object({
  name: z.string(),
  type: z.string(),
  shape: z.array(z.number().int().nullable()).nullable(),
  dtype: z.string().nullable(),
  device: z.string().nullable(),
});
export type TensorDescription = z.infer<typeof TensorDescription>;

/** The installed distribution that owns a file. */
export const Distribution = z.object({ name: z.string(), version: z.string() });
export type Distribution = z.infer<typeof Distribution>;

export const FrameRecord = z.object({
  file: z.string(),
  line: z.number().int().nullable(),
  function: z.string(),
  module: z.string().nullable(),
  /** `script`: the file that was run; `distribution`: an installed package; `standardLibrary`; `project`; `other`. */
  place: z.enum(['script', 'distribution', 'standardLibrary', 'project', 'other']),
  distribution: Distribution.nullable(),
  instruction: Instruction.nullable(),
  code: z.string().nullable(),
  tensors: z.array(TensorDescription),
});
export type FrameRecord = z.infer<typeof FrameRecord>;

/** One exception of the chain. The first of the list is the one that ended the script; frames run outermost to innermost. */
export const ExceptionRecord = z.object({
  type: z.string(),
  module: z.string().nullable(),
  /** Names of all base classes, most derived first, `object` left out. */
  bases: z.array(z.string()),
  message: z.string(),
  relation: z.enum(['raised', 'cause', 'context', 'member']),
  frames: z.array(FrameRecord),
});
export type ExceptionRecord = z.infer<typeof ExceptionRecord>;

/** One thread's stack. `current`: the one that was running Python code, or was interrupted. Frames run innermost first. */
export const ThreadRecord = z.object({
  id: z.string(),
  current: z.boolean(),
  frames: z.array(z.object({ file: z.string(), line: z.number().int().nullable(), function: z.string() })),
});
export type ThreadRecord = z.infer<typeof ThreadRecord>;

const at = { atMs: z.number().nonnegative() };

/** One line of the record, as JSON. Unknown types are kept out by the reader, with a count. */
export const RecordLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('header'),
    version: z.literal(RECORD_VERSION),
    python: z.string(),
    implementation: z.string(),
    executable: z.string(),
    platform: z.string(),
    argv: z.array(z.string()),
    seed: z.number().int().nullable(),
    /** What text is hashed with. Null: drawn by the interpreter and told to nobody. Absent: an older record. */
    hashSeed: z.number().int().nonnegative().nullable().optional(),
  }),
  z.object({
    type: z.literal('phase'),
    ...at,
    name: z.enum(['started', 'firstStatement', 'importsDone', 'firstCall', 'finished']),
  }),
  z.object({
    type: z.literal('warning'),
    ...at,
    category: z.string(),
    message: z.string(),
    channel: z.enum(['warnings', 'logging']),
    frame: FrameRecord.nullable(),
  }),
  z.object({
    type: z.literal('metric'),
    ...at,
    name: z.string(),
    /** A JSON number, or `nan`, `inf`, `-inf`. */
    value: z.union([z.number(), z.enum(['nan', 'inf', '-inf'])]),
    step: z.number().int().nullable(),
    source: z.enum(['observe', 'history', 'printed', 'hook']),
  }),
  /** `seed` null: no whole number, or too large a one. `by` absent: an older record, the runner. */
  z.object({
    type: z.literal('seeded'),
    ...at,
    library: z.string(),
    seed: z.number().nullable(),
    by: z.enum(['runner', 'script']).optional(),
  }),
  /** Lines of the script that ran, as first and last of each run of them, where that was asked for. Lines that a framework ran in a form of its own may lack. */
  z.object({
    type: z.literal('reached'),
    ...at,
    ranges: z.array(z.tuple([z.number().int().positive(), z.number().int().positive()])),
  }),
  /** Where each thread stood when a limit ended the run. Told without the runner's key: shown, never judged. */
  z.object({ type: z.literal('threads'), ...at, threads: z.array(ThreadRecord) }),
  z.object({ type: z.literal('exception'), ...at, chain: z.array(ExceptionRecord).min(1) }),
  z.object({ type: z.literal('packages'), ...at, imported: z.array(Distribution) }),
  z.object({
    type: z.literal('finished'),
    ...at,
    exitCode: z.number().int(),
    peakHostBytes: z.number().nonnegative().nullable(),
    peakGpuBytes: z.number().nonnegative().nullable(),
  }),
]);
export type RecordLine = z.infer<typeof RecordLine>;
export type RecordLineOf<T extends RecordLine['type']> = Extract<RecordLine, { type: T }>;

/** A record read back. `dropped` counts lines that were torn, foreign or over the limits. */
export const ExecutionRecord = z.object({ lines: z.array(RecordLine), dropped: z.number().int().nonnegative() });
export type ExecutionRecord = z.infer<typeof ExecutionRecord>;
