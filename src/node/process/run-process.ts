import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Duplex, Readable } from 'node:stream';
import { chooseDescriptors } from './choose-descriptors';
import { describeExit } from './describe-exit';
import { explainStart } from './explain-start';
import { followToEnd, type OpenStream } from './follow-to-end';
import { isSandboxWrapper } from './is-sandbox-wrapper';
import { followTree, TREE_VARIABLE } from './process-tree';
import type { RunProcess, RunProcessOptions } from './types';

/** Runs a program on pipes. It is over when the whole tree is gone and all streams are drained. */
export const runProcess: RunProcess = async (options) => {
  const { command, limits, signal, group } = options;
  const startedAt = performance.now();
  if (signal.aborted) return { end: { kind: 'stopped' }, durationMs: 0 };

  const mark = randomBytes(16).toString('hex');
  const started = await start(options, mark);
  if (started.kind === 'failed') {
    return { end: { kind: 'couldNotStart', reason: started.reason }, durationMs: performance.now() - startedAt };
  }
  const { child, id } = started;
  const isWrapper = isSandboxWrapper(command.level.level);
  return followToEnd({
    tree: followTree(id, mark),
    streams: openStreams(options, child),
    limits,
    signal,
    // What keeps a scope until its end is ours too.
    isWrapper: group?.by === 'scope' ? (entry) => entry.id === id || isWrapper(entry) : isWrapper,
    exit: waitForExit(child).then((exit) => describeExit({ ...exit, level: command.level.level })),
    startedAt,
    ...(options.onAskForStacks === undefined ? {} : { onAskForStacks: options.onAskForStacks }),
    ...(group === undefined ? {} : { exceeded: group.exceeded }),
  });
};

type Started =
  | { readonly kind: 'running'; readonly child: ChildProcess; readonly id: number }
  | { readonly kind: 'failed'; readonly reason: string };

async function start(options: RunProcessOptions, mark: string): Promise<Started> {
  const { command, input, onRecord, recordKey, group } = options;
  const line = group?.begin(command) ?? command;
  const descriptors = chooseDescriptors({ input: input !== null, record: onRecord !== undefined });
  try {
    const child = spawn(line.program, [...line.arguments], {
      cwd: command.workingFolder,
      env: { ...line.environment, [TREE_VARIABLE]: mark },
      stdio: descriptors.stdio,
      detached: true,
      shell: false,
      windowsHide: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    // A program may leave its input unread.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    const record = child.stdio[3] as Duplex | null | undefined;
    record?.on('error', () => undefined);
    if (recordKey !== undefined) record?.write(recordKey);
    return { kind: 'running', child, id: child.pid ?? 0 };
  } catch (error) {
    return { kind: 'failed', reason: await explainStart(error, command.program, command.workingFolder) };
  } finally {
    descriptors.close();
  }
}

function openStreams({ onStdout, onStderr, onRecord }: RunProcessOptions, child: ChildProcess): readonly OpenStream[] {
  const record = child.stdio[3] as Readable | null | undefined;
  return [
    ...(child.stdout ? [{ stream: child.stdout, onBytes: onStdout, isOutput: true }] : []),
    ...(child.stderr ? [{ stream: child.stderr, onBytes: onStderr, isOutput: true }] : []),
    ...(record && onRecord ? [{ stream: record, onBytes: onRecord, isOutput: false }] : []),
  ];
}

function waitForExit(child: ChildProcess): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      return resolve({ code: child.exitCode, signal: child.signalCode });
    }
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}
