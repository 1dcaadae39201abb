import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessEnd } from '../../protocol/execution';
import { chooseDescriptors } from './choose-descriptors';
import { describeExit } from './describe-exit';
import { drainStream, type Drain } from './drain-stream';
import { endTree, GRACE_MS } from './end-tree';
import { explainStart } from './explain-start';
import { isSandboxWrapper } from './is-sandbox-wrapper';
import { followTree, TREE_VARIABLE, type ProcessTree } from './process-tree';
import type { ProcessOutcome, RunProcess, RunProcessOptions } from './types';
import { watchLimits } from './watch-limits';

/** Time that what a program left behind has to end by itself, once the program is gone. */
const SURVIVORS_MS = 1000;
/** A stream that stays open and silent this long after the whole tree has ended is held by something out of our reach. */
const SILENCE_MS = 2000;

/** Runs a program on pipes. It is over when the whole tree is gone and all streams are drained. */
export const runProcess: RunProcess = async (options) => {
  const { command, limits, signal } = options;
  const startedAt = performance.now();
  if (signal.aborted) return { end: { kind: 'stopped' }, durationMs: 0 };

  const mark = randomBytes(16).toString('hex');
  const started = await start(options, mark);
  if (started.kind === 'failed') return finish({ kind: 'couldNotStart', reason: started.reason });

  const { child, id } = started;
  const tree = followTree(id, mark);
  const isWrapper = isSandboxWrapper(command.level.level);
  let cause: ProcessEnd | null = null;
  let ending: Promise<unknown> = Promise.resolve();

  function endFor(end: ProcessEnd, graceMs: number | null): void {
    if (cause !== null) return;
    cause = end;
    ending = endTree({ tree, graceMs, isWrapper });
  }

  const stop = (): void => endFor({ kind: 'stopped' }, GRACE_MS);
  const unwatch = watchLimits({ limits, tree, isWrapper, onExceeded: (end) => endFor(end, graceOf(end)) });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const drains = drainAll(options, child, () =>
      endFor({ kind: 'outputLimit', bytes: limits.outputBytes ?? 0 }, null),
    );
    const failure = Promise.all(drains.map((drain) => drain.done)).catch((error: unknown) => {
      endFor({ kind: 'stopped' }, null);
      return { error };
    });
    const exit = await waitForExit(child);
    const durationMs = performance.now() - startedAt;
    unwatch();
    signal.removeEventListener('abort', stop);
    await ending;
    await endSurvivors(tree, isWrapper);
    await waitForDrains(drains);
    const failed = await failure;
    if ('error' in failed) throw failed.error;
    return { end: cause ?? describeExit({ ...exit, level: command.level.level }), durationMs };
  } finally {
    unwatch();
    signal.removeEventListener('abort', stop);
  }

  function finish(end: ProcessEnd): ProcessOutcome {
    return { end, durationMs: performance.now() - startedAt };
  }
};

/** A program that ran too long may still tidy up; one that eats the machine may not go on eating. */
function graceOf(end: ProcessEnd): number | null {
  return end.kind === 'timeLimit' ? GRACE_MS : null;
}

type Started =
  | { readonly kind: 'running'; readonly child: ChildProcess; readonly id: number }
  | { readonly kind: 'failed'; readonly reason: string };

async function start({ command, input, onRecord, recordKey }: RunProcessOptions, mark: string): Promise<Started> {
  const descriptors = chooseDescriptors({ input: input !== null, record: onRecord !== undefined });
  try {
    const child = spawn(command.program, [...command.arguments], {
      cwd: command.workingFolder,
      env: { ...command.environment, [TREE_VARIABLE]: mark },
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

/** Begins to read all streams. Bytes over the output limit are not handed on. */
function drainAll(options: RunProcessOptions, child: ChildProcess, onLimit: () => void): readonly Drain[] {
  const { limits, onStdout, onStderr, onRecord } = options;
  let left = limits.outputBytes ?? Infinity;

  function within(handler: RunProcessOptions['onStdout']): RunProcessOptions['onStdout'] {
    return (bytes) => {
      const given = bytes.length > left ? bytes.subarray(0, left) : bytes;
      left -= given.length;
      if (given.length < bytes.length) onLimit();
      return given.length > 0 ? handler(given) : undefined;
    };
  }

  const record = child.stdio[3] as Readable | null | undefined;
  return [
    ...(child.stdout ? [drainStream(child.stdout, within(onStdout))] : []),
    ...(child.stderr ? [drainStream(child.stderr, within(onStderr))] : []),
    ...(record && onRecord ? [drainStream(record, onRecord)] : []),
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

/** What the program left running gets a moment to end by itself (helpers of multiprocessing do), then it is killed. */
async function endSurvivors(tree: ProcessTree, isWrapper: ReturnType<typeof isSandboxWrapper>): Promise<void> {
  const deadline = performance.now() + SURVIVORS_MS;
  while ((await tree.members(true)).length > 0) {
    if (performance.now() > deadline) return void (await endTree({ tree, graceMs: null, isWrapper }));
    await sleep(20);
  }
}

async function waitForDrains(drains: readonly Drain[]): Promise<void> {
  let open = true;
  const all = Promise.allSettled(drains.map((drain) => drain.done)).then(() => (open = false));
  while (open) {
    await Promise.race([all, sleep(100)]);
    for (const drain of drains) {
      const since = drain.idleSince();
      if (open && since !== null && performance.now() - since > SILENCE_MS) drain.abandon();
    }
  }
}
