import { describe, expect, test } from 'vitest';
import { cutExcerpt } from '../../../../src/renderer/terminal/cut-excerpt';

function cut(text: string, start: number, offset: number) {
  const { before, line, after } = cutExcerpt(new TextEncoder().encode(text), start, offset);
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return [decode(before), decode(line), decode(after)];
}

describe('an excerpt of a log', () => {
  test('holds the line of the place between what is around it', () => {
    expect(cut('one\ntwo\nthree\n', 0, 4)).toEqual(['one\n', 'two', '\nthree\n']);
    expect(cut('one\r\ntwo\r\n', 0, 5)).toEqual(['one\r\n', 'two', '\r\n']);
  });

  test('begins with a whole line where it begins in the middle of the log', () => {
    expect(cut('rest\none\ntwo\n', 1000, 1009)).toEqual(['one\n', 'two', '\n']);
    // No line ends before it.
    expect(cut('long lineXtwo\n', 1000, 1010)).toEqual(['', 'two', '\n']);
  });

  test('ends at a line that was written over right away', () => {
    expect(cut('bar 1%\rbar 2%\rbar 3%\nend\n', 0, 7)).toEqual(['bar 1%\r', 'bar 2%', '']);
  });

  test('is what there is where the log is shorter', () => {
    expect(cut('one', 0, 50)).toEqual(['one', '', '']);
    expect(cut('one', 0, 0)).toEqual(['', 'one', '']);
  });
});
