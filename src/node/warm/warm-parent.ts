import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Preload } from './preload';
import type { ConfinedCommand } from '../../core/ports/sandbox';
import { message } from '../../protocol/catalogue/catalogue';
import { removeFolder } from '../execution/remove-folder';
import { chooseDescriptors } from '../process/choose-descriptors';
import { endTree } from '../process/end-tree';
import { isSandboxWrapper } from '../process/is-sandbox-wrapper';
import { measureMemory } from '../process/measure-tree';
import { followTree, TREE_VARIABLE, type ProcessTree } from '../process/process-tree';
import { findProcess } from './find-process';
import { serveStreams, type StreamServer } from './stream-server';

/** Longest time that a parent may import. */
const IMPORT_MS = 180_000;
/** What is kept of what a parent prints, to say why it failed. */
const KEPT_CHARACTERS = 2000;

const Reply = z.union([
  z.object({ ready: z.array(z.string()), drew: z.boolean(), warned: z.number(), id: z.number() }),
  z.object({ failed: z.string(), index: z.number().int() }),
]);

/** A process that has imported and waits to be forked. */
export interface WarmParent {
  readonly kind: 'ready';
  /** Names of the modules that it has, at the top level. */
  readonly modules: ReadonlySet<string>;
  /** Whether an import drew random numbers, or warned by Python's own means. */
  readonly drew: boolean;
  readonly warned: boolean;
  readonly folder: string;
  readonly command: ConfinedCommand;
  readonly tree: ProcessTree;
  readonly streams: StreamServer;
  readonly isGone: () => boolean;
  /** Whether it was closed, by us. */
  readonly isClosing: () => boolean;
  /** Whether the interpreter itself still runs, which ends before all that is around it. */
  isAlive(): Promise<boolean>;
  request(line: object): void;
  /** Bytes that it and all its forks hold, shared pages once. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}

/** An import failed: the statement at `index` (-1: none in particular). */
export interface FailedParent {
  readonly kind: 'failed';
  readonly index: number;
  readonly reason: string;
}

export interface StartParentOptions {
  /** Made here, removed when the parent closes. Its cases lie in it. */
  readonly folder: string;
  readonly preload: Preload;
  readonly signal: AbortSignal;
  /** Confines the parent, which works in `folder`, with a whole proc at `proc`. */
  readonly confine: (where: { readonly folder: string; readonly proc: string }) => Promise<ConfinedCommand>;
}

/** Starts a parent and waits until it has imported. Rejects where it cannot be confined or its folder cannot be made. */
export async function startParent(options: StartParentOptions): Promise<WarmParent | FailedParent> {
  const { folder, preload, signal } = options;
  const proc = join(folder, 'proc');
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await mkdir(folder, { mode: 0o755 });
  await mkdir(proc, { mode: 0o755 });
  // Inside the owner's own folder: the parent of a host that is root is nobody.
  if (process.getuid?.() === 0) await chmod(folder, 0o777);
  const streams = await serveStreams(folder);
  try {
    const command = await options.confine({ folder, proc });
    const started = start(command);
    let closing = false;
    const close = async (): Promise<void> => {
      closing = true;
      streams.close();
      started.child.stdin?.destroy();
      await endTree({ tree: started.tree, graceMs: null, isWrapper: isSandboxWrapper(command.level.level) });
      await removeFolder(folder);
    };
    started.write({
      statements: preload.statements.map(({ module, names }) => ({ module, names })),
      later: preload.later,
    });
    const reply = await firstReply(started.child, signal);
    if (reply === null || 'failed' in reply) {
      const printed = started.printed();
      await close();
      return {
        kind: 'failed',
        index: reply?.index ?? -1,
        reason: reply?.failed ?? message('warm.noStart', { printed }),
      };
    }
    return {
      kind: 'ready',
      modules: new Set(reply.ready),
      drew: reply.drew,
      warned: reply.warned > 0,
      folder,
      command,
      tree: started.tree,
      streams,
      isGone: () => started.child.exitCode !== null || started.child.signalCode !== null,
      isClosing: () => closing,
      isAlive: async () => (await findProcess(started.tree, [reply.id])) !== null,
      request: started.write,
      bytes: async () => measureMemory(await started.tree.members(false), 0),
      close,
    };
  } catch (error) {
    streams.close();
    await removeFolder(folder);
    throw error;
  }
}

function start(command: ConfinedCommand) {
  const mark = randomBytes(16).toString('hex');
  const descriptors = chooseDescriptors({ input: true, record: true });
  let printed = '';
  try {
    const child = spawn(command.program, [...command.arguments], {
      cwd: command.workingFolder,
      env: { ...command.environment, [TREE_VARIABLE]: mark },
      stdio: descriptors.stdio,
      detached: true,
    });
    child.on('error', (error) => (printed += error.message));
    child.stdin?.on('error', () => undefined);
    child.stdout?.resume();
    child.stderr?.on('data', (bytes: Buffer) => {
      printed = (printed + bytes.toString('utf8')).slice(-KEPT_CHARACTERS);
    });
    return {
      child,
      tree: followTree(child.pid ?? 0, mark),
      printed: () => printed.trim(),
      write: (line: object) => void child.stdin?.write(`${JSON.stringify(line)}\n`),
    };
  } finally {
    descriptors.close();
  }
}

/** Null: it ended, took too long, said nonsense, or is wanted no more. */
function firstReply(child: ChildProcess, signal: AbortSignal): Promise<z.infer<typeof Reply> | null> {
  const replies = child.stdio[3] as Readable;
  return new Promise((resolve) => {
    const done = (reply: z.infer<typeof Reply> | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(reply);
    };
    const stop = (): void => done(null);
    const timer = setTimeout(stop, IMPORT_MS);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    replies.on('error', stop);
    child.once('error', stop);
    createInterface({ input: replies })
      .once('line', (line) => done(parseReply(line)))
      .once('close', stop);
  });
}

function parseReply(line: string): z.infer<typeof Reply> | null {
  try {
    return Reply.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
