import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionState } from '../../../../src/core/actions/action';
import type { Diagnosis } from '../../../../src/core/actions/diagnosis';
import { propose } from '../../../../src/core/actions/propose';
import { toScript, type ScriptLine } from '../../../../src/core/generate/script-lines';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { digestOf } from '../../../../src/node/system/digest';
import type { ReportReadOut } from '../../../../src/protocol/report';
import type { Symptom } from '../../../../src/protocol/symptom';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const readOut: ReportReadOut = {
  title: 'T',
  titleSpan: null,
  blocks: [],
  exceptions: [],
  versions: [],
  date: null,
  frameworks: [],
  bugType: null,
  information: [],
  hidden: [],
  limited: null,
};

function reported(code: string): readonly ScriptLine[] {
  return code
    .split('\n')
    .map((text, index) => ({ text, provenance: { origin: 'report', span: { start: index, end: index + 1 } } }));
}

function symptomOf(type: string, source: string | null): Symptom {
  return {
    id: 's',
    confidence: 1,
    span: null,
    author: 'report',
    kind: 'exception',
    type,
    message: source === null ? null : { source, parts: [{ kind: 'text', text: source }] },
    blamed: null,
    phase: null,
  };
}

const other = symptomOf('ValueError', 'shapes do not match');

function proposals(code: string, diagnosis: Diagnosis, change: Partial<ActionState> = {}, symptom: Symptom = other) {
  const state: ActionState = {
    script: toScript(reported(code), digestOf),
    diagnosis,
    symptom,
    readOut,
    source: '',
    parser,
    pythonVersion: '3.11.7',
    distributionOf: (module) => ({ sklearn: 'scikit-learn', cv2: 'opencv-python' })[module] ?? null,
    ...change,
  };
  return propose(state);
}

/** The first text that is proposed, if any. */
function edited(code: string, diagnosis: Diagnosis, change: Partial<ActionState> = {}): readonly string[] {
  return proposals(code, diagnosis, change)
    .slice(0, 1)
    .flatMap((proposal) =>
      proposal.change.kind === 'script' ? [proposal.change.lines.map(({ text }) => text).join('\n')] : [],
    );
}

const missing = (name: string): Diagnosis => ({ kind: 'missingName', name });

describe('import addition', () => {
  it('adds every import that the usage tells, at once and on top', () => {
    const code = 'x = np.ones(3)\nplt.plot(x)\nF.relu(torch.ones(3))\nnn.Linear(1, 1)\nos.getcwd()';
    expect(edited(code, missing('np'))).toEqual([
      `import numpy as np\nimport matplotlib.pyplot as plt\nimport torch.nn.functional as F\nimport torch\nimport torch.nn as nn\nimport os\n${code}`,
    ]);
  });

  it('joins names of one module and leaves bound and unknown ones alone', () => {
    const code = 'def f(pd):\n    return pd.x\ntrain_test_split([1])\nKFold()\nf(1)';
    expect(edited(code, missing('train_test_split'))).toEqual([
      `from sklearn.model_selection import train_test_split, KFold\n${code}`,
    ]);
  });

  it.each([
    [
      'import tensorflow as tf\nSequential([Dense(1)])',
      'from tensorflow.keras.models import Sequential\nfrom tensorflow.keras.layers import Dense',
    ],
    ['import keras\nSequential([Dense(1)])', 'from keras.models import Sequential\nfrom keras.layers import Dense'],
    ['import torch\nSequential(Linear(1, 1))', 'from torch.nn import Sequential, Linear'],
    [
      'Sequential([Dense(1)])',
      'from tensorflow.keras.models import Sequential\nfrom tensorflow.keras.layers import Dense',
    ],
  ])('chooses the framework that the code speaks: %s', (code, added) => {
    expect(edited(code, missing(added.includes('Sequential') ? 'Sequential' : 'Dense'))).toEqual([`${added}\n${code}`]);
  });

  it('takes the framework from the report where the code has none', () => {
    const state = { readOut: { ...readOut, frameworks: ['keras'] } };
    expect(edited('Sequential()', missing('Sequential'), state)).toEqual([
      'from keras.models import Sequential\nSequential()',
    ]);
  });

  it('keeps a __future__ import first', () => {
    expect(edited('from __future__ import division\nnp.ones(1)', missing('np'))).toEqual([
      'from __future__ import division\nimport numpy as np\nnp.ones(1)',
    ]);
  });

  it('defines a function that no table knows: it gives what it takes', () => {
    expect(edited('prepare_everything(1)', missing('prepare_everything'))).toEqual([
      'def prepare_everything(*args, **kwargs):\n    return args[0] if args else None\nprepare_everything(1)',
    ]);
  });

  it('marks added lines as ours and leaves the provenance of the others', () => {
    const [proposal] = proposals('np.ones(3)', missing('np'));
    const lines = proposal?.change.kind === 'script' ? proposal.change.lines : [];
    expect(lines.map(({ provenance }) => provenance)).toEqual([
      { origin: 'ours', span: null },
      { origin: 'report', span: { start: 0, end: 1 } },
    ]);
    expect(proposal?.reason).toContain('np');
  });

  it('names the distribution of a missing module', () => {
    const changes = ['sklearn', 'my_tools'].map(
      (module) => proposals('x', { kind: 'missingModule', module })[0]?.change,
    );
    expect(changes).toEqual([
      { kind: 'package', distribution: 'scikit-learn', module: 'sklearn' },
      { kind: 'package', distribution: 'my-tools', module: 'my_tools' },
    ]);
  });
});

