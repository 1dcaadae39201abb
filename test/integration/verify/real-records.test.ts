import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../src/core/ports/python-parser';
import { readReport } from '../../../src/core/report/read-report';
import { assignProvenance } from '../../../src/core/verify/assign-provenance';
import { judge } from '../../../src/core/verify/judge';
import type { Verdict } from '../../../src/protocol/verdict';
import { createTestParser } from '../../helpers/create-test-parser';
import { findInterpreters } from '../../helpers/interpreters';
import { environment, execution } from '../../unit/core/verify/judged-case';
import { lineOf, runPlain, runRecorded, withFolder } from '../runner/run-script';

const interpreters = findInterpreters();

interface RealCase {
  /** The report's own code, which is the script too where `script` is absent. */
  readonly code: string;
  readonly script?: string;
  /** Prefix of scripts and reports, such as helpers that both have. */
  readonly since?: string;
}

const crashes: Readonly<Record<string, RealCase>> = {
  'an operator': { code: 'count = "a" + 1' },
  'a product': { code: 'size = [1] * "b"' },
  'an augmented assignment': { code: 'count = 1\ncount += "a"' },
  'a call into C': { code: 'size = len(5)' },
  'an unexpected keyword': { code: 'def build(width):\n    return width\nbuild(width=1, height=2)' },
  'a missing argument': { code: 'def build(width):\n    return width\nbuild()' },
  'a call of what is not callable': { code: 'loss = 1.0\nloss = loss(1)' },
  'a subscript': { code: 'rows = {"a": 1}\nrows["label"]' },
  'a subscript out of range': { code: 'rows = [1, 2]\nrows[5]' },
  'an attribute': { code: 'name = "abc"\nname.decoded' },
  'an attribute that is set': { code: 'size = 5\nsize.width = 1' },
  'an import': { code: 'import no_such_module_here' },
  'a name of a module': { code: 'from os import no_such_name_here' },
  'an unpacking': { code: 'a, b = [1, 2, 3]' },
  'an iteration': { code: 'for row in 5:\n    print(row)' },
  'a conversion': { code: 'size = int("twelve")' },
  'an unknown name': { code: 'print(learning_rate_of_the_model)' },
  'a standard library that raises': { code: 'import json\njson.loads("no json here")' },
  'a method of a class': {
    code: 'class Net(object):\n    def forward(self, x):\n        return x + None\nNet().forward(1)',
  },
  'a comprehension': { code: 'rows = [len(row) for row in [1, 2]]' },
  'a raise of its own': {
    code: 'def check(size):\n    raise ValueError("size %d of the input is odd" % size)\ncheck(3)',
  },
  'an assertion of its own': { code: 'size = 3\nassert size == 4, "size of the input must be four"' },
  'a generator of its own': { code: 'def rows():\n    yield 1\n    yield len(5)\nlist(rows())' },
  'a raise again of what was caught': { code: 'try:\n    size = len(5)\nexcept TypeError:\n    raise' },
};

const planted = 'size = len(5)';
const counterfeits: Readonly<Record<string, RealCase>> = {
  'a raise': {
    code: planted,
    script:
      'def words():\n    return "object of type %r has no len()" % "int"\nraise TypeError(words().replace("%r", "x"))',
  },
  'a raise in a function': {
    code: planted,
    script: 'def fail(words):\n    raise TypeError(words)\nfail("object of type \'int\'" + " has no" + " len()")',
  },
  'an assertion': {
    code: 'size = 3\nassert size == 4, "size is not four"',
    script: 'def words():\n    return "size is" + " not four"\nassert 1 == 2, words()',
  },
  'a raise anew': {
    code: planted,
    script: 'try:\n    count = len(7)\nexcept TypeError as error:\n    raise TypeError(str(error))',
  },
  'a throw into a generator': {
    code: planted,
    script:
      'def rows():\n    yield 1\nthing = rows()\nnext(thing)\ngetattr(thing, "th" + "row")(TypeError(str("object of type \'int\'") + " has no len()"))',
  },
  'an exec': { code: planted, script: "exec(\"raise TypeError('object of type ' + repr('int') + ' has no len()')\")" },
  'a likeness of one’s own': { code: planted, script: 'total = len(int("8"))' },
  'words of a caught exception': {
    code: planted,
    script:
      'try:\n    {}["a"]()\nexcept KeyError as error:\n    other = TypeError("object of type \'int\'" + " has no len()")\n    raise other',
  },
};

describe.skipIf(interpreters.length === 0)('judge on records of real runs (skipped where there is no Python)', () => {
  let parser: PythonParser;
  beforeAll(async () => {
    parser = await createTestParser();
  });

  it.each(interpreters.map(({ version, python }) => [version, python] as const))(
    'accepts every true crash on Python %s',
    async (_, python) => {
      for (const [name, item] of Object.entries(crashes)) {
        const verdict = await judged(python, item);
        expect({
          name,
          outcome: verdict.outcome,
          failed: verdict.rules.filter((rule) => rule.result === 'failed'),
        }).toEqual({ name, outcome: 'reproduced', failed: [] });
      }
    },
  );

  it.each(interpreters.map(({ version, python }) => [version, python] as const))(
    'refuses every counterfeit on Python %s',
    async (_, python) => {
      for (const [name, item] of Object.entries(counterfeits)) {
        const verdict = await judged(python, item);
        const failed = verdict.rules.filter((rule) => rule.result === 'failed').map((rule) => rule.rule);
        expect({ name, outcome: verdict.outcome, failed }).toEqual({
          name,
          outcome: 'notReproduced',
          failed: ['genuine'],
        });
      }
    },
  );

  /** The report quotes what its own code really printed with this interpreter; then the script is judged against it. */
  async function judged(python: string, { code, script }: RealCase): Promise<Verdict> {
    const reported = await withFolder({ 'script.py': `${code}\n` }, (folder) => runPlain(python, { folder }));
    const [last = ''] = reported.stderr.trim().split('\n').slice(-1);
    const { readOut, symptoms } = readReport({
      name: 'r',
      text: `# It fails\n\n\`\`\`python\n${code}\n\`\`\`\n\n\`\`\`\n${last}\n\`\`\`\n`,
      asOf: null,
    });
    const [symptom] = symptoms;
    if (!symptom) throw new Error(`No symptom in ${last}`);
    const text = `${script ?? code}\n`;
    const [recorded, plain] = await withFolder(
      { 'script.py': text },
      async (folder) => [await runRecorded(python, { folder }), await runPlain(python, { folder })] as const,
    );
    const provenance = assignProvenance({ text, reportBlocks: readOut.blocks, projectTexts: [], parser });
    return judge({
      symptom,
      script: { text, digest: 'a'.repeat(64), provenance },
      executions: [
        execution({
          record: recorded.record,
          stderr: recorded.stderr,
          end: { kind: 'exited', code: lineOf(recorded.record, 'finished').exitCode },
        }),
        execution({
          id: 'execution-2',
          purpose: 'confirm',
          mode: 'plain',
          cold: true,
          stderr: plain.stderr,
          end: { kind: 'exited', code: Number(plain.exit) },
        }),
      ],
      environment,
      installedFiles: new Map(),
      parser,
      readOut,
    });
  }
});
