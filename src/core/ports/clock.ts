import type { Cancellation } from './cancellation';

/** Time. Doubles turn it by hand. */
export interface Clock {
  /** Now, as ISO 8601 in UTC. */
  now(): string;
  /** Milliseconds that only rise; for durations. */
  elapsed(): number;
  /** Resolves after `ms`, or rejects at once when the signal aborts. */
  sleep(ms: number, signal: Cancellation): Promise<void>;
}
