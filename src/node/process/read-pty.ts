import type { MarkCutter } from './cut-mark';
import type { Pty } from './load-pty';

export interface PtyReader {
  /** Resolves when the mark has come and all before it was handed on. */
  readonly marked: Promise<void>;
  /** Resolves when the launcher is gone and all that came was handed on. */
  readonly exited: Promise<{ readonly exitCode: number; readonly signal: number }>;
  /** What the handler threw; null: nothing. */
  failure(): { readonly error: unknown } | null;
}

export interface PtyReaderOptions {
  readonly pty: Pty;
  readonly cutter: MarkCutter;
  readonly outputBytes: number | null;
  readonly onBytes: (bytes: Buffer) => Promise<void> | void;
  readonly onLimit: () => void;
  readonly onFailure: () => void;
}

/** Hands on what a pty gives, one chunk at a time: it is paused while the handler works. Bytes over the limit are not handed on. */
export function readPty({ pty, cutter, outputBytes, onBytes, onLimit, onFailure }: PtyReaderOptions): PtyReader {
  let left = outputBytes ?? Infinity;
  let failed: { readonly error: unknown } | null = null;
  let queue: Promise<void> = Promise.resolve();

  async function handOn(bytes: Buffer): Promise<void> {
    if (failed !== null || bytes.length === 0) return;
    const given = bytes.length > left ? bytes.subarray(0, left) : bytes;
    left -= given.length;
    if (given.length < bytes.length) onLimit();
    if (given.length === 0) return;
    try {
      await onBytes(given);
    } catch (error) {
      failed = { error };
      onFailure();
    }
  }

  const marked = new Promise<void>((resolve) => {
    pty.onData((bytes) => {
      pty.pause();
      queue = queue.then(async () => {
        await handOn(cutter.push(bytes));
        if (cutter.code() !== null) resolve();
        pty.resume();
      });
    });
  });
  const exited = new Promise<{ readonly exitCode: number; readonly signal: number }>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      queue = queue.then(() => handOn(cutter.rest()));
      void queue.then(() => resolve({ exitCode, signal: signal ?? 0 }));
    });
  });
  return { marked, exited, failure: () => failed };
}
