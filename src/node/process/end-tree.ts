import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessEntry } from './list-processes';
import type { ProcessTree } from './process-tree';

/** Time that a program has to end by itself after TERM. */
export const GRACE_MS = 3000;
/** Rounds of stopping and killing before we give up on processes that the system does not let go. */
const ROUNDS = 100;

export interface EndTreeOptions {
  readonly tree: ProcessTree;
  /** Null: no TERM, killed at once. */
  readonly graceMs: number | null;
  /** Wrappers of ours, which would take the program down with them: they get no TERM. */
  readonly isWrapper: (entry: ProcessEntry) => boolean;
}

/** Ends every process of the tree: TERM, the grace, KILL. Resolves with what could not be ended (nothing, as a rule). */
export async function endTree({ tree, graceMs, isWrapper }: EndTreeOptions): Promise<readonly ProcessEntry[]> {
  if (graceMs !== null) await askToEnd(tree, graceMs, isWrapper);
  for (let round = 0; round < ROUNDS; round += 1) {
    const members = await tree.members(true);
    endGroups(tree);
    if (members.length === 0) return [];
    await freeze(tree, members);
    for (const entry of await tree.members(false)) send(entry.id, 'SIGKILL');
    await sleep(Math.min(5 * (round + 1), 100));
  }
  return tree.members(true);
}

async function askToEnd(tree: ProcessTree, graceMs: number, isWrapper: EndTreeOptions['isWrapper']): Promise<void> {
  const deadline = performance.now() + graceMs;
  const asked = new Set<string>();
  let pause = 5;
  while (performance.now() < deadline) {
    const members = await tree.members(false);
    if (members.length === 0) return;
    for (const entry of members) {
      const key = `${entry.id} ${entry.startedAt}`;
      if (asked.has(key) || isWrapper(entry)) continue;
      asked.add(key);
      send(entry.id, 'SIGTERM');
    }
    await sleep(pause);
    pause = Math.min(pause * 2, 80);
  }
}

/** To kill a group leaves no process out that is forked meanwhile, which a walk over processes cannot promise. */
export function endGroups(tree: ProcessTree): void {
  for (const group of tree.groups()) send(-group, 'SIGKILL');
}

/** Stops all members, until a look finds no new one: a program that forks faster than we kill would otherwise outrun us. */
async function freeze(tree: ProcessTree, first: readonly ProcessEntry[]): Promise<void> {
  const frozen = new Set<number>();
  let members = first;
  for (let round = 0; round < 50; round += 1) {
    const fresh = members.filter((entry) => !frozen.has(entry.id));
    if (fresh.length === 0) return;
    for (const entry of fresh) {
      frozen.add(entry.id);
      send(entry.id, 'SIGSTOP');
    }
    members = await tree.members(false);
  }
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It is gone already, or not ours to signal: the next look tells.
  }
}
