import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createRecordReader } from '../../../src/node/record/read-record';
import type { ExecutionRecord, RecordLine, RecordLineOf } from '../../../src/protocol/record/record';

export const RUNNER = resolve('resources/python/reprise_runner.py');

export interface Run {
  readonly exit: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}
export interface RecordedRun extends Run {
  readonly record: ExecutionRecord;
  /** Bytes on the descriptor, as text. */
  readonly written: string;
}

export interface RunOptions {
  readonly folder: string;
  readonly arguments?: readonly string[];
  /** The script's name as it is given on the command line. */
  readonly script?: string;
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Writes files into a new folder, gives it to `use`, and removes it. */
export async function withFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-runner-')));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function runPlain(python: string, run: RunOptions): Promise<Run> {
  return (await start(python, ['-u', run.script ?? 'script.py', ...(run.arguments ?? [])], run, false)).run;
}

export async function runRecorded(python: string, run: RunOptions): Promise<RecordedRun> {
  const before = ['-u', RUNNER, '--record-fd', '3', ...(run.options ?? []), '--'];
  const started = await start(python, [...before, run.script ?? 'script.py', ...(run.arguments ?? [])], run, true);
  const reader = createRecordReader();
  reader.push(started.written);
  return { ...started.run, record: reader.finish(), written: started.written.toString() };
}

async function start(
  python: string,
  args: readonly string[],
  run: RunOptions,
  recorded: boolean,
): Promise<{ readonly run: Run; readonly written: Buffer }> {
  const child = spawn(python, args, {
    cwd: run.folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      PYTHONHASHSEED: '0',
      PYTHONDONTWRITEBYTECODE: '1',
      LANG: 'C.UTF-8',
      ...run.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(recorded ? (['pipe'] as const) : [])],
  });
  const streams = [child.stdio[1], child.stdio[2], child.stdio[3]].map((stream) =>
    collect(stream as Readable | undefined),
  );
  const exit = new Promise<Run['exit']>((done, failed) => {
    child.once('error', failed);
    child.once('close', (code, signal) => done(code ?? signal));
  });
  const [stdout = Buffer.alloc(0), stderr = Buffer.alloc(0), written = Buffer.alloc(0)] = await Promise.all(streams);
  return { run: { exit: await exit, stdout: stdout.toString(), stderr: stderr.toString() }, written };
}

async function collect(stream: Readable | undefined | null): Promise<Buffer> {
  if (stream === undefined || stream === null) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export function linesOf<T extends RecordLine['type']>(record: ExecutionRecord, type: T): readonly RecordLineOf<T>[] {
  return record.lines.filter((line): line is RecordLineOf<T> => line.type === type);
}

/** The one line of a type; fails where there are none or several. */
export function lineOf<T extends RecordLine['type']>(record: ExecutionRecord, type: T): RecordLineOf<T> {
  const [line, ...more] = linesOf(record, type);
  if (line === undefined || more.length > 0) throw new Error(`${more.length + (line ? 1 : 0)} lines of type ${type}`);
  return line;
}
