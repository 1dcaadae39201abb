import type { Progress } from './cancellation';

/** Turns texts into vectors of one length, near each other where their meaning is. Absent where nobody has configured one. */
export interface Embedder {
  /** One vector a text, in their order. Errors: rejects with `unavailable` where nobody answers, or not as described. */
  embed(texts: readonly string[], progress: Progress): Promise<readonly (readonly number[])[]>;
}
