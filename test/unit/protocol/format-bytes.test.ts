import { expect, it } from 'vitest';
import { formatBytes } from '../../../src/protocol/format-bytes';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [5_300_000_000, '5.3 GB'],
])('tells %i bytes as %s', (bytes, told) => {
  expect(formatBytes(bytes)).toBe(told);
});
