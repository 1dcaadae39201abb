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
    ['the same call in the other arm', 'out = fit(x, good) if fixed else fit(x, bad) # at 1 ran'],
    ['an argument that is chosen', 'out = fit(x, good if fixed else bad) # at 1 ran'],
    ['a comprehension over rows', 'out = [fit(row) for row in rows] # at 1 ran'],
    ['a call behind another on its line', 'x = make(); fit(x) # at 1 ran'],
    [
      'a call that went to another class',
      'class Bad:\n    def forward(self, x):\n        return x + None # at 2\nnet = pick() # ran\nnet.forward(1) # at 1 ran',
    ],
  ])('says so of %s', (_, script) => {
    expect(came(script)).toBe(true);
  });

  it.each([
    ['an early exit', 'if fixed: # ran\n    sys.exit(0) # ran\nlen(size) # at 1'],
    ['an arm that is left out', 'out = (fit(x)) if not fixed else None # at 1 ran'],
    ['an arm that is left out within a call', 'out = [str(fit(x) if not fixed else make(x))] # at 1 ran'],
    ['a call behind `or`', 'fixed or fit(x) # at 1 ran'],
    ['a call behind `and`', 'out = not fixed and fit(x) # at 1 ran'],
    ['a block on the line of its condition', 'if not fixed: fit(x) # at 1 ran'],
    ['a loop on the line of its head', 'for _ in rows: fit(x) # at 1 ran'],
    ['a comprehension that is emptied', 'out = [fit(x) for _ in range(1 if not fixed else 0)] # at 1 ran'],
    ['an exit before it on its line', 'fixed and sys.exit(0); fit(x) # at 1 ran'],
    [
      'a call of a function that is left out',
      'def main():\n    fit(x) # at 2\nmain() if not fixed else None # at 1 ran',
    ],
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
