import type { Cancellation } from '../../core/ports/cancellation';

/** Waits so long. Errors: rejects with the signal's reason once it aborts. */
export async function waitFor(milliseconds: number, signal: Cancellation): Promise<void> {
  signal.throwIfAborted();
  let end = (): void => undefined;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end);
  });
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
}
