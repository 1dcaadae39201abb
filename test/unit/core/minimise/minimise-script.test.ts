import { beforeAll, describe, expect, it } from 'vitest';
import { isReduction } from '../../../../src/core/minimise/is-reduction';
import { markPlace } from '../../../../src/core/minimise/mark-place';
import { minimiseScript, type MinimiseOptions } from '../../../../src/core/minimise/minimise-script';
import { passes, unwrapFunctions } from '../../../../src/core/minimise/reductions';
import { tidyScript } from '../../../../src/core/minimise/tidy-script';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';

const script = `# Training, as in the tutorial
import os
import numpy as np, sys
from math import sqrt, pi, floor


class Unused(object):
    """Not needed."""

    def run(self):
        return 1


def build(size, depth=2):
    layers = []
    for index in range(depth):
        layers.append(np.ones((size, size)))  # square
    return layers


if __name__ == "__main__":
    layers = build(128, depth=3)
    print("made", len(layers))
    x = np.ones((64, 100)); y = 2
    try:
        out = (x.astype("float32").copy()) @ layers[0]
    finally:
        pass
    print(out)
`;

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

/** Holds while a text has all pieces, as a verdict holds while the failing call is there. */
const holdsWith =
  (...pieces: readonly (string | RegExp)[]) =>
  async (text: string): Promise<boolean> =>
    pieces.every((piece) => (typeof piece === 'string' ? text.includes(piece) : piece.test(text)));

function minimise(text: string, change: Partial<MinimiseOptions> & Pick<MinimiseOptions, 'holds'>) {
  return minimiseScript({
    text,
    parser,
    runs: 2000,
    isLate: () => false,
    signal: new AbortController().signal,
    width: 1,
    ...change,
  });
}

