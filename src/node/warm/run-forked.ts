import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessEnd } from '../../protocol/execution';
import { message } from '../../protocol/catalogue/catalogue';
import { followToEnd } from '../process/follow-to-end';
import { readProcess, type ProcessEntry } from '../process/list-processes';
import { followTree, type ProcessTree } from '../process/process-tree';
import type { LimitGroup } from '../process/groups/limit-group';
import type { ProcessOutcome, RunProcessOptions } from '../process/types';
import { findProcess } from './find-process';
import type { WarmParent } from './warm-parent';

/** Longest time from the request to the first word of a fork. */
const START_MS = 30_000;
/** Time that a fork's first process has to be gone, once it said that the script is. */
const GONE_MS = 1000;
/** Longest time that a parent which is being killed takes to be gone. */
const ENDING_MS = 2000;

export interface ForkedRun extends Pick<
  RunProcessOptions,
  'limits' | 'signal' | 'onStdout' | 'onStderr' | 'onAskForStacks'
> {
  readonly parent: WarmParent;
  /** Sent down the record's connection before anything else. */
  readonly recordKey: string;
  readonly onRecord: NonNullable<RunProcessOptions['onRecord']>;
  /** Working folder of the script, below the parent's folder. */
  readonly case: string;
  /** Arguments of the runner, from its seed on. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly seed: number | null;
  /** Lines of the script's own import statements. */
  readonly rows: readonly number[];
  readonly home: string;
  readonly temporaryBytes: number;
  readonly sharedMemoryBytes: number;
  /** Holds it to its limits on memory and processes, from before its script is there; closed by the caller. Absent: looks alone do. */
  readonly group?: LimitGroup;
  /** Called once the group has it. */
  readonly onJoined?: () => void;
}

/** It ran; or nothing of the script has run, and why; or its parent ended by itself while it ran, and took it down. */
export type ForkedOutcome =
  | { readonly kind: 'ran'; readonly outcome: ProcessOutcome }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'orphaned' };

/** Runs a script in a fork of a warm parent. It is over when all in its namespaces is gone and the streams are drained. */
export async function runForked(run: ForkedRun): Promise<ForkedOutcome> {
  const { parent, limits, signal } = run;
  const startedAt = performance.now();
  const token = randomBytes(24).toString('hex');
  const take = (name: string): Promise<Socket> => parent.streams.take(token, name);
  const opened = Promise.all([take('status'), take('stdout'), take('stderr'), take('record')]);
  const timer = setTimeout(() => parent.streams.forget(token), START_MS);
  const watch = setInterval(() => parent.isGone() && parent.streams.forget(token), 100);
  parent.request(requestOf(run, token));
  let sockets: Awaited<typeof opened>;
  try {
    sockets = await opened;
  } catch {
    return { kind: 'refused', reason: message('warm.gone') };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
  const [status, stdout, stderr, record] = sockets;
  record.write(run.recordKey);
  const words = readStatus(status);
  void words.made.then(async (maker) => {
    if (maker === null) return;
    const found = await findProcess(parent.tree, [maker]);
    if (found !== null && (await run.group?.take(found)) === true) run.onJoined?.();
    status.write('go\n');
  });
  const inside = await words.started;
  if (typeof inside === 'string') {
    for (const socket of sockets) socket.destroy();
    return { kind: 'refused', reason: inside };
  }
  const id = await findProcess(parent.tree, [inside, 1]);
  const first = id === null ? null : readProcess(id);
  const outcome = await followToEnd({
    tree: id === null ? emptyTree : followTree(id, null),
    streams: [
      { stream: stdout, onBytes: run.onStdout, isOutput: true },
      { stream: stderr, onBytes: run.onStderr, isOutput: true },
      { stream: record, onBytes: run.onRecord, isOutput: false },
    ],
    limits,
    signal,
    isWrapper: (entry) => entry.id === id,
    exit: words.ended.then((end) => end ?? KILLED),
    isOver: () => isGone(first),
    startedAt,
    ...(run.group === undefined ? {} : { exceeded: run.group.exceeded }),
    ...(run.onAskForStacks === undefined ? {} : { onAskForStacks: run.onAskForStacks }),
  });
  const isMute = outcome.end === KILLED && !parent.isClosing();
  return isMute && (await hasEnded(parent)) ? { kind: 'orphaned' } : { kind: 'ran', outcome };
}

/** What a fork's first process, which outlives the script, cannot tell of itself. */
const KILLED: ProcessEnd = { kind: 'signalled', signal: 'SIGKILL' };

/**
 * Waits for the first process of a namespace to be gone: the kernel ends all others in it before it lets that go. False: it takes its time.
 */
async function isGone(first: ProcessEntry | null): Promise<boolean> {
  for (const until = performance.now() + GONE_MS; performance.now() < until; await sleep(1)) {
    if (first === null || readProcess(first.id)?.startedAt !== first.startedAt) return true;
  }
  return false;
}

/** Namespaces go down with the process that made them, at about the same time: whether that was the cause of a fork's end. */
async function hasEnded(parent: WarmParent): Promise<boolean> {
  for (const until = performance.now() + ENDING_MS; performance.now() < until; await sleep(20)) {
    if (parent.isGone() || !(await parent.isAlive())) return true;
  }
  return false;
}

/** It was over before it was found. */
const emptyTree: ProcessTree = { rootId: 0, members: async () => [], groups: () => [] };

function requestOf(run: ForkedRun, token: string): object {
  return {
    token,
    case: run.case.slice(run.parent.folder.length + 1),
    arguments: run.arguments,
    environment: { ...run.environment, PWD: run.case },
    seed: run.seed,
    rows: run.rows,
    home: run.home,
    temporaryBytes: run.temporaryBytes,
    sharedMemoryBytes: run.sharedMemoryBytes,
    filter: run.parent.command.filterWithin ?? '',
    waits: run.group !== undefined,
  };
}

/** What a fork says of itself: `made N` where it waits to be taken into a group, `started N` or `failed WHY`, then `exited N` or `signalled N`; nothing more where it was killed. */
function readStatus(status: Socket): {
  /** Number of the process that makes the fork, which goes on once it is told; null: it ended before. */
  readonly made: Promise<number | null>;
  readonly started: Promise<number | string>;
  /** Null: it was killed before it could tell. */
  readonly ended: Promise<ProcessEnd | null>;
} {
  const lines = createInterface({ input: status });
  let end: ProcessEnd | null = null;
  const ended = new Promise<ProcessEnd | null>((resolve) => lines.once('close', () => resolve(end)));
  const made = new Promise<number | null>((resolve) => {
    lines.on('line', (line) => line.startsWith('made ') && resolve(Number(line.slice(5))));
    lines.once('close', () => resolve(null));
  });
  const started = new Promise<number | string>((resolve) => {
    lines.on('line', (line) => {
      const [word = '', ...rest] = line.split(' ');
      const number = Number(rest[0]);
      if (word === 'started') resolve(number);
      else if (word === 'failed') resolve(message('warm.refused', { detail: rest.join(' ') }));
      else if (word === 'exited') end = { kind: 'exited', code: number };
      else if (word === 'signalled') end = { kind: 'signalled', signal: nameOf(number) };
    });
    lines.once('close', () => resolve(message('warm.gone')));
  });
  return { made, started, ended };
}

function nameOf(signal: number): string {
  return Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `SIG${signal}`;
}
