import { beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { assignProvenance } from '../../../../src/core/verify/assign-provenance';
import { createTestParser } from '../../../helpers/create-test-parser';

describe('assignProvenance', () => {
  let parser: PythonParser;
  beforeAll(async () => {
    parser = await createTestParser();
  });
  const origins = (report: string, text: string, projectTexts: readonly string[] = []): string[] => {
    const { readOut } = readReport({ name: 'r', text: report, asOf: null });
    return assignProvenance({ text, reportBlocks: readOut.blocks, projectTexts, parser }).map((line) => line.origin);
  };
  const fenced = (code: string): string => `# t\n\n\`\`\`python\n${code}\n\`\`\`\n`;

  it.each<[string, string, string]>([
    ['the same line', 'c = a @ b', 'c = a @ b'],
    ['layout, quotes and a comment', "x = f( 'a',\n   1 )", 'x = f("a", 1)  # here'],
    ['other sizes', 'x = torch.zeros(3, 4)', 'x = torch.zeros(30, 4)'],
    ['variables renamed throughout', 'a = f(1)\nb = a + a', 'left = f(1)\nright = left + left'],
    ['a keyword added', 'm = Net(a)', 'm = Net(a, width=3)'],
    ['a keyword taken off', 'm = Net(a, width=3)', 'm = Net(a)'],
    ['the very same line in a syntax that the parser does not know', 'x = f(a b', 'x = f(a b'],
    ['another name for the same library', 'both = pytorch.tensor(x)', 'import torch\nboth = torch.tensor(x)'],
    [
      'an import under another name',
      'from keras import layers as kl\nd = kl.Dense(3)',
      'from keras.layers import Dense\nd = Dense(3)',
    ],
    [
      'a class without its header',
      'class N(nn.Module):\n    def forward(self, x):\n        return self.lin(x)',
      'class N(nn.Module):\n    def forward(self, x):\n        return self.lin(x)',
    ],
  ])('is the report’s: %s', (_, report, script) => {
    const found = origins(fenced(report), script);
    expect(
      found.filter((origin, index) => origin === 'ours' && !/^(?:import|from) /.test(script.split('\n')[index] ?? '')),
    ).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['another operator', 'c = a @ b', 'c = a * b'],
    ['another call', 'x = f(a)', 'x = g(a)'],
    ['another method', 'x = t.view(2)', 'x = t.reshape(2)'],
    ['another library', 'import torch\nx = torch.sum(y)', 'import numpy\nx = numpy.sum(y)'],
    ['another order of arguments', 'x = f(a, b)\na = 1\nb = 2', 'x = f(b, a)'],
    ['a call within', 'x = f(a)', 'x = f(g(a))'],
    ['a call in an added keyword', 'x = f(a)', 'x = f(a, key=g())'],
    ['one more statement on the line', 'x = f(a)', 'x = f(a); raise ValueError(m)'],
    ['another text', 'x = f("a")', 'x = f("b")'],
    ['another number of arguments', 'x = f(a)', 'x = f(a, b)'],
    ['an exception instead of another', 'raise ValueError(m)', 'raise RuntimeError(m)'],
    ['broken code that is not the same', 'x = f(', 'x =  f(('],
  ])('is ours: %s', (_, report, script) => {
    expect(origins(fenced(report), script)).toContain('ours');
  });

  it('takes the reporter’s lines of a traceback and not those of a library', () => {
    const report =
      '```\nTraceback (most recent call last):\n  File "a.py", line 3, in <module>\n    up = torch.cat([a, b], 1)\n  File "/x/site-packages/torch/f.py", line 9, in cat\n    raise RuntimeError(text)\nRuntimeError: t\n```\n';
    expect(origins(report, 'up = torch.cat([a, b], 1)\nraise RuntimeError(text)')).toEqual(['report', 'ours']);
  });

  it('knows the project’s lines', () => {
    expect(origins('# t', 'x = load(path)\ny = 1 + z', ['def f(path):\n    x = load(path)\n'])).toEqual([
      'project',
      'ours',
    ]);
  });

  it('never calls a line the report’s that has a call which the report does not have', { timeout: 60_000 }, () => {
    const expression = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom('a', 'b', '1', '"s"'), tie('call'), tie('sum')),
      call: fc.tuple(fc.constantFrom('f', 'g', 'h.m'), tie('value')).map(([name, inner]) => `${name}(${inner})`),
      sum: fc
        .tuple(tie('value'), fc.constantFrom('+', '@'), tie('value'))
        .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    })).value;
    const signs = (code: string): string => (code.match(/f\(|g\(|h\.m\(|[+@]/g) ?? []).join(' ');
    fc.assert(
      fc.property(expression, expression, (report, script) => {
        const [origin] = origins(fenced(`x = ${String(report)}`), `x = ${String(script)}`);
        if (origin === 'report') expect(signs(String(script))).toBe(signs(String(report)));
      }),
      { numRuns: 300 },
    );
  });
});
