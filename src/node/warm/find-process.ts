import { readFileSync } from 'node:fs';
import type { ProcessTree } from '../process/process-tree';

/** Finds the process of a tree that is number `inside` in the namespace around it, and number 1 in its own. Null: it is gone. */
export async function findProcess(tree: ProcessTree, inside: number): Promise<number | null> {
  for (const { id } of await tree.members(false)) {
    const numbers = parseNamespaceIds(readStatus(id));
    if (numbers.at(-1) === 1 && numbers.at(-2) === inside) return id;
  }
  return null;
}

/** Numbers of a process by the text of its status, in each namespace from ours inwards. */
export function parseNamespaceIds(status: string): readonly number[] {
  return /^NSpid:\s*(.*)$/m.exec(status)?.[1]?.split(/\s+/).map(Number) ?? [];
}

function readStatus(id: number): string {
  try {
    return readFileSync(`/proc/${id}/status`, 'latin1');
  } catch {
    return '';
  }
}
