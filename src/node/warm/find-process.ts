import { readFileSync } from 'node:fs';
import type { ProcessTree } from '../process/process-tree';

/**
 * Finds the process of a tree that has these numbers in the namespaces below ours, outermost first: `[5, 1]` is number 1 of a namespace
 * made by one inside the sandbox, and number 5 there. Null: it is gone.
 */
export async function findProcess(tree: ProcessTree, inside: readonly number[]): Promise<number | null> {
  const depth = parseNamespaceIds(readStatus('self')).length;
  for (const { id } of await tree.members(false)) {
    const numbers = parseNamespaceIds(readStatus(id)).slice(depth);
    if (numbers.length === inside.length && numbers.every((number, index) => number === inside[index])) return id;
  }
  return null;
}

/** Numbers of a process by the text of its status, in each namespace from ours inwards. */
export function parseNamespaceIds(status: string): readonly number[] {
  return /^NSpid:\s*(.*)$/m.exec(status)?.[1]?.split(/\s+/).map(Number) ?? [];
}

function readStatus(id: number | 'self'): string {
  try {
    return readFileSync(`/proc/${id}/status`, 'latin1');
  } catch {
    return '';
  }
}
