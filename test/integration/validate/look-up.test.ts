import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { lookUp, readSnippets, runReally } from './look-up';

const interpreters = findInterpreters();
const newest = interpreters.filter(({ version }) => compareVersions(version, '3.10') >= 0).at(-1)?.python ?? null;
const environmentOf = (variable: string): string | null => {
  const prefix = process.env[variable];
  return prefix === undefined ? null : join(prefix, 'bin', 'python');
};
const torch = environmentOf('REPRISE_TEST_TORCH');
const tensorflow = environmentOf('REPRISE_TEST_TENSORFLOW');
const folder = mkdtempSync(join(tmpdir(), 'reprise-look-up-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In the frameworks; looked up with the valid ones, so that each is imported once. */
const faultyInFrameworks: readonly (readonly [string | null, string, string, string])[] = [
  [torch, 'import torch\ntorch.nn.Liner(1, 2)\n', 'missingAttribute', 'Liner'],
  [torch, 'import torch\ntorch.nn.Linear(1, out=2)\n', 'unexpectedKeyword', 'out'],
  [torch, 'import torch\ntorch.nn.Linear(1)\n', 'missingArgument', 'out_features'],
  [torch, 'from torch.optim import Adamm\n', 'missingAttribute', 'Adamm'],
  [torch, 'import torch.nn.functional as F\nF.cross_entropy(input=1, targets=2)\n', 'unexpectedKeyword', 'targets'],
  [torch, 'import numpy as np\nnp.float(3)\n', 'missingAttribute', 'float'],
  [torch, 'import torchvisionn\n', 'missingModule', 'torchvisionn'],
  [tensorflow, 'import tensorflow as tf\ntf.contrib.layers.flatten(1)\n', 'missingAttribute', 'contrib'],
  [tensorflow, 'import tensorflow as tf\ntf.Session()\n', 'missingAttribute', 'Session'],
  [tensorflow, 'import tensorflow as tf\ntf.reduce_sum([1], keep_dims=True)\n', 'unexpectedKeyword', 'keep_dims'],
  [tensorflow, 'from keras.layers.core import Densee\n', 'missingModule', 'keras.layers.core'],
  [tensorflow, 'import pandas as pd\npd.Panel()\n', 'missingAttribute', 'Panel'],
];

const groups = [
  { file: 'plain.py', python: newest, needs: 'a Python of 3.10 or newer' },
  { file: 'torch.py', python: torch, needs: 'REPRISE_TEST_TORCH' },
  { file: 'tensorflow.py', python: tensorflow, needs: 'REPRISE_TEST_TENSORFLOW' },
];

describe('scripts that run are not refused, and those with a fault in a framework are told', () => {
  it('are more than a hundred', () => {
    expect(groups.reduce((sum, { file }) => sum + readSnippets(file).length, 0)).toBeGreaterThanOrEqual(100);
  });

  for (const { file, python, needs } of groups) {
    it.skipIf(python === null)(`${file} (needs ${needs})`, { timeout: 300_000 }, () => {
      const snippets = readSnippets(file);
      const own = faultyInFrameworks.filter(([where]) => where === python);
      const texts = [...snippets.map(({ text }) => text), ...own.map(([, text]) => text)];
      const issues = lookUp(python ?? '', texts);
      own.forEach(([, text, kind, name], at) => {
        expect(issues[snippets.length + at]?.[0], text).toMatchObject({ kind, name });
      });
      expect(
        snippets.map(({ name }, at) => ({ name, issues: issues[at] })).filter((one) => one.issues?.length),
      ).toEqual([]);
      // That they are valid is shown by running them, at the long volume.
      if (process.env['REPRISE_SLOW'] !== '1') return;
      const failed = snippets.flatMap(({ name, text }) => {
        const end = runReally(python ?? '', text, folder);
        return end === null ? [] : [{ name, end }];
      });
      expect(failed).toEqual([]);
    });
  }
});

/** A script with a fault, and what is told: kind, line, name, and a name that is told as near. */
const faulty: readonly (readonly [string, string, number, string, string?])[] = [
  ['import os.pathh\n', 'missingModule', 1, 'os.pathh'],
  ['import jsonn\n', 'missingModule', 1, 'jsonn', 'json'],
  ['import logging.handlerss\n', 'missingModule', 1, 'logging.handlerss', 'logging.handlers'],
  ['from collections import OrderedDic\n', 'missingAttribute', 1, 'OrderedDic', 'OrderedDict'],
  ['import json\n\nprint(json.dumpz([1]))\n', 'missingAttribute', 3, 'dumpz', 'dumps'],
  ['import os\nos.path.joinn("a")\n', 'missingAttribute', 2, 'joinn', 'join'],
  ['import datetime as d\nd.datetime.noww()\n', 'missingAttribute', 2, 'noww', 'now'],
  ['import glob as g\ng.glob("*", 1, 2, 3, 4, 5, 6)\n', 'tooManyArguments', 2, '1'],
  ['import json\njson.dumps()\n', 'missingArgument', 2, 'obj'],
  ['import glob\nglob.glob("*", recursiv=True)\n', 'unexpectedKeyword', 2, 'recursiv'],
  ['import glob\nglob.glob("*", pathname="x")\n', 'repeatedArgument', 2, 'pathname'],
  ['import string\nstring.Template()\n', 'missingArgument', 2, 'template'],
  ['print(xx)\n', 'undefinedName', 1, 'xx'],
  ['value = 1\ndef f():\n    return valeu\nf()\n', 'undefinedName', 3, 'valeu', 'value'],
  ['for i in rang(3):\n    pass\n', 'undefinedName', 1, 'rang', 'range'],
  ['def f(:\n    pass\n', 'syntax', 1, ''],
  ['return 1\n', 'syntax', 1, ''],
  ['x = 1\nprint("a"\n', 'syntax', 2, ''],
  ['import functools\n@functools.wrap\ndef f():\n    pass\n', 'missingAttribute', 2, 'wrap', 'wraps'],
  ['import os\nif __name__ == "__main__":\n    os.getcwdd()\n', 'missingAttribute', 3, 'getcwdd', 'getcwd'],
  ['import os\nwhile True:\n    os.getcwdd()\n', 'missingAttribute', 3, 'getcwdd', 'getcwd'],
  [
    'import os\nclass A(object):\n    def f(self):\n        return os.getcwdd()\nA().f()\n',
    'missingAttribute',
    4,
    'getcwdd',
  ],
];

describe('scripts with a fault are told', () => {
  for (const { version, python } of interpreters) {
    it(`on Python ${version}`, { timeout: 120_000 }, () => {
      const told = lookUp(
        python,
        faulty.map(([text]) => text),
      );
      faulty.forEach(([text, kind, line, name, near], at) => {
        const [issue] = told[at] ?? [];
        expect(issue, text).toMatchObject({ kind, ...(kind === 'syntax' ? {} : { line, name }) });
        if (near !== undefined) expect(issue?.near, text).toContain(near);
      });
    });
  }

  it.skipIf(newest === null)('but for modules of the project, which are not imported', () => {
    const [issues] = lookUp(newest ?? '', ['import mine.part\nfrom mine import x\nmine.part.y()\n'], ['mine']);
    expect(issues).toEqual([]);
  });
});
