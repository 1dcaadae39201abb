import type { ExecutionResult, SandboxLevel } from '../../src/protocol/execution';
import type { FrameRecord, RecordLine } from '../../src/protocol/record/record';

const bubblewrap: SandboxLevel = { level: 'bubblewrap', network: 'none', reason: null };

export interface RaisedFrame {
  readonly line: number;
  readonly function?: string;
  readonly code: string;
  /** Opcode that the frame stopped at. */
  readonly op: string;
  /** A file of this distribution; absent: the script. */
  readonly distribution?: { readonly name: string; readonly version: string; readonly file: string };
}

function frameRecord(frame: RaisedFrame): FrameRecord {
  return {
    file: frame.distribution?.file ?? 'reproducer.py',
    line: frame.line,
    function: frame.function ?? '<module>',
    module: frame.distribution ? frame.distribution.name : '__main__',
    place: frame.distribution ? 'distribution' : 'script',
    distribution: frame.distribution ? { name: frame.distribution.name, version: frame.distribution.version } : null,
    instruction: { op: frame.op, offset: 10 },
    code: frame.code,
    tensors: [],
  };
}

function printed(type: string, message: string, frames: readonly RaisedFrame[]): string {
  const lines = frames.map(
    (frame) =>
      `  File "${frame.distribution?.file ?? 'reproducer.py'}", line ${frame.line}, in ${frame.function ?? '<module>'}\n    ${frame.code}`,
  );
  return ['Traceback (most recent call last):', ...lines, `${type}: ${message}`, ''].join('\n');
}

/** What a run gives that ends with an exception: under the recorder with a record, plain without. */
export function raised(
  exception: { readonly type: string; readonly message: string; readonly frames: readonly RaisedFrame[] },
  mode: 'recorded' | 'plain',
): ExecutionResult {
  const { type, message, frames } = exception;
  const stderr = printed(type, message, frames);
  const lines: RecordLine[] = [
    {
      type: 'header',
      version: 1,
      python: '3.11.7',
      implementation: 'CPython',
      executable: '/environments/listed/bin/python',
      platform: 'linux',
      argv: ['reproducer.py'],
      seed: 0,
    },
    {
      type: 'exception',
      atMs: 90,
      chain: [
        {
          type,
          module: 'builtins',
          bases: type === 'ModuleNotFoundError' ? ['ImportError', 'Exception'] : ['Exception'],
          message,
          relation: 'raised',
          frames: frames.map(frameRecord),
        },
      ],
    },
    { type: 'finished', atMs: 100, exitCode: 1, peakHostBytes: null, peakGpuBytes: null },
  ];
  return {
    end: { kind: 'exited', code: 1 },
    durationMs: 100,
    stdout: { bytes: 0, tail: '' },
    stderr: { bytes: stderr.length, tail: stderr },
    record: mode === 'recorded' ? { lines, dropped: 0 } : null,
    sandbox: bubblewrap,
  };
}

/** What a run gives that ends in peace. */
export function ended(stdout: string, mode: 'recorded' | 'plain'): ExecutionResult {
  return {
    end: { kind: 'exited', code: 0 },
    durationMs: 100,
    stdout: { bytes: stdout.length, tail: stdout },
    stderr: { bytes: 0, tail: '' },
    record:
      mode === 'recorded'
        ? {
            lines: [{ type: 'finished', atMs: 100, exitCode: 0, peakHostBytes: null, peakGpuBytes: null }],
            dropped: 0,
          }
        : null,
    sandbox: bubblewrap,
  };
}
