import { totalmem } from 'node:os';
import { join } from 'node:path';
import { cutPreload, preloadOf, type Preload } from './preload';
import type { PythonParser } from '../../core/ports/python-parser';
import type { Confinement, Sandbox } from '../../core/ports/sandbox';
import { message } from '../../protocol/catalogue/catalogue';
import { isRepriseError } from '../../protocol/errors';
import { digestOf } from '../system/digest';
import { findShadowed } from './find-shadowed';
import { availableBytes } from './available-bytes';
import { parentConfinement } from './parent-confinement';
import { startParent, type FailedParent, type WarmParent } from './warm-parent';

/** Parents at one time. */
const MOST_PARENTS = 3;
/** Part of the machine's memory that they may hold together. */
const MEMORY_SHARE = 0.25;
const FREE_BYTES = 1024 ** 3;
const IDLE_MS = 300_000;

export interface WarmWish {
  readonly script: string;
  readonly pythonVersion: string;
  /** What tells this environment's content from another. */
  readonly environmentKey: string;
  /** That of the run, cold: the command, the case folder and its own variables are replaced for the parent. */
  readonly confinement: Confinement;
  readonly sourceRoots: readonly string[];
}

/** A parent that is lent to one run. */
export interface LentParent {
  readonly parent: WarmParent;
  /** Lines of the script's imports that the parent has done. */
  readonly rows: readonly number[];
  /** Tells that this machine refuses what forks need: no further parent is lent. */
  refuse(reason: string): void;
  release(): void;
}

export interface WarmInterpreters {
  /** A parent that has imported what the script imports first; or why there is none, in words for people. */
  lend(wish: WarmWish): Promise<LentParent | string>;
  /** Ends all parents, and what was forked off them. */
  close(): Promise<void>;
}

export interface WarmOptions {
  readonly sandbox: Sandbox;
  readonly parser: PythonParser;
  readonly dataFolder: string;
  /** Holds `python/reprise_warm.py`. */
  readonly resourcesFolder: string;
  readonly idleMs?: number;
  readonly mostParents?: number;
  /** Bytes that all parents with their forks may hold, before the one used longest ago is ended for another. */
  readonly mostBytes?: number;
  /** Bytes that must be free before another parent is started. */
  readonly leastFree?: number;
}

interface Held {
  readonly started: Promise<WarmParent | FailedParent>;
  lent: number;
  usedAt: number;
  timer: NodeJS.Timeout | null;
}

