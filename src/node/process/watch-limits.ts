import { statSync } from 'node:fs';
import type { ProcessEnd } from '../../protocol/execution';
import type { ProcessEntry } from './list-processes';
import { measureFolder } from './measure-folder';
import { measureOpen, type OpenBytes } from './measure-open';
import { measureMemory } from './measure-tree';
import type { ProcessTree } from './process-tree';
import type { ProcessLimits } from './types';

/** Pause between two looks; longer where a look itself takes long, so that looking costs a tenth of one processor at most. */
const PAUSE_MS = 200;
/** Each so many-th look also asks every process of the machine for the tree's mark: one may have left between two looks. */
const THOROUGH = 5;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface WatchLimitsOptions {
  readonly limits: ProcessLimits;
  readonly tree: ProcessTree;
  readonly isWrapper: (entry: ProcessEntry) => boolean;
  /** Milliseconds since anything came; absent where nobody counts. */
  readonly silentMs?: () => number;
  /** Told at each look: bytes that the tree has in memory, pages that processes share counted for each. */
  readonly onMemory?: (bytes: number) => void;
  /** The limit that the kernel has kept. Absent: it keeps none. */
  readonly exceeded?: () => ProcessEnd | null;
  /** Called once, with the limit that was passed first. */
  readonly onExceeded: (end: ProcessEnd) => void;
}

/** Watches a running tree. Returns a function that ends the watching. */
export function watchLimits({
  limits,
  tree,
  isWrapper,
  silentMs,
  onMemory,
  exceeded,
  onExceeded,
}: WatchLimitsOptions): () => void {
  let over = false;
  let looks = 0;
  let pause: NodeJS.Timeout | undefined;

  function exceed(end: ProcessEnd): void {
    if (over) return;
    stop();
    onExceeded(end);
  }

  function stop(): void {
    over = true;
    clearTimeout(clock);
    clearTimeout(pause);
  }

  async function look(): Promise<void> {
    const from = performance.now();
    // Looked at even with no limit to check: this is also how processes are noted before they detach themselves.
    looks += 1;
    const members = await tree.members(looks % THOROUGH === 0);
    const end = exceeded?.() ?? (await findExceeded(limits, members, isWrapper));
    if (over) return;
    onMemory?.(members.reduce((sum, entry) => (isWrapper(entry) ? sum : sum + entry.residentBytes), 0));
    if (end !== null) return exceed(end);
    const { idleSeconds } = limits;
    if (typeof idleSeconds === 'number' && silentMs !== undefined && silentMs() > idleSeconds * 1000) {
      return exceed({ kind: 'idleLimit', seconds: idleSeconds });
    }
    pause = setTimeout(() => void look(), Math.max(PAUSE_MS, 10 * (performance.now() - from)));
  }

  const clock = setTimeout(
    () => exceed({ kind: 'timeLimit', seconds: limits.seconds }),
    Math.min(limits.seconds * 1000, LONGEST_TIMER_MS),
  );
  pause = setTimeout(() => void look(), PAUSE_MS / 4);
  return stop;
}

async function findExceeded(
  limits: ProcessLimits,
  members: readonly ProcessEntry[],
  isWrapper: (entry: ProcessEntry) => boolean,
): Promise<ProcessEnd | null> {
  const { processes, memoryBytes, diskBytes, diskFolder } = limits;
  if (processes !== null && members.filter((entry) => !isWrapper(entry)).length > processes) {
    return { kind: 'processLimit', processes };
  }
  const open = memoryBytes !== null || diskBytes !== null ? measureOpen(members) : null;
  if (memoryBytes !== null && measureMemory(members, memoryBytes, open?.memory) > memoryBytes) {
    return { kind: 'memoryLimit', bytes: memoryBytes };
  }
  if (diskBytes !== null && diskFolder !== null && (await diskOf(diskFolder, diskBytes, open)) > diskBytes) {
    return { kind: 'diskLimit', bytes: diskBytes };
  }
  return null;
}

/** What the folder holds, and files that were removed from where it lies but are open still. */
async function diskOf(folder: string, diskBytes: number, open: OpenBytes | null): Promise<number> {
  const device = statSync(folder, { throwIfNoEntry: false })?.dev;
  const removed = device === undefined ? 0 : (open?.removed.get(device) ?? 0);
  return removed + (await measureFolder(folder, diskBytes + 1 - removed));
}
