import { defineConfig } from 'vitest/config';
import { ONLY_LONG } from './scripts/long-tests.mjs';

/** A loaded machine may take its time: what is polled for has 30 s, not the default of one. */
const poll = { timeout: 30_000 };

const leftOut = process.env['REPRISE_SLOW'] === '1' ? [] : [...ONLY_LONG];

/** `unit` and `contract` need nothing but Node; `integration` and `e2e` start real programs, a file at a time. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}', 'test/contract/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: leftOut,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          expect: { poll },
        },
      },
    ],
  },
});
