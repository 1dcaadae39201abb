import { readFileSync } from 'node:fs';
import { listGroups, listProcesses, type ProcessEntry } from './list-processes';

/** Variable that every program we start outside a sandbox carries, so that its strays are found again. */
export const TREE_VARIABLE = 'REPRISE_PROCESS_TREE';

/** A process and all that came of it, also what has detached itself since. */
export interface ProcessTree {
  readonly rootId: number;
  /** What lives of it now. `thorough` also asks each process of the machine whether it carries the tree's mark. */
  members(thorough: boolean): Promise<readonly ProcessEntry[]>;
  /**
   * Groups of its own that still have a process, be it one that is over. A program that forks at once and ends leaves nobody for a look
   * over all processes to find, but its group can be ended as a whole.
   */
  groups(): readonly number[];
}

/**
 * Follows the tree below a process that leads its own group. Members are found by parent, group and session; those seen once
 * stay members when their parent dies; a thorough look also finds those that carry `mark` in the environment they began with.
 */
export function followTree(rootId: number, mark: string | null): ProcessTree {
  const seen = new Map<number, string>();
  const sessions = new Map<number, number>();
  let shared: number | null = null;
  const note = (members: readonly ProcessEntry[]): readonly ProcessEntry[] => {
    // A root that leads no group (the first process of a fork) shares that of its parent.
    shared ??= members.find(({ id, groupId }) => id === rootId && groupId !== rootId)?.groupId ?? null;
    for (const { groupId, sessionId } of members)
      if (groupId > 1 && groupId !== shared) sessions.set(groupId, sessionId);
    return members;
  };
  return {
    rootId,
    groups: () => {
      const there = listGroups().filter(({ groupId, sessionId }) => sessions.get(groupId) === sessionId);
      return [...new Set(there.map(({ groupId }) => groupId))];
    },
    members: async (thorough) => {
      const all = await listProcesses();
      const members = note(selectMembers(all, rootId, seen));
      if (thorough && mark !== null) {
        const known = new Set(members.map((entry) => entry.id));
        const strays = all.filter((entry) => !known.has(entry.id) && carriesMark(entry.id, mark));
        if (strays.length > 0) {
          for (const stray of strays) seen.set(stray.id, stray.startedAt);
          return note(selectMembers(all, rootId, seen));
        }
      }
      return members;
    },
  };
}

/** Picks the tree's members out of all processes and notes them in `seen` (id to start). */
export function selectMembers(
  all: readonly ProcessEntry[],
  rootId: number,
  seen: Map<number, string>,
): readonly ProcessEntry[] {
  const members = new Map<number, ProcessEntry>();
  for (const entry of all) {
    const first = seen.get(entry.id);
    const isOwn = entry.id === rootId || entry.groupId === rootId || entry.sessionId === rootId;
    if (first === undefined ? isOwn : first === entry.startedAt) members.set(entry.id, entry);
  }
  for (let grown = true; grown;) {
    grown = false;
    for (const entry of all) {
      if (members.has(entry.id) || !members.has(entry.parentId)) continue;
      members.set(entry.id, entry);
      grown = true;
    }
  }
  for (const entry of members.values()) seen.set(entry.id, entry.startedAt);
  return [...members.values()];
}

function carriesMark(id: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${id}/environ`, 'latin1').split('\0').includes(`${TREE_VARIABLE}=${mark}`);
  } catch {
    return false;
  }
}
