import { describe, expect, it } from 'vitest';
import { createPalette, oneLine } from '../../../src/cli/render/palette';

describe('text of a report on a terminal', () => {
  it('cannot move the cursor, write the clipboard, set the title, or turn the reading direction', () => {
    const hostile = 'a\u001b]52;c;ZXZpbA==\u0007b\u001b[2Jc\u009b31md\u202eoe\r\nf';
    expect(oneLine(hostile)).toBe('a?]52;c;ZXZpbA==?b?[2Jc?31md?oe f');
  });

  it('loses the colours that a library wrote into its message', () => {
    expect(oneLine('\u001b[1mNegative dimension\u001b[0m size \u001b[38;5;9m3\u001b[m')).toBe(
      'Negative dimension size 3',
    );
  });

  it('is cut to what was asked', () => {
    expect(oneLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(oneLine('x'.repeat(10), 10)).toBe('x'.repeat(10));
  });
});

describe('colours', () => {
  it('are written for a terminal and left out elsewhere', () => {
    expect(createPalette(true).good('yes')).toBe('\u001b[32myes\u001b[39m');
    expect(createPalette(false).good('yes')).toBe('yes');
  });
});
