import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { cameThrough } from '../../../../src/core/verify/reached-place';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

/** Lines that end in `# ran` ran; the failure came through those with `# at`, in the order of the text but for `# at 2` and so on. */
function came(script: string): boolean {
  const lines = script.split('\n');
  const ran = new Set(lines.flatMap((line, index) => (/# .*ran/.test(line) ? [index + 1] : [])));
  const at = lines
    .flatMap((line, index) => {
      const order = /# at (\d)/.exec(line)?.[1];
      return order === undefined ? [] : [{ line: index + 1, order }];
    })
    .sort((a, b) => a.order.localeCompare(b.order))
    .map(({ line }) => line);
  return cameThrough(parser.parse(script), at, (line) => ran.has(line));
}

describe('whether a control came to where the script fails', () => {
  it.each([
    ['the failing line itself', 'size = 1 # ran\nlen(size) # at 1 ran'],
    ['a statement over several lines', 'layer = make( # ran\n    1, # at 1\n    2) # ran'],
    ['the same call in the other branch', 'if fixed: # ran\n    fit(x, good) # ran\nelse:\n    fit(x, bad) # at 1'],
    [
      'a call that went to another class',
      'class Bad:\n    def forward(self, x):\n        return x + None # at 2\nnet = pick() # ran\nnet.forward(1) # at 1 ran',
    ],
  ])('says so of %s', (_, script) => {
    expect(came(script)).toBe(true);
  });

  it.each([
    ['an early exit', 'if fixed: # ran\n    sys.exit(0) # ran\nlen(size) # at 1'],
    ['a statement that is left out', 'if not fixed: # ran\n    len(size) # at 1\nprint(1) # ran'],
    ['another branch that does something else', 'if fixed: # ran\n    print(1) # ran\nelse:\n    len(size) # at 1'],
    [
      'a function that returns before',
      'def main():\n    if fixed: # ran\n        return # ran\n    len(5) # at 2\nmain() # at 1 ran',
    ],
  ])('says that it did not of %s', (_, script) => {
    expect(came(script)).toBe(false);
  });
});
