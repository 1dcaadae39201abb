import { z } from 'zod';

/** Data of each error code. The message beside it is for people and says what to do. */
const dataByCode = {
  badInput: z.object({ field: z.string().nullable() }),
  unsupportedVersion: z.object({ host: z.number(), client: z.number() }),
  unknownMethod: z.object({ method: z.string() }),
  notFound: z.object({ what: z.string(), id: z.string() }),
  wrongState: z.object({ state: z.string() }),
  conflict: z.object({ expected: z.string(), actual: z.string() }),
  notApproved: z.object({ digest: z.string() }),
  /** A page asked for what only the Run surface may do. */
  untrusted: z.object({ method: z.string() }),
  overloaded: z.object({ retryAfterMs: z.number() }),
  locked: z.object({ processId: z.number().nullable(), path: z.string() }),
  unwritable: z.object({ path: z.string() }),
  unavailable: z.object({ what: z.string() }),
  cancelled: z.object({}),
  internal: z.object({}),
} as const;

export type ErrorCode = keyof typeof dataByCode;
export type ErrorData<C extends ErrorCode> = z.infer<(typeof dataByCode)[C]>;

export const ErrorFrame = z.discriminatedUnion(
  'code',
  (Object.keys(dataByCode) as ErrorCode[]).map((code) =>
    z.object({ code: z.literal(code), message: z.string(), data: dataByCode[code] as z.ZodType }),
  ) as unknown as [z.ZodObject<{ code: z.ZodLiteral<ErrorCode>; message: z.ZodString; data: z.ZodType }>],
);

/** A refusal that a caller can meet in normal use. Our own bugs are other errors, and reach a caller as `internal`. */
export class RepriseError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'RepriseError';

  constructor(
    readonly code: C,
    message: string,
    readonly data: ErrorData<C>,
  ) {
    super(message);
  }
}

/** Tells a coded refusal of one kind from everything else. */
export function isRepriseError<C extends ErrorCode>(error: unknown, code: C): error is RepriseError<C> {
  return error instanceof RepriseError && error.code === code;
}
