import type { Cancellation } from '../../core/ports/cancellation';

/**
 * Does work with a signal of its own that aborts with the caller's, or after so long.
 * Errors: the caller's reason where the caller cancelled, else what the work throws.
 */
export async function withinLimit<T>(
  options: { readonly signal: Cancellation; readonly limitMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, limitMs } = options;
  signal.throwIfAborted();
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  signal.addEventListener('abort', cancel);
  const timer = setTimeout(cancel, limitMs);
  try {
    return await work(controller.signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}
