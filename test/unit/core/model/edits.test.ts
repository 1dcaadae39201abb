import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../src/core/model/apply-edits';
import { diffText } from '../../../../src/core/model/line-hunks';
import { mergeTexts } from '../../../../src/core/model/merge-texts';
import type { ScriptEdit } from '../../../../src/protocol/model';

const script = 'import os\n\ndef f(x):\n    y = x\n    return y\n\nf(1)\nprint("a")\nprint("a")\n';
const edit = (anchor: string, replacement: string, place: ScriptEdit['place'] = 'replace'): ScriptEdit => ({
  anchor,
  replacement,
  place,
});

describe('applyEdits', () => {
  it.each([
    ['replaces', [edit('f(1)', 'f(2)')], script.replace('f(1)', 'f(2)')],
    [
      'replaces several lines',
      [edit('    y = x\n    return y', '    return x')],
      script.replace('    y = x\n    return y', '    return x'),
    ],
    ['puts before', [edit('f(1)', 'x = 1', 'before')], script.replace('f(1)', 'x = 1\nf(1)')],
    ['puts after', [edit('import os', 'import sys', 'after')], script.replace('import os', 'import os\nimport sys')],
    ['takes out', [edit('f(1)', '')], script.replace('f(1)\n', '')],
    ['puts at the beginning without an anchor', [edit('', 'import re', 'before')], `import re\n${script}`],
    ['puts at the end without an anchor', [edit('', 'f(3)', 'after')], `${script}f(3)\n`],
    ['follows an edit with an edit', [edit('f(1)', 'f(2)'), edit('f(2)', 'f(3)')], script.replace('f(1)', 'f(3)')],
    ['looks past blanks at the end of lines', [edit('f(1)   ', 'f(2)')], script.replace('f(1)', 'f(2)')],
    [
      'moves along where the anchor stands off',
      [edit('y = x\nreturn y', 'y = 2\nreturn y')],
      script.replace('y = x', 'y = 2'),
    ],
    ['looks past the numbers of a listing', [edit('4:     y = x', '    y = 3')], script.replace('y = x', 'y = 3')],
    [
      'looks past blanks and quotes',
      [edit("print( 'a' )\nprint('a')", 'f(2)')],
      'import os\n\ndef f(x):\n    y = x\n    return y\n\nf(1)\nf(2)\n',
    ],
    ['replaces a part of a line that stands once', [edit('return y', 'return y + 1'), edit(' y + 1', ' y')], script],
    ['replaces a part of a line', [edit('f(x)', 'f(x, z=1)')], script.replace('f(x)', 'f(x, z=1)')],
    [
      'puts lines behind the line that a part names',
      [edit('ef f(', 'z = 1', 'before')],
      script.replace('def', 'z = 1\ndef'),
    ],
    ['leaves out what changes nothing', [edit('f(1)', 'f(1)', 'before'), edit('y = x', ' y = x')], script],
    ['takes line ends of Windows', [edit('f(1)\r\n', 'f(2)\r\n')], script.replace('f(1)', 'f(2)')],
  ])('%s', (_name, edits, text) => {
    expect(applyEdits(script, edits)).toEqual({ kind: 'applied', text });
  });

  it('tells what it did not find, with what looks like it, and changes nothing', () => {
    expect(applyEdits(script, [edit('f(1)', 'f(2)'), edit('return z', 'return 1')])).toEqual({
      kind: 'missed',
      misses: [{ anchor: 'return z', why: 'absent', near: ['    return y'] }],
    });
    expect(applyEdits(script, [edit('print("a")', 'print("b")')])).toMatchObject({ misses: [{ why: 'ambiguous' }] });
    expect(applyEdits(script, [edit('', 'x')])).toMatchObject({ kind: 'missed' });
    // A part that stands twice, that is too short, or that more than a part of a line replaces.
    expect(applyEdits(script, [edit('int("a"', 'x')])).toMatchObject({ kind: 'missed' });
    expect(applyEdits(script, [edit('f x', 'x')])).toMatchObject({ kind: 'missed' });
    expect(applyEdits(script, [edit('f(x)', 'f(x):\n    pass')])).toMatchObject({ kind: 'missed' });
  });

  it('never throws, and leaves lines that no anchor names', () => {
    const line = fc.constantFrom('a', '  b', 'c = 1', '', 'd');
    const text = fc.array(line, { maxLength: 8 }).map((lines) => `${lines.join('\n')}\n`);
    fc.assert(
      fc.property(
        text,
        fc.array(
          fc.record({
            anchor: fc.oneof(text, fc.string()),
            replacement: text,
            place: fc.constantFrom('replace' as const, 'before' as const, 'after' as const),
          }),
          { maxLength: 3 },
        ),
        (base, edits) => {
          const kept = `${base}unique_line()\n`;
          const result = applyEdits(
            kept,
            edits.filter(({ anchor }) => !anchor.includes('unique')),
          );
          if (result.kind === 'applied') expect(result.text).toContain('unique_line()');
        },
      ),
    );
  });
});

describe('mergeTexts', () => {
  const base = 'a\nb\nc\nd\ne\n';
  it('takes both changes where they do not meet', () => {
    expect(mergeTexts(base, 'a\nB\nc\nd\ne\n', 'a\nb\nc\nd\nE\nf\n')).toEqual({
      text: 'a\nB\nc\nd\nE\nf\n',
      overruled: 0,
    });
  });
  it('lets ours stand where they meet, and tells how often', () => {
    expect(mergeTexts(base, 'a\nours\nc\nd\ne\n', 'a\ntheirs\nc\nd\nE\n')).toEqual({
      text: 'a\nours\nc\nd\nE\n',
      overruled: 1,
    });
  });
  it('never loses a line that the user wrote, nor brings back one that the user took out', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 12 }).map((lines) => lines.join('\n'));
    const count = (lines: readonly string[], line: string): number => lines.filter((one) => one === line).length;
    fc.assert(
      fc.property(text, fc.array(fc.nat(20), { maxLength: 4 }), text, (start, places, theirs) => {
        const lines = start.split('\n');
        const own = [...lines];
        places.forEach((place, at) => own.splice(place % (own.length + 1), at % 2, `user-${at}`));
        const merged = mergeTexts(start, own.join('\n'), theirs).text.split('\n');
        for (const line of own.filter((one) => one.startsWith('user-')))
          expect(count(merged, line)).toBe(count(own, line));
        expect(mergeTexts(start, own.join('\n'), start).text).toBe(own.join('\n'));
        expect(mergeTexts(start, start, theirs).text).toBe(theirs);
      }),
    );
  });
});

describe('diffText', () => {
  it('shows what went and what came', () => {
    expect(diffText('a\nb\nc', 'a\nB\nc\nd')).toBe('-b\n+B\n+d');
    expect(diffText('a', 'a')).toBe('');
  });
});
