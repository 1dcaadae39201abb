import { z } from 'zod';
import { Id } from './primitives';

/** A reader that has this many bytes unacknowledged is sent no more until it acknowledges. */
export const HIGH_WATER_BYTES = 256 * 1024;
/** Sending goes on below this many unacknowledged bytes. */
export const LOW_WATER_BYTES = 64 * 1024;

/** Bytes of a terminal. `offset` counts from the terminal's first byte; `data` is base64. */
export const TerminalChunk = z.object({ terminalId: Id, offset: z.number().int().nonnegative(), data: z.string() });
export type TerminalChunk = z.infer<typeof TerminalChunk>;

export const TerminalStatus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('closed'), size: z.number().int().nonnegative() }),
]);
export type TerminalStatus = z.infer<typeof TerminalStatus>;

/** A place in a log to search from: the first byte of a line, and the line's number from 1. */
export const TerminalPlace = z.object({
  offset: z.number().int().nonnegative(),
  line: z.number().int().positive(),
});
export type TerminalPlace = z.infer<typeof TerminalPlace>;

/** A line of a log that holds what was looked for, without its colours, at most 500 characters. What a progress bar wrote over counts as lines of one number. */
export const TerminalMatch = TerminalPlace.extend({ text: z.string() });
export type TerminalMatch = z.infer<typeof TerminalMatch>;

export const TerminalDescription = z.object({
  id: Id,
  title: z.string(),
  /** `pty` takes keys and sizes; `pipes` only shows. */
  source: z.enum(['pty', 'pipes']),
  size: z.number().int().nonnegative(),
  status: TerminalStatus,
});
export type TerminalDescription = z.infer<typeof TerminalDescription>;
