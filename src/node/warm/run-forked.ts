import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import type { Socket } from 'node:net';
import type { ProcessEnd } from '../../protocol/execution';
import { message } from '../../protocol/catalogue/catalogue';
import { followToEnd } from '../process/follow-to-end';
import { followTree, type ProcessTree } from '../process/process-tree';
import type { ProcessOutcome, RunProcessOptions } from '../process/types';
import { findProcess } from './find-process';
import type { WarmParent } from './warm-parent';

/** Longest time from the request to the first word of a fork. */
const START_MS = 30_000;

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
}

/** It ran; or nothing of the script has run, and why. */
export type ForkedOutcome =
  { readonly kind: 'ran'; readonly outcome: ProcessOutcome } | { readonly kind: 'refused'; readonly reason: string };

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
  const inside = await words.started;
  if (typeof inside === 'string') {
    for (const socket of sockets) socket.destroy();
    return { kind: 'refused', reason: inside };
  }
  const id = await findProcess(parent.tree, inside);
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
    exit: words.ended,
    startedAt,
    ...(run.onAskForStacks === undefined ? {} : { onAskForStacks: run.onAskForStacks }),
  });
  return { kind: 'ran', outcome };
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
  };
}

/** What a fork says of itself: `started N` or `failed WHY`, then `exited N` or `signalled N`; nothing more where it was killed. */
function readStatus(status: Socket): {
  readonly started: Promise<number | string>;
  readonly ended: Promise<ProcessEnd>;
} {
  const lines = createInterface({ input: status });
  let end: ProcessEnd = { kind: 'signalled', signal: 'SIGKILL' };
  const ended = new Promise<ProcessEnd>((resolve) => lines.once('close', () => resolve(end)));
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
  return { started, ended };
}

function nameOf(signal: number): string {
  return Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `SIG${signal}`;
}
