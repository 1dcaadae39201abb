import type { Readable } from 'node:stream';

/** One stream of a process, being read to its end. */
export interface Drain {
  /** Resolves at the end of the stream. Rejects with what the handler threw. */
  readonly done: Promise<void>;
  /** Since when nothing has come although we were reading; null while the handler works or after the end. */
  idleSince(): number | null;
  /** Takes the rest as lost. */
  abandon(): void;
}

/** Hands on every chunk of a stream, one at a time: the stream is paused while the handler works. */
export function drainStream(stream: Readable, onBytes: (bytes: Buffer) => Promise<void> | void): Drain {
  let idle: number | null = performance.now();

  async function drain(): Promise<void> {
    try {
      for await (const chunk of stream) {
        idle = null;
        await onBytes(chunk as Buffer);
        idle = performance.now();
      }
    } catch (error) {
      if (!isStreamFailure(error)) throw error;
    } finally {
      idle = null;
    }
  }

  return { done: drain(), idleSince: () => idle, abandon: () => stream.destroy() };
}

/** A torn connection to the program ends its stream, as closing does. */
function isStreamFailure(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EIO' || code === 'EPIPE';
}