const syntax = (message: string, line: number | null = null, type = 'SyntaxError'): Diagnosis => ({
  kind: 'syntax',
  type,
  message,
  line,
});

describe('compiler error resolution', () => {
  it('takes off prompts, with the provenance of the lines that stay', () => {
    const [proposal] = proposals('>>> x = 1\n... \n>>> x + 1\n2', syntax('invalid syntax'));
    const lines = proposal?.change.kind === 'script' ? proposal.change.lines : [];
    expect(lines).toEqual([
      { text: 'x = 1', provenance: { origin: 'report', span: { start: 0, end: 1 } } },
      { text: '', provenance: { origin: 'report', span: { start: 1, end: 2 } } },
      { text: 'x + 1', provenance: { origin: 'report', span: { start: 2, end: 3 } } },
    ]);
  });

  it('makes typography plain', () => {
    expect(edited('x = “a” – ‘b’\u00a0+ 1', syntax('invalid character'))).toEqual(['x = "a" - \'b\' + 1']);
  });

  it('moves a run of lines back that is deeper than the line before it', () => {
    const code = 'import os\n    x = 1\n    if x:\n        y = 2\nz = 3';
    expect(edited(code, syntax('unexpected indent (script.py, line 2)', 2, 'IndentationError'))).toEqual([
      'import os\nx = 1\nif x:\n    y = 2\nz = 3',
    ]);
  });

  it('makes print statements calls under Python 3, and leaves them under Python 2', () => {
    const code = 'print "a", b\nprint x,\nif x:\n    print\nprint >>err, "no"\nprint("done")\nprinted = 1\nprint = 2';
    const message = "Missing parentheses in call to 'print'. Did you mean print(...)? (script.py, line 1)";
    expect(edited(code, syntax(message, 1))).toEqual([
      'print("a", b)\nprint(x, end=\' \')\nif x:\n    print()\nprint("no", file=err)\nprint("done")\nprinted = 1\nprint = 2',
    ]);
    expect(edited(code, syntax('invalid syntax', 1), { pythonVersion: '2.7.18' })).toEqual([]);
  });
});

describe('the processor in place of an accelerator', () => {
  it('leaves the reporter’s lines the reporter’s, but for one that only spoke to the accelerator', () => {
    const [proposal] = proposals('net = build().cuda()\ntorch.cuda.empty_cache()\nprint(net)', { kind: 'noDevice' });
    const lines = proposal?.change.kind === 'script' ? proposal.change.lines : [];
    expect(lines.map(({ text }) => text)).toEqual(['net = build().cpu()', 'pass', 'print(net)']);
    expect(lines.map(({ provenance }) => provenance.origin)).toEqual(['report', 'ours', 'report']);
  });
});

describe('definitions below their first use', () => {
  it('move up with their origin', () => {
    const [proposal] = proposals('print(f())\nx = 1\ndef f():\n    return 2', missing('f'));
    const lines = proposal?.change.kind === 'script' ? proposal.change.lines : [];
    expect(lines.map(({ text }) => text)).toEqual(['def f():', '    return 2', 'print(f())', 'x = 1']);
    expect(lines.every(({ provenance }) => provenance.origin === 'report')).toBe(true);
  });
});

