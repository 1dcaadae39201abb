import { describe, expect, it } from 'vitest';
import { parsePrintedExceptions } from '../../../../src/core/report/parse-printed-exceptions';
import { splitLines } from '../../../../src/core/report/split-lines';

/** What was found, in short: `type: message (relation) code@line …`. */
const parse = (text: string): string[] =>
  parsePrintedExceptions(splitLines(text)).map(
    ({ type, message, relation, frames }) =>
      `${type}: ${message} (${relation}) ${frames.map((frame) => `${frame.file}:${frame.line}:${frame.function ?? '-'}:${frame.code ?? '-'}`).join(' | ')}`,
  );

describe('parsePrintedExceptions', () => {
  it.each<[string, string, string[]]>([
    [
      'Python 2.7',
      'Traceback (most recent call last):\n  File "a.py", line 2, in <module>\n    main()\nValueError: bad\n',
      ['ValueError: bad (raised) a.py:2:<module>:main()'],
    ],
    [
      'carets of 3.11 to 3.14',
      'Traceback (most recent call last):\n  File "a.py", line 2, in f\n    return a @ b\n           ~~^~~\nRuntimeError: no\n',
      ['RuntimeError: no (raised) a.py:2:f:return a @ b'],
    ],
    [
      'a statement over lines, 3.13',
      'Traceback (most recent call last):\n  File "a.py", line 2, in f\n    g(1,\n    ~^^^\n      2)\n      ^^\nTypeError: no\n',
      ['TypeError: no (raised) a.py:2:f:g(1, 2)'],
    ],
    [
      'a class with its module',
      'Traceback (most recent call last):\n  File "a.py", line 2, in f\n    g()\ntorch.cuda.OutOfMemoryError: CUDA out of memory.\n',
      ['torch.cuda.OutOfMemoryError: CUDA out of memory. (raised) a.py:2:f:g()'],
    ],
    [
      'no message',
      'Traceback (most recent call last):\n  File "a.py", line 2, in f\n    assert x\nAssertionError\n',
      ['AssertionError:  (raised) a.py:2:f:assert x'],
    ],
    [
      'a word before the class',
      'Traceback (most recent call last):\n  File "a.py", line 2, in f\n    g()\nError: ValueError: no such size\n',
      ['ValueError: no such size (raised) a.py:2:f:g()'],
    ],
    [
      'a notebook with numbered empty lines',
      '/usr/lib/a/linear.py in forward(self, input)\n    112\n    113     def forward(self, input):\n--> 114         return F.linear(input)\n    115\n    116     def extra(self):\n\nTypeError: no tuple\n',
      ['TypeError: no tuple (raised) /usr/lib/a/linear.py:114:forward:return F.linear(input)'],
    ],
    [
      'a message over lines',
      'Traceback (most recent call last):\n  File "a.py", line 2, in f\n    g()\nRuntimeError: Error(s) in loading state_dict for N:\n\tMissing key(s): "a".\n',
      ['RuntimeError: Error(s) in loading state_dict for N:\n\tMissing key(s): "a". (raised) a.py:2:f:g()'],
    ],
    [
      'a syntax error',
      '  File "a.py", line 3\n    print 1\n          ^\nSyntaxError: invalid syntax\n',
      ['SyntaxError: invalid syntax (raised) a.py:3:-:print 1'],
    ],
    [
      'recursion',
      'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    f()\n  [Previous line repeated 996 more times]\nRecursionError: deep\n',
      ['RecursionError: deep (raised) a.py:1:f:f()'],
    ],
    [
      'quoted',
      '> Traceback (most recent call last):\n>   File "a.py", line 2, in f\n>     g()\n> ValueError: bad\n',
      ['ValueError: bad (raised) a.py:2:f:g()'],
    ],
    [
      'indented',
      '    Traceback (most recent call last):\n      File "a.py", line 2, in f\n        g()\n    ValueError: bad\n',
      ['ValueError: bad (raised) a.py:2:f:g()'],
    ],
    [
      'several processes',
      '[rank0]: Traceback (most recent call last):\n[rank0]:   File "a.py", line 2, in f\n[rank0]:     g()\n[rank0]: ValueError: bad\n',
      ['ValueError: bad (raised) a.py:2:f:g()'],
    ],
    [
      'the upper part cut off',
      '  File ".../keras/saving.py", line 584, in load\n    x = y.decode()\nAttributeError: no decode\n',
      ['AttributeError: no decode (raised) .../keras/saving.py:584:load:x = y.decode()'],
    ],
    [
      'a numbered line alone',
      '    223         up = torch.cat([a, b], 1)\nRuntimeError: Sizes must match\n',
      ['RuntimeError: Sizes must match (raised) <unknown>:223:-:up = torch.cat([a, b], 1)'],
    ],
    [
      'a chain',
      'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    d["x"]\nKeyError: \'x\'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nTypeError: t\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File "a.py", line 5, in f\n    h()\nValueError: v\n',
      [
        'KeyError: \'x\' (context) a.py:1:f:d["x"]',
        'TypeError: t (cause) a.py:3:f:g()',
        'ValueError: v (raised) a.py:5:f:h()',
      ],
    ],
    [
      'IPython 7',
      '---------------------------------------------------------------------------\nValueError                                Traceback (most recent call last)\n<ipython-input-5-abc> in <module>()\n      3 y = 2\n----> 4 f(x)\n      5 z = 1\n\n/usr/lib/x.py in f(a, b)\n      9 def f(a):\n---> 10     g(a)\n\nValueError: bad\n',
      ['ValueError: bad (raised) <ipython-input-5-abc>:4:<module>:f(x) | /usr/lib/x.py:10:f:g(a)'],
    ],
    [
      'IPython 8',
      'RuntimeError                              Traceback (most recent call last)\nCell In[3], line 2\n      1 x = 1\n----> 2 lin(x)\n\nFile ~/env/torch/nn/linear.py:114, in Linear.forward(self, input)\n    113 def forward(self, input):\n--> 114     return F.linear(input)\n\nRuntimeError: mat1 and mat2\n',
      [
        'RuntimeError: mat1 and mat2 (raised) <cell 3>:2:-:lin(x) | ~/env/torch/nn/linear.py:114:Linear.forward:return F.linear(input)',
      ],
    ],
    ['no traceback at all', 'The file "a.py", line 3, in short: it is broken.\nNote: nothing here\n', []],
  ])('reads %s', (_, text, expected) => {
    expect(parse(text)).toEqual(expected);
  });
});
