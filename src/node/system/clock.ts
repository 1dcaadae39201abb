import type { Clock } from '../../core/ports/clock';

/** The machine's clock. */
export function createClock(): Clock {
  return {
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          try {
            signal.throwIfAborted();
          } catch (error) {
            reject(error);
          }
        };
        const timer = setTimeout(() => {
          signal.removeEventListener('abort', stop);
          resolve();
        }, ms);
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop);
      }),
  };
}
