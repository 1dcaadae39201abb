import { describe, expect, it } from 'vitest';
import { shortTraceback } from '../../../../src/core/model/short-traceback';

const frame = (file: string, code: string, marks = true): string =>
  `  File "${file}", line 7, in f\n    ${code}\n${marks ? '           ^^^^^~~~\n' : ''}`;
const long = `before\nTraceback (most recent call last):\n${frame('/work/a/case/reproducer.py', 'net(x)')}${frame('/work/a/case/reproducer.py', 'return self.l(x)')}${frame('/lib/a.py', 'one()').repeat(6)}${frame('/lib/b.py', 'last()')}ValueError: no\n(after)`;

describe('a traceback for a model', () => {
  it('keeps the way in, the last frames, the message, and all that is around it', () => {
    expect(shortTraceback(long).split('\n')).toEqual([
      'before',
      'Traceback (most recent call last):',
      '  File "reproducer.py", line 7, in f',
      '    net(x)',
      '  File "reproducer.py", line 7, in f',
      '    return self.l(x)',
      '  [… 4 frames left out …]',
      ...['  File "/lib/a.py", line 7, in f', '    one()', '  File "/lib/a.py", line 7, in f', '    one()'],
      ...['  File "/lib/b.py", line 7, in f', '    last()'],
      'ValueError: no',
      '(after)',
    ]);
  });

  it.each(['', 'no traceback\n  indented\n', frame('x.py', 'f()', false), 'SyntaxError: x\n'])(
    'leaves %j as it is',
    (text) => expect(shortTraceback(text)).toBe(text),
  );
});
