import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { constants as system } from 'node:os';
import { message } from '../../protocol/catalogue/catalogue';
import type { ProcessEnd } from '../../protocol/execution';
import { cutMark } from './cut-mark';
import { signalOfCode } from './describe-exit';
import { endTree, GRACE_MS } from './end-tree';
import { explainStart } from './explain-start';
import { isSandboxWrapper } from './is-sandbox-wrapper';
import type { ProcessEntry } from './list-processes';
import { loadPty, type Pty } from './load-pty';
import { followTree, TREE_VARIABLE } from './process-tree';
import { answerTo, launcherArguments, LAUNCHER_PROGRAM } from './pty-launcher';
import { readPty } from './read-pty';
import type { ProcessOutcome, RunInPty, RunInPtyOptions } from './types';
import { watchLimits } from './watch-limits';

/** Time that the launcher, and what a program left behind, have to end by themselves. */
const SURVIVORS_MS = 1000;

/** Gives a `RunInPty`. A machine whose native part does not load is told so at the first run, as a program that could not start. */
export function createRunInPty(): RunInPty {
  return async (options) => {
    if (options.signal.aborted) return { end: { kind: 'stopped' }, durationMs: 0 };
    const marks = { mark: `\x1e${randomBytes(16).toString('hex')}:`, tree: randomBytes(16).toString('hex') };
    const startedAt = performance.now();
    const pty = await start(options, marks);
    if (typeof pty === 'string') {
      return { end: { kind: 'couldNotStart', reason: pty }, durationMs: performance.now() - startedAt };
    }
    return follow(options, pty, marks, startedAt);
  };
}

interface Marks {
  /** Printed by the launcher behind the program's output. */
  readonly mark: string;
  /** Carried by the whole tree. */
  readonly tree: string;
}

async function start({ command, columns, rows }: RunInPtyOptions, marks: Marks): Promise<Pty | string> {
  try {
    // The launcher would say these in the terminal only.
    await access(command.program, constants.X_OK);
    await access(command.workingFolder);
  } catch (error) {
    return explainStart(error, command.program, command.workingFolder);
  }
  try {
    const { spawn } = await loadPty();
    return spawn(LAUNCHER_PROGRAM, [...launcherArguments(marks.mark, [command.program, ...command.arguments])], {
      name: command.environment['TERM'] ?? 'xterm-256color',
      cols: columns,
      rows,
      cwd: command.workingFolder,
      env: { ...command.environment, [TREE_VARIABLE]: marks.tree },
      encoding: null,
    });
  } catch (error) {
    return message('execution.noTerminal', { detail: error instanceof Error ? error.message : String(error) });
  }
}

async function follow(options: RunInPtyOptions, pty: Pty, marks: Marks, startedAt: number): Promise<ProcessOutcome> {
  const { command, limits, signal, onBytes, onControl } = options;
  const tree = followTree(pty.pid, marks.tree);
  const isSandbox = isSandboxWrapper(command.level.level);
  const isWrapper = (entry: ProcessEntry): boolean => entry.id === pty.pid || isSandbox(entry);
  let cause: ProcessEnd | null = null;
  let ending: Promise<unknown> = Promise.resolve();

  function endFor(end: ProcessEnd, graceMs: number | null): void {
    if (cause !== null) return;
    cause = end;
    ending = endTree({ tree, graceMs, isWrapper });
  }

  const cutter = cutMark(marks.mark);
  const { marked, exited, failure } = readPty({
    pty,
    cutter,
    outputBytes: limits.outputBytes,
    onBytes,
    onLimit: () => endFor({ kind: 'outputLimit', bytes: limits.outputBytes ?? 0 }, null),
    onFailure: () => endFor({ kind: 'stopped' }, null),
  });
  const stop = (): void => endFor({ kind: 'stopped' }, GRACE_MS);
  const onExceeded = (end: ProcessEnd): void => endFor(end, end.kind === 'timeLimit' ? GRACE_MS : null);
  const unwatch = watchLimits({ limits, tree, isWrapper, onExceeded });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    onControl({ write: (data) => pty.write(data), resize: (columns, rows) => pty.resize(columns, rows) });
    await Promise.race([marked, exited]);
    const durationMs = performance.now() - startedAt;
    unwatch();
    signal.removeEventListener('abort', stop);
    pty.write(answerTo(marks.mark));
    await ending;
    await endTree({ tree, graceMs: SURVIVORS_MS, isWrapper });
    const exit = await exited;
    const failed = failure();
    if (failed !== null) throw failed.error;
    return { end: cause ?? describeEnd(cutter.code(), exit), durationMs };
  } finally {
    unwatch();
    signal.removeEventListener('abort', stop);
  }
}

/** The code behind the mark; where the launcher itself was ended from outside, how that went. */
function describeEnd(marked: number | null, exit: { readonly exitCode: number; readonly signal: number }): ProcessEnd {
  const code = marked ?? exit.exitCode;
  const signal = marked === null ? nameOf(exit.signal) : signalOfCode(marked);
  return signal === null ? { kind: 'exited', code } : { kind: 'signalled', signal };
}

function nameOf(signal: number): string | null {
  return Object.entries(system.signals).find(([, number]) => number === signal)?.[0] ?? null;
}
