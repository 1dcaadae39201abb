import { app } from 'electron';

/** Runs are ended within a few seconds; a disk that hangs must not keep the program for ever. */
const TIME_LIMIT_MS = 15_000;

/** Holds the end of the program back until the host has closed. */
export function waitBeforeQuit(close: () => Promise<void>): void {
  let closing: Promise<void> | null = null;
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    const limit = new Promise<void>((resolve) => setTimeout(resolve, TIME_LIMIT_MS).unref());
    closing ??= Promise.race([close(), limit])
      .catch(() => undefined)
      .then(() => {
        closed = true;
        app.quit();
      });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}
