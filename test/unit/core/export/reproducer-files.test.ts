import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../../src/core/export/redact';
import { reproducerFiles } from '../../../../src/core/export/reproducer-files';
import { digestOf } from '../../../../src/node/system/digest';
import type { Attempt } from '../../../../src/protocol/attempt';
import type { Execution } from '../../../../src/protocol/execution';
import type { Symptom } from '../../../../src/protocol/symptom';
import { raised } from '../../../helpers/recorded-results';

const script = 'import numpy as np\nnp.ones(3) @ np.ones(4)\n';
const error = {
  type: 'ValueError',
  message: 'matmul: mismatch in /home/maria/x',
  frames: [
    { line: 2, code: 'np.ones(3) @ np.ones(4)', op: 'BINARY_OP' },
    {
      line: 7,
      code: 'x()',
      op: 'CALL',
      distribution: { name: 'numpy', version: '1.26.4', file: '/home/maria/e/lib/numpy.py' },
    },
  ],
};

const symptom: Symptom = {
  id: 's',
  confidence: 1,
  span: null,
  author: 'report',
  kind: 'exception',
  type: 'ValueError',
  message: { source: 'matmul: <b>mismatch</b>', parts: [] },
  blamed: null,
  phase: null,
};

function attempt(number: number, parentId: string | null, reason: string): Attempt {
  return {
    id: `attempt-${number}`,
    number,
    parentId,
    author: 'reprise',
    edit: { kind: 'editAction', action: 'import-addition-dependency-resolution', reason },
    scriptDigest: digestOf(script),
    phase: { kind: 'finished', summary: '' },
    startedAt: '2026-11-30T12:00:00.000Z',
    verdict: null,
  };
}

const confirm: Execution = {
  id: 'execution-2',
  attemptId: 'attempt-3',
  purpose: 'confirm',
  mode: 'plain',
  cold: true,
  seed: null,
  scriptDigest: digestOf(script),
  terminalId: 'terminal-2',
  startedAt: '2026-11-30T12:00:00.000Z',
  result: {
    ...raised(error, 'plain'),
    stderr: {
      bytes: 0,
      tail: raised(error, 'plain').stderr.tail.replace('"reproducer.py"', '"/data/work 1/case/reproducer.py"'),
    },
  },
};

function filesOf(title: string): Record<string, string> {
  const attempts = [
    attempt(1, null, 'first'),
    attempt(2, 'attempt-1', 'dead end'),
    attempt(3, 'attempt-1', 'the import'),
  ];
  const files = reproducerFiles({
    title,
    script,
    report: 'It fails in /home/maria/x.\n',
    control: { script: 'print(1)\n', reason: 'The *rate* is lower, as /home/maria/x says.' },
    attempt: attempts[2] as Attempt,
    attempts,
    symptom,
    verdict: {
      outcome: 'reproduced',
      symptomId: 's',
      rules: [
        {
          rule: 'match',
          result: 'passed',
          evidence: [
            { text: 'Seen in /home/maria/x.', reference: null },
            { text: 'The place in the report', reference: { kind: 'report', span: { start: 0, end: 1 } } },
            { text: 'numpy 1.26.4 is stated.', reference: { kind: 'report', span: { start: 0, end: 1 } } },
          ],
        },
      ],
      repeats: [],
      byAnalogy: false,
      nearMiss: null,
      missing: [],
      observed: 'ValueError: matmul',
    },
    environment: {
      id: 'e',
      kind: 'reprise',
      prefix: '/home/maria/e',
      interpreter: '/home/maria/e/bin/python',
      pythonVersion: '3.11.7',
      packages: [{ name: 'numpy', version: '1.26.4' }],
      lock: 'numpy==1.26.4',
      lockDigest: digestOf('lock'),
      reused: false,
      differences: ['Python 3.11.7 stands for 3.11.4.'],
    },
    asOf: null,
    executions: [confirm],
    writtenAt: '2026-11-30T12:00:00.000Z',
    digestOf,
  });
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

describe('reproducerFiles', () => {
  it('ships the control beside the script, and says what it changes', () => {
    const files = filesOf('A title');
    expect(files['control.py']).toBe('print(1)\n');
    expect(files['README.md']).toContain('`control.py` is the same script with one change');
    expect(files['README.md']).toContain('--with-requirements requirements.lock control.py\n');
    expect(files['README.md']).toContain('The \\*rate\\* is lower');
    expect(files['reproduction.json']).toContain('"file": "control.py"');
  });

  it('ships the script byte for byte, the lock and a versioned page of facts', () => {
    const files = filesOf('A title');
    expect(Object.keys(files)).toEqual([
      'reproducer.py',
      'control.py',
      'README.md',
      'requirements.lock',
      'reproduction.json',
      'report.md',
      'run.log',
    ]);
    expect(files['reproducer.py']).toBe(script);
    expect(files['requirements.lock']).toBe('numpy==1.26.4\n');
    expect(JSON.parse(files['reproduction.json'] ?? '')).toMatchObject({
      version: 1,
      outcome: 'reproduced',
      script: { file: 'reproducer.py', digest: digestOf(script) },
      environment: { python: '3.11.7', lockDigest: digestOf('lock') },
      edits: [{ attempt: 1 }, { attempt: 3, reason: 'the import' }],
    });
  });

  it('says what was expected and seen, the rules, the way to run it and how the script came to be', () => {
    const readme = filesOf('A title')['README.md'] ?? '';
    expect(readme).toContain('--python 3.11 --with-requirements requirements.lock reproducer.py');
    expect(readme).toContain('pip install -r requirements.lock');
    expect(readme).toContain('- **match** (passed): Seen in \\~/x. numpy 1.26.4 is stated.\n');
    expect(readme).toContain('ValueError: matmul: mismatch in ~/x');
    expect(readme).toContain('File "reproducer.py", line 2, in <module>');
    expect(readme).toContain('File "environment/lib/numpy.py", line 7');
    expect(readme).toContain('Python 3.11.7 stands for 3.11.4.');
    expect(readme).toMatch(/1\. first\n3\. the import/);
    expect(readme).not.toContain('dead end');
  });

  it('lets no text of the report become markup', () => {
    const readme = filesOf('<img src=x> [a](javascript:1) `b`\n# c')['README.md'] ?? '';
    expect(readme.split('\n')[0]).toBe('# \\<img src=x\\> \\[a\\](javascript:1) \\`b\\` \\# c');
    expect(readme).not.toContain('<b>');
  });

  it('names no home folder in any file', () => {
    for (const text of Object.values(filesOf('Fails in /home/maria/x'))) expect(text).not.toContain('maria');
  });
});

describe('redact', () => {
  it.each([
    ['File "/home/ana/a.py"', 'File "~/a.py"'],
    ['C:\\Users\\Ana Maria\\x', '~\\x'],
    ['C:\\Users\\ana is my folder', '~ is my folder'],
    ['/home/data/x holds data', '~/x holds data'],
    ['/Users/ana/x and ana@host', '~/x and user@host'],
    ['/root/.cache/x', '~/.cache/x'],
    ['/home/ana/x, banana', '~/x, banana'],
    ['/usr/lib/python3', '/usr/lib/python3'],
  ])('%s', (text, shared) => {
    expect(redact(text)).toBe(shared);
  });

  it('leaves no name below a home folder, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{4,12}$/), fc.string({ maxLength: 30 }), (name, rest) => {
        expect(redact(`${rest} /home/${name}/project ${rest}`)).not.toContain(`/home/${name}/`);
      }),
    );
  });
});