/** Keeps interpreters with their frameworks imported, one for each environment and set of imports; they end when idle. */
export function createWarmInterpreters(options: WarmOptions): WarmInterpreters {
  const { mostParents = MOST_PARENTS, mostBytes = totalmem() * MEMORY_SHARE, leastFree = FREE_BYTES } = options;
  const held = new Map<string, Held>();
  const failed = new Map<string, FailedParent>();
  const ending = new AbortController();
  let refusal: string | null = null;
  let number = 0;

  async function lend(wish: WarmWish): Promise<LentParent | string> {
    if (refusal !== null || ending.signal.aborted) return refusal ?? message('warm.gone');
    if (isOld(wish.pythonVersion)) return message('warm.oldPython');
    const tree = options.parser.parse(wish.script);
    let preload = preloadOf(tree);
    if (preload === null) return message('warm.noParser');
    for (;;) {
      const found = await obtain(wish, preload);
      if (typeof found === 'string') return found;
      const count = 'index' in found ? found.index : cutAt(found.parent, preload);
      if (count === null) {
        if ('index' in found) return message('warm.importFailed', { reason: found.reason });
        const name = await findShadowed(wish.sourceRoots, found.parent.modules);
        if (name !== null) return message('warm.shadowed', { name });
        return lendOut(found.key, found.held, found.parent, preload);
      }
      if (count < 0 || count >= preload.statements.length) {
        return message('warm.importFailed', { reason: 'index' in found ? found.reason : '' });
      }
      preload = cutPreload(preload, count, wish.script);
    }
  }

  async function obtain(
    wish: WarmWish,
    preload: Preload,
  ): Promise<{ key: string; held: Held; parent: WarmParent } | FailedParent | string> {
    const key = keyOf(wish, preload);
    const before = failed.get(key);
    if (before) return before;
    const entry = held.get(key) ?? (await begin(key, wish, preload));
    if (typeof entry === 'string') return entry;
    entry.lent += 1;
    try {
      const parent = await entry.started;
      if (parent.kind === 'failed') {
        held.delete(key);
        failed.set(key, parent);
        return parent;
      }
      if (!parent.isGone()) return { key, held: entry, parent };
      await end(key, entry);
      return message('warm.gone');
    } catch (error) {
      held.delete(key);
      if (isRepriseError(error, 'unavailable')) refusal = error.message;
      return error instanceof Error ? error.message : String(error);
    } finally {
      entry.lent -= 1;
    }
  }

  async function begin(key: string, wish: WarmWish, preload: Preload): Promise<Held | string> {
    await makeRoom();
    if ((await availableBytes()) < leastFree) return message('warm.noMemory');
    const other = held.get(key);
    if (other) return other;
    number += 1;
    const entry: Held = {
      started: startParent({
        folder: join(options.dataFolder, 'warm', `${process.pid}-${number}`),
        preload,
        signal: ending.signal,
        confine: (where) =>
          options.sandbox.confine(
            parentConfinement({ ...where, wish, preload, pythonFolder: join(options.resourcesFolder, 'python') }),
          ),
      }),
      lent: 0,
      usedAt: performance.now(),
      timer: null,
    };
    held.set(key, entry);
    return entry;
  }

  function lendOut(key: string, entry: Held, parent: WarmParent, preload: Preload): LentParent {
    entry.lent += 1;
    if (entry.timer !== null) clearTimeout(entry.timer);
    return {
      parent,
      rows: preload.statements.map(({ row }) => row),
      refuse: (reason) => (refusal = reason),
      release: () => {
        entry.lent -= 1;
        entry.usedAt = performance.now();
        if (entry.timer !== null) clearTimeout(entry.timer);
        entry.timer = setTimeout(() => entry.lent === 0 && void end(key, entry), options.idleMs ?? IDLE_MS);
        entry.timer.unref();
        if (refusal !== null && entry.lent === 0) void end(key, entry);
      },
    };
  }

  /** Ends those that were used longest ago, until there are few enough and they hold little enough. */
  async function makeRoom(): Promise<void> {
    const oldest = [...held].filter(([, { lent }]) => lent === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, entry] of oldest) {
      if (held.size < mostParents && (await heldBytes()) < mostBytes) return;
      await end(key, entry);
    }
  }

  async function heldBytes(): Promise<number> {
    let bytes = 0;
    for (const { started } of held.values()) {
      const parent = await started.catch(() => null);
      if (parent?.kind === 'ready') bytes += await parent.bytes();
    }
    return bytes;
  }

  async function end(key: string, entry: Held): Promise<void> {
    if (held.get(key) === entry) held.delete(key);
    if (entry.timer !== null) clearTimeout(entry.timer);
    const parent = await entry.started.catch(() => null);
    if (parent?.kind === 'ready') await parent.close();
  }

  return {
    lend,
    close: async () => {
      ending.abort();
      await Promise.all([...held].map(([key, entry]) => end(key, entry)));
    },
  };
}

/** How many of the imports may be done before, where one of them changes what a statement between them set; null: all. */
function cutAt(parent: WarmParent, { statements, beforeFilter, beforeSeed }: Preload): number | null {
  const limits = [
    ...(parent.warned && beforeFilter !== null ? [beforeFilter] : []),
    ...(parent.drew && beforeSeed !== null ? [beforeSeed] : []),
  ];
  const least = Math.min(...limits);
  return least < statements.length ? least : null;
}

function keyOf({ environmentKey, confinement }: WarmWish, { statements, later, variables }: Preload): string {
  const { readOnly, hidden, environment } = confinement;
  const imports = statements.map(({ module, names }) => [module, names]);
  const { PYTHONHASHSEED: _, ...block } = environment;
  return digestOf(JSON.stringify([environmentKey, readOnly, hidden ?? [], block, imports, later, variables]));
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 3 || (major === 3 && minor < 6);
}
