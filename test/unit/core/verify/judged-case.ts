import type { ReadyEnvironment } from '../../../../src/protocol/environment';
import type { Execution, ProcessEnd } from '../../../../src/protocol/execution';
import type { ExceptionRecord, ExecutionRecord, FrameRecord, RecordLine } from '../../../../src/protocol/record/record';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { assignProvenance } from '../../../../src/core/verify/assign-provenance';
import { judge, type InstalledFileState, type JudgeInput } from '../../../../src/core/verify/judge';
import type { Verdict } from '../../../../src/protocol/verdict';

const digest = 'a'.repeat(64);
export const torchFile = '/env/lib/python3.11/site-packages/torch/nn/modules/linear.py';
export const torchInit = '/env/lib/python3.11/site-packages/torch/__init__.py';
export const kerasFile = '/env/lib/python3.11/site-packages/keras/src/ops/operation_utils.py';
export const kerasFilter = '/env/lib/python3.11/site-packages/keras/src/utils/traceback_utils.py';

export const environment: ReadyEnvironment = {
  id: 'environment-1',
  kind: 'reprise',
  prefix: '/env',
  interpreter: '/env/bin/python',
  pythonVersion: '3.11.7',
  packages: [
    { name: 'torch', version: '2.1.0+cpu' },
    { name: 'numpy', version: '1.26.4' },
  ],
  lock: '',
  lockDigest: digest,
  reused: false,
  differences: [],
};

/** A frame of the script at the line that holds `text`, stopped at `op`. */
export function atScript(script: string, text: string, op: string, name = '<module>'): FrameRecord {
  const index = script.split('\n').findIndex((line) => line.includes(text));
  if (index < 0) throw new Error(`The script has no line with ${text}`);
  return {
    file: '/case/reproducer.py',
    line: index + 1,
    function: name,
    module: '__main__',
    place: 'script',
    distribution: null,
    instruction: { op, offset: 10 },
    code: (script.split('\n')[index] ?? '').trim(),
    tensors: [],
  };
}

export function atLibrary(
  file: string,
  name: string,
  op = 'RAISE_VARARGS',
  code: string | null = 'raise error',
): FrameRecord {
  const inPackages = /site-packages\/(\w+)/.exec(file)?.[1];
  return {
    file,
    line: 100,
    function: name,
    module: null,
    place: inPackages ? 'distribution' : 'standardLibrary',
    distribution: inPackages ? { name: inPackages, version: '1.0' } : null,
    instruction: { op, offset: 20 },
    code,
    tensors: [],
  };
}

export interface CaseOptions {
  readonly report: string;
  readonly script: string;
  readonly type: string;
  readonly message: string;
  readonly frames: readonly FrameRecord[];
  readonly module?: string | null;
  readonly bases?: readonly string[];
  readonly chain?: readonly ExceptionRecord[];
  readonly installed?: Readonly<Record<string, InstalledFileState>>;
  readonly printed?: string;
  readonly code?: number;
  readonly environment?: ReadyEnvironment;
}

export function exceptionOf(
  options: Pick<CaseOptions, 'type' | 'message' | 'frames' | 'module' | 'bases'>,
): ExceptionRecord {
  return {
    type: options.type,
    module: options.module === undefined ? 'builtins' : options.module,
    bases: [...(options.bases ?? ['Exception', 'BaseException'])],
    message: options.message,
    relation: 'raised',
    frames: [...options.frames],
  };
}

export function recordOf(lines: readonly RecordLine[], exitCode = 1): ExecutionRecord {
  const finished: RecordLine = { type: 'finished', atMs: 9, exitCode, peakHostBytes: null, peakGpuBytes: null };
  return { lines: [...lines, finished], dropped: 0 };
}

export function execution(
  options: Partial<Pick<Execution, 'id' | 'purpose' | 'mode' | 'cold'>> & {
    readonly end?: ProcessEnd;
    readonly stderr?: string;
    readonly stdout?: string;
    readonly record?: ExecutionRecord | null;
  },
): Execution {
  const stream = (tail: string) => ({ bytes: tail.length, tail });
  return {
    id: options.id ?? 'execution-1',
    attemptId: 'attempt-1',
    purpose: options.purpose ?? 'search',
    mode: options.mode ?? 'recorded',
    cold: options.cold ?? false,
    seed: null,
    scriptDigest: digest,
    terminalId: 'terminal-1',
    startedAt: '2026-11-30T00:00:00.000Z',
    result: {
      end: options.end ?? { kind: 'exited', code: 1 },
      durationMs: 5,
      stdout: stream(options.stdout ?? ''),
      stderr: stream(options.stderr ?? ''),
      record: options.record ?? null,
      sandbox: { level: 'bubblewrap', network: 'none', reason: null },
    },
  };
}

/** The input of a verdict on a script that was run twice: recorded, and plain with what Python would have printed. */
export function inputOf(options: CaseOptions, parser: PythonParser): JudgeInput {
  const { readOut, symptoms } = readReport({ name: 'report.md', text: options.report, asOf: null });
  const [symptom] = symptoms;
  if (!symptom) throw new Error('The report names no symptom');
  const exception = exceptionOf(options);
  const chain = options.chain ?? [exception];
  const provenance = assignProvenance({ text: options.script, reportBlocks: readOut.blocks, projectTexts: [], parser });
  const printed =
    options.printed ??
    `Traceback (most recent call last):\n  File "/case/reproducer.py", line 1, in <module>\n    code\n${options.type}: ${options.message}\n`;
  return {
    symptom,
    script: { text: options.script, digest, provenance },
    executions: [
      execution({ record: recordOf([{ type: 'exception', atMs: 5, chain: [...chain] }]) }),
      execution({
        id: 'execution-2',
        purpose: 'confirm',
        mode: 'plain',
        cold: true,
        stderr: printed,
        end: { kind: 'exited', code: options.code ?? 1 },
      }),
    ],
    environment: options.environment ?? environment,
    installedFiles: new Map(
      Object.entries({
        [torchFile]: 'asInstalled',
        [torchInit]: 'asInstalled',
        [kerasFile]: 'asInstalled',
        ...options.installed,
      } as Record<string, InstalledFileState>),
    ),
    parser,
    readOut,
  };
}

export function verdictOf(options: CaseOptions, parser: PythonParser): Verdict {
  return judge(inputOf(options, parser));
}

export function ruleOf(verdict: Verdict, name: string): Verdict['rules'][number] {
  const rule = verdict.rules.find((item) => item.rule === name);
  if (!rule) throw new Error(`No rule ${name}`);
  return rule;
}
