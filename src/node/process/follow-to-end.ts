import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessEnd } from '../../protocol/execution';
import { askForStacks } from './ask-for-stacks';
import { drainStream, type Drain } from './drain-stream';
import { endGroups, endTree, GRACE_MS } from './end-tree';
import type { ProcessEntry } from './list-processes';
import type { ProcessTree } from './process-tree';
import { createCourse } from './keep-course';
import { timeSilence } from './time-silence';
import type { ProcessLimits, ProcessOutcome } from './types';
import { watchLimits } from './watch-limits';

/** Time that what a program left behind has to end by itself, once the program is gone. */
const SURVIVORS_MS = 1000;
/** A stream that stays open and silent this long after the whole tree has ended is held by something out of our reach. */
const SILENCE_MS = 2000;

export interface OpenStream {
  readonly stream: Readable;
  readonly onBytes: (bytes: Buffer) => Promise<void> | void;
  /** Whether its bytes count for the limit of output. */
  readonly isOutput: boolean;
}

export interface FollowOptions {
  readonly tree: ProcessTree;
  readonly streams: readonly OpenStream[];
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  /** Processes of ours in the tree: neither counted nor asked to end. */
  readonly isWrapper: (entry: ProcessEntry) => boolean;
  /** Resolves when the program is gone. */
  readonly exit: Promise<ProcessEnd>;
  /** As in `RunProcessOptions`. */
  readonly onAskForStacks?: () => void;
  /** The limit that the kernel has kept. Absent: it keeps none. */
  readonly exceeded?: () => ProcessEnd | null;
  /** Whether all in the tree is known to be gone once the program is, without a look at each process. Absent: not. */
  readonly isOver?: () => Promise<boolean>;
  /** As `performance.now()` counts. */
  readonly startedAt: number;
}

/** Follows a running program until the whole tree is gone and all streams are drained; its limits end it. */
export async function followToEnd(options: FollowOptions): Promise<ProcessOutcome> {
  const { tree, limits, signal, isWrapper, startedAt } = options;
  const silence = timeSilence();
  const memory = createCourse();
  const recorded = countRecord(options.streams);
  let cause: ProcessEnd | null = null;
  let ending: Promise<unknown> = Promise.resolve();

  function endFor(end: ProcessEnd, graceMs: number | null): void {
    if (cause !== null) return;
    cause = end;
    ending = tellStacks(end).then(() => endTree({ tree, graceMs, isWrapper }));
  }

  async function tellStacks(end: ProcessEnd): Promise<void> {
    const onAsk = options.onAskForStacks;
    if (onAsk === undefined || graceOf(end) === null) return;
    await askForStacks({ tree, isWrapper, told: recorded.bytes, onAsk }).catch(() => undefined);
  }

  const stop = (): void => endFor({ kind: 'stopped' }, GRACE_MS);
  const unwatch = watchLimits({
    limits,
    tree,
    isWrapper,
    silentMs: silence.now,
    onMemory: (bytes) => memory.add(performance.now() - startedAt, bytes),
    ...(options.exceeded === undefined ? {} : { exceeded: options.exceeded }),
    onExceeded: (end) => endFor(end, graceOf(end)),
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const drains = drainAll({ ...options, streams: recorded.streams }, silence.broken, () =>
      endFor({ kind: 'outputLimit', bytes: limits.outputBytes ?? 0 }, null),
    );
    const failure = Promise.all(drains.map((drain) => drain.done)).catch((error: unknown) => {
      endFor({ kind: 'stopped' }, null);
      return { error };
    });
    const exit = await options.exit;
    const durationMs = performance.now() - startedAt;
    const silent = silence.end();
    unwatch();
    signal.removeEventListener('abort', stop);
    await ending;
    if ((await options.isOver?.()) !== true) await endSurvivors(tree, isWrapper);
    await waitForDrains(drains);
    const failed = await failure;
    if ('error' in failed) throw failed.error;
    return { end: cause ?? options.exceeded?.() ?? exit, durationMs, silence: silent, memory: memory.samples() };
  } finally {
    unwatch();
    signal.removeEventListener('abort', stop);
  }
}

/** Counts what comes of the record. */
function countRecord(streams: readonly OpenStream[]): {
  readonly streams: readonly OpenStream[];
  bytes(): number;
} {
  let count = 0;
  const counted = streams.map((open): OpenStream => {
    if (open.isOutput) return open;
    return {
      ...open,
      onBytes: (bytes) => {
        count += bytes.length;
        return open.onBytes(bytes);
      },
    };
  });
  return { streams: counted, bytes: () => count };
}

/** A program that ran too long may still tidy up; one that eats the machine may not go on eating. */
function graceOf(end: ProcessEnd): number | null {
  return end.kind === 'timeLimit' || end.kind === 'idleLimit' ? GRACE_MS : null;
}

/** Begins to read all streams. Bytes over the output limit are not handed on. */
function drainAll({ limits, streams }: FollowOptions, onBroken: () => void, onLimit: () => void): readonly Drain[] {
  let left = limits.outputBytes ?? Infinity;
  return streams.map(({ stream, onBytes, isOutput }) =>
    drainStream(stream, (bytes) => {
      onBroken();
      if (!isOutput) return onBytes(bytes);
      const given = bytes.length > left ? bytes.subarray(0, left) : bytes;
      left -= given.length;
      if (given.length < bytes.length) onLimit();
      return given.length > 0 ? onBytes(given) : undefined;
    }),
  );
}

/** What the program left running gets a moment to end by itself (helpers of multiprocessing do), then it is killed. */
async function endSurvivors(tree: ProcessTree, isWrapper: FollowOptions['isWrapper']): Promise<void> {
  const deadline = performance.now() + SURVIVORS_MS;
  // Most are gone within a few milliseconds, and each look goes over all processes of the machine.
  for (let pause = 2; (await tree.members(true)).length > 0; pause = Math.min(pause * 2, 20)) {
    if (performance.now() > deadline) return void (await endTree({ tree, graceMs: null, isWrapper }));
    await sleep(pause);
  }
  endGroups(tree);
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
