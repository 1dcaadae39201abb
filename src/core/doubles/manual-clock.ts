import type { Cancellation } from '../ports/cancellation';
import type { Clock } from '../ports/clock';

/** A clock that only its owner turns. */
export interface ManualClock extends Clock {
  /** Moves time on and wakes the sleepers whose time has come, earliest first. */
  advance(ms: number): void;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** A clock that starts at `start` (ISO 8601) and stands still until it is turned. */
export function createManualClock(start = '2026-11-30T12:00:00.000Z'): ManualClock {
  const base = Date.parse(start);
  let passed = 0;
  let sleepers: readonly Sleeper[] = [];
  return {
    now: () => new Date(base + passed).toISOString(),
    elapsed: () => passed,
    sleep: (ms: number, signal: Cancellation) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          try {
            signal.throwIfAborted();
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        };
        const sleeper: Sleeper = {
          due: passed + ms,
          wake: () => {
            signal.removeEventListener('abort', end);
            resolve();
          },
        };
        if (signal.aborted) return end();
        signal.addEventListener('abort', end);
        sleepers = [...sleepers, sleeper];
      }),
    advance: (ms) => {
      passed += ms;
      const due = sleepers.filter((sleeper) => sleeper.due <= passed).sort((a, b) => a.due - b.due);
      sleepers = sleepers.filter((sleeper) => sleeper.due > passed);
      for (const sleeper of due) sleeper.wake();
    },
  };
}
