import { describe, expect, it } from 'vitest';
import { firstLine, formatDuration, tellingLine } from '../../../../src/renderer/app/format';

describe('tellingLine', () => {
  it.each([
    ['code below a fence', '```python\nimport numpy as np\nx = 1\n```', 'import numpy as np'],
    [
      'the exception below a traceback',
      'Traceback (most recent call last):\n  File "a.py"\nValueError: bad\n',
      'ValueError: bad',
    ],
    ['the exception below a traceback in a fence', '```\nTraceback (most recent call last):\nE: bad\n```\n', 'E: bad'],
    ['prose', '\n  numpy 1.26.4\nand more', 'numpy 1.26.4'],
    ['nothing', '```\n```', ''],
  ])('takes %s', (_what, text, line) => {
    expect(tellingLine(text)).toBe(line);
  });

  it('cuts as its neighbour does', () => {
    expect(tellingLine('abcdef', 4)).toBe(firstLine('abcdef', 4));
  });
});

describe('formatDuration', () => {
  it.each([
    [31, '31 ms'],
    [2140, '2.1 s'],
    [119_600, '2 min 0 s'],
    [200_000, '3 min 20 s'],
  ])('tells %i ms as %s', (ms, told) => {
    expect(formatDuration(ms)).toBe(told);
  });
});
