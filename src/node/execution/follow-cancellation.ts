import type { Cancellation } from '../../core/ports/cancellation';

/** A real AbortSignal that follows the core's cancellation until `leave` is called. */
export function followCancellation(cancellation: Cancellation): { readonly signal: AbortSignal; leave(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (cancellation.aborted) abort();
  cancellation.addEventListener('abort', abort);
  return { signal: controller.signal, leave: () => cancellation.removeEventListener('abort', abort) };
}
