import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, leaveOut, linesOf, markOf } from '../../../../../src/renderer/features/script/diff-lines';
import { mergeThree, mergedText } from '../../../../../src/renderer/features/script/merge-three';

const line = fc.constantFrom('a', 'b', 'c', 'd', '');
const text = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));

/** The first text with all hunks of the difference put in. */
function patch(before: string, after: string): string {
  const lines = linesOf(before);
  for (const hunk of diffLines(lines, linesOf(after)).reverse()) {
    expect(lines.slice(hunk.oldStart - 1, hunk.oldStart - 1 + hunk.oldLines.length)).toEqual(hunk.oldLines);
    lines.splice(hunk.oldStart - 1, hunk.oldLines.length, ...hunk.newLines);
  }
  return lines.join('\n');
}

describe('differences by line', () => {
  it('make the second text of the first, whatever the texts', () => {
    fc.assert(fc.property(text, text, (before, after) => patch(before, after) === after));
  });

  it('are as few lines as can be', () => {
    const hunks = diffLines(['import a', 'x = 1', 'y = 2', 'print(x)'], ['import a', 'import b', 'x = 1', 'print(x)']);
    expect(hunks).toEqual([
      { oldStart: 2, oldLines: [], newStart: 2, newLines: ['import b'] },
      { oldStart: 3, oldLines: ['y = 2'], newStart: 4, newLines: [] },
    ]);
  });

  it('leave no trace once each is left out', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        let now = after;
        for (const hunk of diffLines(linesOf(before), linesOf(after)).reverse()) now = leaveOut(now, hunk);
        return now === before;
      }),
    );
  });

  it('become one where the texts have next to nothing in common', () => {
    const before = Array.from({ length: 3000 }, (_, at) => `old ${at}`);
    const after = Array.from({ length: 3000 }, (_, at) => `new ${at}`);
    expect(diffLines(before, after)).toEqual([{ oldStart: 1, oldLines: before, newStart: 1, newLines: after }]);
  });

  it('are known again by what they change, wherever that stands', () => {
    const [first] = diffLines(['a', 'b'], ['a', 'c']);
    const [moved] = diffLines(['x', 'a', 'b'], ['x', 'a', 'c']);
    const [other] = diffLines(['a', 'b'], ['a', 'd']);
    expect(first && moved && markOf(first) === markOf(moved)).toBe(true);
    expect(first && other && markOf(first) === markOf(other)).toBe(false);
  });
});

describe('merging three texts', () => {
  it('takes what one side alone changed, from either side', () => {
    fc.assert(fc.property(text, text, (base, mine) => mergedText(mergeThree(base, mine, base), []) === mine));
    fc.assert(fc.property(text, text, (base, theirs) => mergedText(mergeThree(base, base, theirs), []) === theirs));
    fc.assert(fc.property(text, text, (base, both) => mergedText(mergeThree(base, both, both), []) === both));
  });

  it('joins changes of different places', () => {
    const parts = mergeThree('a\nb\nc\nd', 'A\nb\nc\nd', 'a\nb\nc\nD');
    expect(parts.every(({ kind }) => kind === 'settled')).toBe(true);
    expect(mergedText(parts, [])).toBe('A\nb\nc\nD');
  });

  it('asks where both changed the same lines, and takes what was chosen', () => {
    const parts = mergeThree('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc');
    expect(parts.filter(({ kind }) => kind === 'conflict')).toEqual([
      { kind: 'conflict', base: ['b'], mine: ['mine'], theirs: ['theirs'] },
    ]);
    expect(mergedText(parts, [])).toBe('a\nmine\nc');
    expect(mergedText(parts, ['theirs'])).toBe('a\ntheirs\nc');
    expect(mergedText(parts, ['both'])).toBe('a\nmine\ntheirs\nc');
  });

  it('loses no line of either side that the other side left alone', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const parts = mergeThree(base, mine, theirs);
        const conflicts = parts.filter(({ kind }) => kind === 'conflict');
        const allMine = mergedText(
          parts,
          conflicts.map(() => 'mine' as const),
        );
        const allTheirs = mergedText(
          parts,
          conflicts.map(() => 'theirs' as const),
        );
        return conflicts.length > 0 || (allMine === allTheirs && mergedText(parts, []) === allMine);
      }),
    );
  });
});
