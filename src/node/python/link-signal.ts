import type { Cancellation } from '../../core/ports/cancellation';

/** Runs work with a real AbortSignal that follows the core's cancellation. */
export async function withSignal<T>(cancellation: Cancellation, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  cancellation.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort();
  cancellation.addEventListener('abort', abort);
  try {
    return await work(controller.signal);
  } finally {
    cancellation.removeEventListener('abort', abort);
  }
}
