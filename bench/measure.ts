import { performance } from 'node:perf_hooks';

/** Runs the work `runs` times after one warm-up and gives the times in milliseconds, sorted. */
export async function measure(runs: number, work: () => Promise<unknown> | unknown): Promise<readonly number[]> {
  await work();
  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

/** The middle one of sorted times. */
export function median(times: readonly number[]): number {
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** A line with minimum, median and maximum. */
export function row(name: string, times: readonly number[]): string {
  const cell = (value: number | undefined) => `${(value ?? Number.NaN).toFixed(0)} ms`.padStart(10);
  return `${name.padEnd(44)}${cell(times[0])}${cell(median(times))}${cell(times.at(-1))}\n`;
}

export const header = `${''.padEnd(44)}${['least', 'median', 'most'].map((name) => name.padStart(10)).join('')}\n`;
