/**
 * The part of an AbortSignal that the core needs, so that it compiles without DOM and Node types.
 * A real AbortSignal is one.
 */
export interface Cancellation {
  readonly aborted: boolean;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Goes through every slow call: when it must end, and who wants to hear how far it is. */
export interface Progress {
  readonly signal: Cancellation;
  /** A short line for people on what is being done. Never throws. */
  report(note: string): void;
}
