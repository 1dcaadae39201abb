import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { judge } from '../../../../src/core/verify/judge';
import { needsExecutions } from '../../../../src/core/verify/needs-executions';
import type { RecordLine } from '../../../../src/protocol/record/record';
import type { Symptom } from '../../../../src/protocol/symptom';
import { Verdict } from '../../../../src/protocol/verdict';
import { createTestParser } from '../../../helpers/create-test-parser';
import {
  atLibrary,
  atScript,
  environment,
  execution,
  inputOf,
  recordOf,
  ruleOf,
  torchFile,
  verdictOf,
  type CaseOptions,
} from './judged-case';

const script = 'import torch\nlin = torch.nn.Linear(12, 1)\nout = lin(x)\n';
const text = 'mat1 and mat2 shapes cannot be multiplied (12x1 and 12x1)';
const base: CaseOptions = {
  report: `# It fails with torch 2.1.0 and Python 3.11\n\n\`\`\`python\n${script}\`\`\`\n\nRuntimeError: ${text}\n`,
  script,
  type: 'RuntimeError',
  message: text,
  frames: [atScript(script, 'lin(x)', 'CALL'), atLibrary(torchFile, 'forward', 'CALL')],
};

describe('judge', () => {
  let parser: PythonParser;
  beforeAll(async () => {
    parser = await createTestParser();
  });

  it('reproduces, with evidence that leads somewhere', () => {
    const verdict = Verdict.parse(verdictOf(base, parser));
    expect(verdict.rules.map(({ rule, result }) => `${rule} ${result}`)).toEqual([
      'match passed',
      'wording passed',
      'environment passed',
      'repeat passed',
      'agreement passed',
      'genuine passed',
      'control waived',
    ]);
    expect(verdict).toMatchObject({
      outcome: 'reproduced',
      observed: `RuntimeError: ${text}`,
      nearMiss: null,
      missing: [],
      byAnalogy: false,
    });
    expect(verdict.repeats).toEqual([
      { executionId: 'execution-1', cold: false, seed: null, shown: true },
      { executionId: 'execution-2', cold: true, seed: null, shown: true },
    ]);
    expect(ruleOf(verdict, 'match').evidence.map((item) => item.reference?.kind)).toEqual(['output', 'report']);
    expect(ruleOf(verdict, 'environment').evidence.map((item) => item.text)).toEqual([
      'torch 2.1.0+cpu is what the report states.',
      'Python 3.11.7 fits the 3.11 that the report states.',
    ]);
    expect(ruleOf(verdict, 'genuine').evidence[0]?.reference).toEqual({ kind: 'script', line: 3 });
  });

  it.each<[string, Partial<CaseOptions>, string, RegExp]>([
    ['other values', { message: text.replace('(12x1', '(4x1') }, 'match', /report says 12x1 where the run says 4x1/],
    [
      'other words',
      { message: 'the sizes are wrong somewhere' },
      'match',
      /reads otherwise: “the sizes are wrong somewhere”/,
    ],
    ['another class', { type: 'ValueError' }, 'match', /class is not RuntimeError: ValueError/],
    [
      'another exception',
      { type: 'TypeError', message: 'no' },
      'match',
      /Another exception ended the run: TypeError: no/,
    ],
    [
      'another printed exception',
      { printed: 'Traceback (most recent call last):\n  File "a", line 1, in f\n    g()\nValueError: no\n' },
      'repeat',
      /did not show it/,
    ],
    ['another exit code', { code: 3 }, 'agreement', /ended with 3, where the record says 1/],
  ])('does not reproduce on %s, and says what differs', (_, change, rule, near) => {
    const verdict = verdictOf({ ...base, ...change }, parser);
    expect(verdict.outcome).toBe('notReproduced');
    expect(ruleOf(verdict, rule).result).toBe('failed');
    expect(verdict.nearMiss).toMatch(near);
  });

  it('tells an exception at another place from the one that the traceback shows', () => {
    const report = `# It fails\n\n\`\`\`python\n${script}y = torch.cat([out, out])\n\`\`\`\n\n\`\`\`\n  File "a.py", line 9, in <module>\n    y = torch.cat([out, out])\nRuntimeError: ${text}\n\`\`\`\n`;
    const verdict = verdictOf({ ...base, report }, parser);
    expect(verdict.outcome).toBe('notReproduced');
    expect(verdict.nearMiss).toContain('The exception came from another place');
  });

  describe('in other words', () => {
    const older = 'size mismatch, m1: [12 x 1], m2: [12 x 1] at /pytorch/aten/src/TH/generic/THTensorMath.cpp:41';
    const told = (version: string, end: string): string =>
      `# It fails with ${version}\n\n\`\`\`python\n${script}\`\`\`\n\n${end}\n`;

    it.each([['torch 1.4.0'], ['Python 3.11'], ['torch 1.4.0 and torch 2.1.0']])(
      'reproduces where the run is not known to have what the report has: %s',
      (version) => {
        const verdict = verdictOf({ ...base, report: told(version, `RuntimeError: ${older}`) }, parser);
        expect(verdict.outcome).toBe('reproduced');
        expect(ruleOf(verdict, 'wording').evidence[0]?.text).toMatch(/^Same fault, reworded in torch 2\.1\.0\+cpu: /);
      },
    );

    it('does not in the report’s own environment, where the words must be the same', () => {
      const verdict = verdictOf({ ...base, report: told('torch 2.1.0', `RuntimeError: ${older}`) }, parser);
      expect(verdict.outcome).toBe('notReproduced');
      expect(ruleOf(verdict, 'wording').result).toBe('failed');
      expect(verdict.nearMiss).toMatch(/though it has torch 2\.1\.0 as the report does/);
    });

    it('does where the reporter told them without printing them', () => {
      const report = told('torch 2.1.0', 'It fails with the error "size mismatch, m1: [12 x 1], m2: [12 x 1]".');
      expect(verdictOf({ ...base, report }, parser).outcome).toBe('reproduced');
    });
  });

  it('passes the nearest environment and says how far off it is', () => {
    const other = {
      ...environment,
      pythonVersion: '3.8.1',
      packages: [{ name: 'torch', version: '1.9.0' }],
      // The second tells in other words what the comparison tells.
      differences: ['No wheel of torch 2.1.0 for it.', 'Python 3.8.1 is used; the report states 3.11.'],
    };
    const rule = ruleOf(verdictOf({ ...base, environment: other }, parser), 'environment');
    expect(rule.result).toBe('passed');
    expect(rule.evidence.map((item) => item.text)).toEqual([
      'The run was in the nearest environment that was to be had, with Python 3.8.1, and not in that of the report.',
      'The report states torch 2.1.0; the run had 1.9.0.',
      'The report states Python 3.11; the run had 3.8.1.',
      'No wheel of torch 2.1.0 for it.',
    ]);
  });

  it('tells an environment that was here from one that was made, a renamed package once, and a path from a statement', () => {
    const report = `# It fails with tensorflow 2.15.0\n\nIn \`/usr/lib/python3.8/x.py\`:\n\nRuntimeError: ${text}\n`;
    const other = {
      ...environment,
      kind: 'venv' as const,
      packages: [{ name: 'tensorflow-cpu', version: '2.21.0' }],
      differences: ['tensorflow-cpu 2.21.0 is used; wanted is ==2.15.0.'],
    };
    const said = (change: Partial<typeof environment>): readonly string[] =>
      ruleOf(verdictOf({ ...base, report, environment: { ...other, ...change } }, parser), 'environment').evidence.map(
        (item) => item.text,
      );
    expect(said({})).toEqual([
      'The run was in an environment that was here already, with Python 3.11.7, and not in that of the report.',
      'The report states tensorflow 2.15.0; the run had 2.21.0.',
      'A path in the report is of Python 3.8; the run had 3.11.7.',
    ]);
    expect(said({ pythonVersion: '3.8.18' })).toContain(
      'Python 3.8.18 fits a path in the report, which is of Python 3.8.',
    );
  });

  it('is not moved by a flaky run', () => {
    const input = inputOf(base, parser);
    const clean = execution({
      id: 'execution-3',
      purpose: 'repeat',
      end: { kind: 'exited', code: 0 },
      record: recordOf([], 0),
    });
    const verdict = judge({ ...input, executions: [...input.executions, clean] });
    expect(verdict.outcome).toBe('notReproduced');
    expect(ruleOf(verdict, 'repeat').evidence[0]?.text).toBe('The symptom showed in 2 of 3 runs.');
  });

  it('judges a control that was run', () => {
    const input = inputOf(base, parser);
    const clean = execution({
      id: 'control-1',
      purpose: 'control',
      end: { kind: 'exited', code: 0 },
      record: recordOf([], 0),
    });
    expect(ruleOf(judge({ ...input, executions: [...input.executions, clean] }), 'control').result).toBe('passed');
    const showing = {
      ...(input.executions[0] as (typeof input.executions)[number]),
      id: 'control-2',
      purpose: 'control' as const,
    };
    expect(judge({ ...input, executions: [...input.executions, showing] }).outcome).toBe('notReproduced');
  });

  it.each<[string, string, string, string]>([
    ['ModuleNotFoundError', "No module named 'torch'", 'package', 'torch'],
    ['FileNotFoundError', "[Errno 2] No such file or directory: 'data.csv'", 'dataset', 'data.csv'],
    ['RuntimeError', 'Found no NVIDIA driver on your system.', 'gpu', 'gpu'],
  ])('says what is missing: %s', (type, message, kind, name) => {
    const bases = type === 'ModuleNotFoundError' ? ['ImportError', 'Exception'] : ['OSError', 'Exception'];
    const verdict = verdictOf({ ...base, type, message, bases }, parser);
    expect(verdict.outcome).toBe('inconclusive');
    expect(verdict.missing).toEqual([expect.objectContaining({ kind, name })]);
  });

  it('asks for one recorded run, then for a cold one without the runner, then for as many as the user wants', () => {
    const input = inputOf(base, parser);
    const ask = (executions: typeof input.executions, repeats: number | null = null) =>
      needsExecutions({ symptom: input.symptom, verdict: judge({ ...input, executions }), executions, repeats });
    expect(ask([])).toEqual([{ purpose: 'search', mode: 'recorded', cold: false, seed: null }]);
    expect(judge({ ...input, executions: input.executions.slice(0, 1) }).outcome).toBe('inconclusive');
    expect(ask(input.executions.slice(0, 1))).toEqual([{ purpose: 'confirm', mode: 'plain', cold: true, seed: null }]);
    expect(ask(input.executions)).toEqual([]);
    expect(ask(input.executions, 4)).toHaveLength(2);
    const other = inputOf({ ...base, type: 'ValueError' }, parser);
    expect(
      needsExecutions({
        symptom: other.symptom,
        verdict: judge(other),
        executions: other.executions.slice(0, 1),
        repeats: null,
      }),
    ).toEqual([]);
  });

  it('asks a silent symptom for a control, and takes it for open without one', () => {
    const common = { id: 'symptom-1', confidence: 1, span: null, author: 'user' as const };
    const symptom: Symptom = { ...common, kind: 'nonFinite', what: 'loss' };
    const executions = [
      execution({ stdout: 'loss: nan\n', end: { kind: 'exited', code: 0 }, record: recordOf([], 0) }),
    ];
    const input = { ...inputOf(base, parser), symptom, executions };
    const verdict = judge(input);
    expect(verdict.outcome).toBe('notReproduced');
    expect(ruleOf(verdict, 'genuine').result).toBe('failed');
    const printed = { ...input, script: { ...input.script, text: `${script}print("loss:", out.mean().item())\n` } };
    const open = judge(printed);
    expect([open.outcome, open.missing.map(({ kind }) => kind)]).toEqual(['inconclusive', ['control']]);
    const next = { symptom, verdict: open, executions, repeats: null };
    expect(needsExecutions(next).map(({ purpose }) => purpose)).toEqual(['confirm']);
    expect(needsExecutions({ ...next, control: true }).map(({ purpose, seed }) => `${purpose} ${seed}`)).toEqual([
      'confirm null',
      'control 0',
      'repeat 1',
      'repeat 2',
      'repeat 3',
      'repeat 4',
    ]);
  });

  describe('ends that Python does not see', () => {
    const common = { id: 'symptom-1', confidence: 1, span: null, author: 'user' as const };
    const run = (
      symptom: Symptom,
      source: string,
      end: Parameters<typeof execution>[0]['end'],
      more: Partial<Parameters<typeof execution>[0]> = {},
    ) =>
      judge({
        ...inputOf({ ...base, script: source }, parser),
        symptom,
        executions: [
          execution({ ...(end ? { end } : {}), record: recordOf([]), ...more }),
          execution({
            id: 'execution-2',
            mode: 'plain',
            cold: true,
            purpose: 'confirm',
            ...(end ? { end } : {}),
            ...more,
            record: null,
          }),
        ],
      });
    const hang: Symptom = { ...common, kind: 'hang', afterSeconds: null };
    const segfault: Symptom = { ...common, kind: 'signal', signal: 'SIGSEGV' };

    it('a segfault in code of the report', () => {
      expect(run(segfault, script, { kind: 'signalled', signal: 'SIGSEGV' }).outcome).toBe('reproduced');
      expect(run(segfault, script, { kind: 'signalled', signal: 'SIGABRT' }).nearMiss).toContain('SIGABRT');
    });
    it('an exit code that looks like a segfault', () => {
      expect(run(segfault, script, { kind: 'exited', code: 139 }).outcome).toBe('notReproduced');
    });
    it('a segfault by the line at which the fault handler found the script', () => {
      const end = { kind: 'signalled', signal: 'SIGSEGV' } as const;
      const source = `${script}x = bad(1)\n`;
      const header: RecordLine = {
        ...{
          type: 'header',
          version: 1,
          python: '3.11.7',
          implementation: 'cpython',
          executable: '',
          platform: 'linux',
        },
        ...{ argv: ['reproducer.py'], seed: null },
      };
      const at = (line: number) => ({
        record: { lines: [header], dropped: 0 },
        stderr:
          'Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n' +
          '  File "/env/lib/python3.11/site-packages/torch/nn/modules/linear.py", line 100 in forward\n' +
          `  File "/case/reproducer.py", line ${line} in <module>\n`,
      });
      const lines = source.split('\n');
      const own = lines.findIndex((line) => line.startsWith('x = bad')) + 1;
      const reported = lines.findIndex((line) => line.startsWith('out = lin')) + 1;
      expect(run(segfault, source, end, at(reported)).outcome).toBe('reproduced');
      expect(ruleOf(run(segfault, source, end, at(own)), 'genuine').result).toBe('failed');
    });
    it.each([
      'import subprocess, os\nsubprocess.run(["kill", "-11", str(os.getpid())])',
      'import os\nos.execv("/bin/sh", ["sh", "-c", command])',
      'import os as o\no.system(command)',
      'from signal import raise_signal as r\nr(11)',
      'import numpy as np\nnp.ctypeslib.ctypes.string_at(0)',
      'import os\ngetattr(os, "ki" + "ll")(os.getpid(), 11)',
    ])('a segfault where a line of ours may end the process: %s', (lines) => {
      const verdict = run(segfault, `${script}${lines}\n`, { kind: 'signalled', signal: 'SIGSEGV' });
      expect(ruleOf(verdict, 'genuine').result).toBe('failed');
    });
    it('a segfault that the script sends itself', () => {
      const verdict = run(segfault, `${script}import os\nos.kill(os.getpid(), 11)\n`, {
        kind: 'signalled',
        signal: 'SIGSEGV',
      });
      expect(verdict.outcome).toBe('notReproduced');
      expect(ruleOf(verdict, 'genuine').result).toBe('failed');
    });
    it('a hang, silent, and not one of our own', () => {
      const end = { kind: 'timeLimit', seconds: 60 } as const;
      expect(run(hang, script, end).outcome).toBe('reproduced');
      expect(run(hang, script, end, { stdout: 'step 1' }).nearMiss).toContain('cannot be told from a hang');
      expect(ruleOf(run(hang, `${script}import time\ntime.sleep(1000)\n`, end), 'genuine').result).toBe('failed');
      expect(ruleOf(run(hang, `${script}while True:\n    pass\n`, end), 'genuine').result).toBe('failed');
    });
    it('a hang, with the line at which its process says that it stood', () => {
      const header: RecordLine = {
        ...{ type: 'header', version: 1, python: '3.11.7', implementation: 'cpython', executable: '' },
        ...{ platform: 'linux', argv: ['/case/reproducer.py'], seed: null },
      };
      const told = (...frames: readonly { file: string; line: number; function: string }[]) => ({
        record: {
          lines: [
            header,
            { type: 'threads' as const, atMs: 9, threads: [{ id: '1', current: true, frames: [...frames] }] },
          ],
          dropped: 0,
        },
      });
      const own = { file: '/case/reproducer.py', line: 3, function: '<module>' };
      const end = { kind: 'timeLimit', seconds: 60 } as const;
      const waits = run(hang, script, end, told({ file: '/lib/queue.py', line: 7, function: 'get' }, own));
      expect(ruleOf(waits, 'genuine').evidence.at(-1)).toEqual({
        text: 'The run stood in `get` (queue.py), below this line, when the limit ended it, as its process told.',
        reference: { kind: 'script', line: 3 },
      });
      expect(ruleOf(run(hang, script, end, told(own)), 'genuine').evidence.at(-1)?.text).toContain('at this line');
      const forged = run(hang, `${script}import time\ntime.sleep(1000)\n`, end, told(own));
      expect(ruleOf(forged, 'genuine').result).toBe('failed');
    });
    it('memory that is exhausted', () => {
      const symptom: Symptom = { ...common, kind: 'outOfMemory', where: 'host' };
      const verdict = run(symptom, script, { kind: 'memoryLimit', bytes: 1e9 });
      expect(verdict.outcome).toBe('reproduced');
      expect(ruleOf(verdict, 'genuine').evidence.at(-1)?.text).toContain('Where the memory went is not known');
      expect(run(symptom, script, { kind: 'exited', code: 0 }).outcome).toBe('notReproduced');
    });
    it('a warning, by the call that gave it', () => {
      const message = {
        source: 'The given NumPy array is not writable',
        parts: [{ kind: 'text' as const, text: 'The given NumPy array is not writable' }],
      };
      const symptom: Symptom = { ...common, kind: 'warning', category: 'UserWarning', message };
      const warned = (frame: ReturnType<typeof atLibrary>) => ({
        record: recordOf(
          [{ type: 'warning', atMs: 1, category: 'UserWarning', message: message.source, channel: 'warnings', frame }],
          0,
        ),
        stderr: `a.py:1: UserWarning: ${message.source}\n`,
      });
      const end = { kind: 'exited', code: 0 } as const;
      expect(run(symptom, script, end, warned(atLibrary(torchFile, 'forward'))).outcome).toBe('reproduced');
      const ours = `${script}warnings.warn(words)\n`;
      expect(ruleOf(run(symptom, ours, end, warned(atScript(ours, 'warnings.warn', 'CALL'))), 'genuine').result).toBe(
        'failed',
      );
      expect(run(symptom, script, end, { record: recordOf([], 0) }).nearMiss).toContain(
        'did not give the reported warning',
      );
    });
    it.each([
      [
        'in the words of another release',
        'Input ended early; stopping training. Be sure that generator or dataset can give `steps * epochs` batches (here 150 batches).',
        'reproduced',
      ],
      [
        'of another thing',
        'Input ended early; stopping evaluation, since no generator was given a seed.',
        'notReproduced',
      ],
    ])('a warning %s', (_, seen, outcome) => {
      const words =
        'Input ended early; stopping training. Be sure that dataset or generator can give `steps * epochs` batches.';
      const symptom: Symptom = { ...common, kind: 'warning', category: null, message: { source: words, parts: [{ kind: 'text', text: words }] } }; // prettier-ignore
      const frame = atLibrary(torchFile, 'forward');
      const verdict = run(
        symptom,
        script,
        { kind: 'exited', code: 0 },
        {
          record: recordOf(
            [{ type: 'warning', atMs: 1, category: 'UserWarning', message: seen, channel: 'warnings', frame }],
            0,
          ),
          stderr: `a.py:1: UserWarning: ${seen}\n`,
        },
      );
      expect(verdict.outcome).toBe(outcome);
    });
    it('no warning in a line of the script that Python shows', () => {
      const words = 'The given NumPy array is not writable';
      const symptom: Symptom = { ...common, kind: 'warning', category: null, message: { source: words, parts: [{ kind: 'text', text: words }] } }; // prettier-ignore
      const line = `/lib/loss.py:5: UserWarning: ${words}`;
      const stderr = `  File "a.py", line 9\n    ${line}\n    ^\nSyntaxError: invalid syntax\n`;
      const end = { kind: 'exited', code: 1 } as const;
      expect(run(symptom, `${script}${line}\n`, end, { record: recordOf([], 1), stderr }).outcome).toBe(
        'notReproduced',
      );
    });
    it.each([
      ['nothing of ours', '', 'reproduced'],
      ['a stream that is handed on', 'import sys\nout = sys.stderr\n', 'notReproduced'],
      ['a printer by another name', 'say = print\nsay(chr(84) + rest)\n', 'notReproduced'],
      ['the printer of a map', 'list(map(print, words))\n', 'notReproduced'],
      ['a method of a stream', 'import sys\nsys.stderr.writelines(words)\n', 'notReproduced'],
      ['a bare descriptor', 'import os\nos.write(2, words)\n', 'notReproduced'],
      ['a child', 'import subprocess\nsubprocess.call(words)\n', 'notReproduced'],
      ['a shell', 'from os import system as s\ns(words)\n', 'notReproduced'],
      ['an exit with words', 'import sys\nsys.exit(words)\n', 'notReproduced'],
      ['an exit as an exception', 'raise SystemExit(words)\n', 'notReproduced'],
      ['a logger', 'import logging\nlogging.getLogger(__name__).warning(words)\n', 'notReproduced'],
      ['a hook', 'import sys\nsys.excepthook(ValueError, ValueError(words), None)\n', 'notReproduced'],
      ['a printed traceback', 'import traceback\ntraceback.print_exc()\n', 'notReproduced'],
      ['a number at the exit', 'import sys\nsys.exit(0)\n', 'reproduced'],
    ])('a warning that no call gave, where the script has %s', (_, lines, outcome) => {
      const source = 'The given NumPy array is not writable';
      const message = { source, parts: [{ kind: 'text' as const, text: source }] };
      const symptom: Symptom = { ...common, kind: 'warning', category: 'UserWarning', message };
      const printed = { record: recordOf([], 0), stderr: `[W tensor_numpy.cpp:1] Warning: ${source}\n` };
      const verdict = run(symptom, `${script}${lines}`, { kind: 'exited', code: 0 }, printed);
      expect(verdict.outcome).toBe(outcome);
      if (outcome === 'notReproduced') {
        expect(ruleOf(verdict, 'genuine').evidence.at(-1)?.reference?.kind).toBe('script');
        expect(verdict.nearMiss).toMatch(/^Refused: (?:no call gave the warning|this line is not from the report)/);
      }
    });
  });
});