describe('barred edits', () => {
  it('never adds the name whose absence is the symptom', () => {
    const symptom = symptomOf('NameError', "name 'np' is not defined");
    expect(proposals('np.ones(3)', missing('np'), {}, symptom)).toEqual([]);
    expect(proposals('plt.plot(1)', missing('plt'), {}, symptom)).toHaveLength(1);
  });

  it('adds the other names without it', () => {
    const symptom = symptomOf('NameError', "name 'np' is not defined");
    const [proposal, ...more] = proposals('plt.plot(1)\nnp.ones(3)', missing('plt'), {}, symptom);
    expect(more).toEqual([]);
    expect(proposal?.change).toMatchObject({ lines: [{ text: 'import matplotlib.pyplot as plt' }, {}, {}] });
  });

  it.each([
    ['ModuleNotFoundError', "No module named 'sklearn'"],
    ['ImportError', 'No module named sklearn'],
    ['ImportError', null],
  ])('never installs the module whose absence is the symptom: %s', (type, text) => {
    expect(
      proposals('import sklearn', { kind: 'missingModule', module: 'sklearn' }, {}, symptomOf(type, text)),
    ).toEqual([]);
  });

  it('installs another module beside that symptom', () => {
    const symptom = symptomOf('ImportError', "cannot import name 'joblib' from 'sklearn.externals'");
    expect(proposals('import sklearn', { kind: 'missingModule', module: 'sklearn' }, {}, symptom)).toHaveLength(1);
  });

  it.each([
    ['x.cuda()', { kind: 'noDevice' }, 'AssertionError', 'Torch not compiled with CUDA enabled'],
    ['x.cuda()', { kind: 'noDevice' }, 'RuntimeError', 'expected all tensors on the same device, found cuda:0 and cpu'],
    [
      'start()',
      { kind: 'noMainGuard' },
      'RuntimeError',
      'before the current process has finished its bootstrapping phase',
    ],
    [
      'from keras.datasets import mnist\nmnist.load_data()',
      { kind: 'noNetwork', line: 2 },
      'Exception',
      'URL fetch failure on https://example.org/mnist.npz: None -- [Errno 110] Connection timed out',
    ],
    ['start()', { kind: 'noMainGuard' }, 'RuntimeError', 'DataLoader worker (pid(s) 5120) exited unexpectedly'],
    ['n = input()', { kind: 'noInput' }, 'EOFError', 'EOF when reading a line'],
    [
      'import matplotlib',
      { kind: 'missingModule', module: 'matplotlib' },
      'ImportError',
      "No module named 'matplotlib'",
    ],
    [
      'm.fit_generator(g)',
      { kind: 'missingAttribute', owner: 'Sequential', attribute: 'fit_generator' },
      'AttributeError',
      "'Sequential' object has no attribute 'fit_generator'",
    ],
    [
      'f.read()',
      { kind: 'missingFile', file: 'a.npy', line: 1 },
      'FileNotFoundError',
      "No such file or directory: 'a.npy'",
    ],
    ['def f(self):\n    pass\nNetwork()', missing('Network'), 'NameError', "name 'Network' is not defined"],
  ] as const)('never repairs what the symptom complains of: %s (%o)', (code, diagnosis, type, text) => {
    expect(proposals(code, diagnosis, {}, symptomOf(type, text))).toEqual([]);
  });

  it.each([
    ['x.cuda()', { kind: 'noDevice' }],
    ['n = input()', { kind: 'noInput' }],
    ['from torch.utils.data import DataLoader\nstart()', { kind: 'noMainGuard' }],
  ] as const)('repairs it beside another symptom: %s', (code, diagnosis) => {
    expect(proposals(code, diagnosis)).toHaveLength(1);
  });

  it.each(['SyntaxError', 'IndentationError'])('never repairs syntax where the symptom is a %s', (type) => {
    expect(proposals('print "a"', syntax('invalid syntax', 1), {}, symptomOf(type, 'invalid syntax'))).toEqual([]);
  });
});

describe('long and strange scripts', () => {
  it('proposes for five thousand lines, once for each name', () => {
    const code = Array.from({ length: 5000 }, (_, index) => `value_${index} = np.ones(${index % 9}) + offset`).join(
      '\n',
    );
    const [first] = proposals(code, missing('np'));
    const lines = first?.change.kind === 'script' ? first.change.lines : [];
    expect(lines.filter(({ text }) => text === 'import numpy as np')).toHaveLength(1);
    expect(lines.filter(({ text }) => text.startsWith('offset = '))).toHaveLength(1);
    expect(lines).toHaveLength(5003);
  }, 120_000);

  it.each([
    ['while True:\n    pass', { kind: 'tooLong' }],
    ['import os\nos.system("rm -rf /")', { kind: 'nothing' }],
    ['x = list(range(10 ** 12))', { kind: 'tooLong' }],
    ['', { kind: 'nothing' }],
    ['('.repeat(500), { kind: 'syntax', type: 'SyntaxError', message: 'too many nested parentheses', line: 1 }],
  ] as const)('proposes nothing that it cannot mend: %s', (code, diagnosis) => {
    expect(proposals(code, diagnosis)).toEqual([]);
  });

  it('makes nothing of a text that a report calls a value and that acts', () => {
    const source = 'Here `x` is `__import__("os").system("id")`.';
    const [text] = edited('print(x)', missing('x'), { source });
    expect(text).not.toContain('system');
  });
});
