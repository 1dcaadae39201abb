import type { Page } from 'playwright-core';

/** Times from a key or a press until the browser has painted what came of it, as the browser itself tells them. */
interface InputTimes {
  /** The longest since the last reset, in milliseconds. 0: all below 16 ms, which the browser does not tell. */
  most(): Promise<number>;
  reset(): Promise<void>;
}

/** Watches a page from now on. */
export async function watchInput(page: Page): Promise<InputTimes> {
  await page.evaluate(`(() => {
    globalThis.inputTimes = [];
    const watch = new PerformanceObserver((entries) => {
      for (const { name, duration } of entries.getEntries()) {
        if (['keydown', 'input', 'pointerup', 'click'].includes(name)) globalThis.inputTimes.push(duration);
      }
    });
    watch.observe({ type: 'event', durationThreshold: 16 });
  })()`);
  // An entry is told after the frame that it ends with.
  const settle = 'new Promise((resolve) => setTimeout(resolve, 500))';
  return {
    most: async () => (await page.evaluate(`${settle}.then(() => Math.max(0, ...globalThis.inputTimes))`)) as number,
    reset: async () => void (await page.evaluate(`${settle}.then(() => void (globalThis.inputTimes.length = 0))`)),
  };
}