describe('minimiseScript', () => {
  it('leaves what the verdict needs, and that in the smallest numbers', async () => {
    const { text, why } = await minimise(script, {
      holds: holdsWith('import numpy as np', /np\.ones\(\(\d+, \d+\)\)/, '@'),
    });
    expect(why).toBe('smallest');
    expect(text.split('\n').length).toBeLessThanOrEqual(5);
    expect(text).toContain('import numpy as np\n');
    expect(text).not.toMatch(/Unused|sqrt|64|128|try|# /);
  });

  it('gives nothing but reductions of the script, each of which held', async () => {
    const seen: string[] = [];
    const holds = holdsWith('build(', 'layers[0]');
    const { text } = await minimise(script, { holds, onBetter: (better) => seen.push(better) });
    expect(seen.at(-1)).toBe(text);
    for (const better of seen) {
      expect(await holds(better)).toBe(true);
      expect(isReduction(better, script), better).toBe(true);
      expect(parser.parse(better).hasError).toBe(false);
    }
  });

  it('comes to the same with several at once, and asks no text twice', async () => {
    const asked: string[] = [];
    const pieces = holdsWith('np.ones', 'print(out)');
    const holds = (text: string) => {
      asked.push(text);
      return pieces(text);
    };
    const alone = await minimise(script, { holds });
    expect(new Set(asked).size).toBe(asked.length);
    const several = await minimise(script, { holds: pieces, width: 4 });
    expect(several.text).toBe(alone.text);
  });

  it('ends with the best so far when the runs or the time are used up, or somebody stops it', async () => {
    const holds = holdsWith('layers');
    const few = await minimise(script, { holds, runs: 3 });
    expect(few.why).toBe('runs');
    expect(few.runs).toBeLessThanOrEqual(4);
    expect((await minimise(script, { holds, isLate: () => true })).why).toBe('time');
    const stop = new AbortController();
    const stopped = await minimise(script, { holds, signal: stop.signal, onBetter: () => stop.abort() });
    expect(stopped.why).toBe('stopped');
    expect(stopped.text.length).toBeLessThan(script.length);
  });

  it('gives the script back where nothing shorter holds', async () => {
    const text = 'import sys\n\nsys.exit(3)\n';
    expect((await minimise(text, { holds: async (candidate) => candidate === text })).text).toBe(text);
  });
});

describe('reductions', () => {
  it.each([
    ['a = 1; b = 2; c = 3\n', 'a = 1; c = 3\n'],
    ['if x:\n    y = 1\nelse:\n    z = 2\n', 'if x:\n    pass\nelse:\n    z = 2\n'],
    ['with a as b:\n    c()\n    d()\n', 'c()\n    d()\n'],
    ['def f(a, b=2, *c):\n    return a\n', 'def f(a, *c):\n    return a\n'],
    ['m = Sequential([A(1), B(2), C(3)])\n', 'm = Sequential([A(1), C(3)])\n'],
    ['from x import a, b\n', 'from x import a\n'],
    ['import a, b\n', 'import a\n'],
    ['f(x=1, y=2)\n', 'f(y=2)\n'],
    ['n = 128\nm = 128\n', 'n = 1\nm = 1\n'],
    ['y = x.float().cuda()\n', 'y = x.float()\n'],
    ['y = f(x, 2)\n', 'y = x\n'],
  ])('%j gives %j', (text, reduced) => {
    const candidates = passes.flatMap((pass) => pass(text, parser).map((candidate) => candidate.text));
    const lines = (code: string): string => code.replace(/^ +/gm, '');
    expect(candidates.map(lines)).toContain(lines(reduced));
  });

  it('never empties a script, and never leaves a block without a statement', () => {
    for (const text of [
      'x = 1\n',
      'def f():\n    pass\n',
      'class A:\n    x = 1\n',
      'if a: b()\n',
      'for i in r:\n    a()\n',
    ]) {
      for (const pass of passes) {
        for (const candidate of pass(text, parser)) expect(candidate.text.trim(), text).not.toBe('');
      }
    }
  });
});

describe('isReduction', () => {
  it.each([
    ['x = 1\n', 'import os\nx = 100  # big\n'],
    ['f(b)\n', 'f(a, b)\n'],
    ['if a:\n    pass\n', 'if a:\n    b()\n'],
    ['', 'x = 1\n'],
  ])('%j is one of %j', (text, original) => expect(isReduction(text, original)).toBe(true));

  it.each([
    ['x = 101\n', 'x = 100\n'],
    ['import os\n', 'x = "import os"\n'],
    ['f(b, a)\n', 'f(a, b)\n'],
    ['y = 1\n', 'x = 1\n'],
    ['x = "ab"\n', 'x = "abc"\n'],
    ['raise E\n', 'x = E\n'],
    ['x = 1.0\n', 'x = 2.0\n'],
  ])('%j is none of %j', (text, original) => expect(isReduction(text, original)).toBe(false));
});

describe('tidyScript', () => {
  it('takes comments and rows of empty lines away, and keeps the coding line and strings', () => {
    const text = '#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# hello\n\n\n\nx = "# no"  # yes\n    \n# end\n';
    expect(tidyScript(text, parser)).toBe('#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n\nx = "# no"\n');
  });
});

describe('the comment that says which line shows it', () => {
  it('stands above the line, as deep as that, and adds nothing that runs', () => {
    const text = 'def join(rows):\n    return ",".join(rows)\n\njoin([1])\n';
    const marked = markPlace(text, 2, 'builtins.TypeError') ?? '';
    expect(marked.split('\n')[1]).toBe('    # Here it shows: TypeError.');
    expect(isReduction(marked, text)).toBe(true);
    expect(tidyScript(marked, parser)).toBe(tidyScript(text, parser));
  });

  it('is left out where there is no such line, or the name is none', () => {
    expect(markPlace('x = 1\n', 9, 'TypeError')).toBeNull();
    expect(markPlace('x = 1\n', 1, 'Type\nError("x")')).toBeNull();
  });
});

describe('a function that one statement calls', () => {
  it('gives way to its body', async () => {
    const text = 'import a\n\n\ndef main():\n    x = a.f()\n    if x:\n        a.g(x)\n\n\nmain()\n';
    const holds = async (candidate: string): Promise<boolean> =>
      ['a.g(x)', 'x = a.f()', 'import a'].every((piece) => candidate.includes(piece)) &&
      // What is not called does not run.
      (!candidate.includes('def main') || /^main\(\)/m.test(candidate));
    expect((await minimise(text, { holds })).text).toBe('import a\n\nx = a.f()\na.g(x)\n');
  });

  it.each([
    ['is called twice', 'def f():\n    a\n\nf()\nf()\n'],
    ['takes something', 'def f(x):\n    a\n\nf(1)\n'],
    ['gives something', 'def f():\n    return 1\n\nx = f()\n'],
    ['is handed on', 'def f():\n    a\n\ng(f)\n'],
  ])('stays where it %s', (_, text) => {
    expect(unwrapFunctions(text, parser)).toEqual([]);
  });
});
