/** How long a program has been silent. */
export interface Silence {
  /** To be called at every byte. */
  broken(): void;
  /** Milliseconds since the last byte, or since the start. */
  now(): number;
  end(): { readonly longestMs: number; readonly lastMs: number };
}

/** Times the silences of a program that starts now. */
export function timeSilence(): Silence {
  let since = performance.now();
  let longestMs = 0;
  const now = (): number => performance.now() - since;
  return {
    broken: () => {
      longestMs = Math.max(longestMs, now());
      since = performance.now();
    },
    now,
    end: () => ({ longestMs: Math.max(longestMs, now()), lastMs: now() }),
  };
}
