import { z } from 'zod';

export { PROTOCOL_VERSION } from './protocol-version';

/** Opaque identifier, safe as a file name. */
export const Id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** ISO 8601 in UTC, such as `2026-11-30T14:03:00.000Z`. */
export const Timestamp = z.iso.datetime();

/** SHA-256 of UTF-8 text, in lower-case hexadecimal. */
export const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** Half-open range of UTF-16 offsets in the report's source text. */
export const Span = z.object({ start: z.number().int().nonnegative(), end: z.number().int().nonnegative() });
export type Span = Readonly<z.infer<typeof Span>>;

/** Ends a switch over a union: a new member without a case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled member of a union: ${JSON.stringify(value)}`);
}
