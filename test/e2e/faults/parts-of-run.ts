import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../../../src/node/process/list-processes';

/** What works for a reproduction in a process of its own. */
export const PARTS = ['installer', 'interpreter', 'warm parent', 'sandbox'] as const;
export type Part = (typeof PARTS)[number];

function partOf(line: readonly string[]): Part | null {
  const program = path.basename(line[0] ?? '');
  if (program === 'bwrap') return 'sandbox';
  if (program === 'uv') return 'installer';
  if (!program.startsWith('python')) return null;
  if (line.some((word) => word.endsWith('reprise_warm.py'))) return 'warm parent';
  return line.some((word) => /^(?:script|reproducer)\.py$|reprise_runner\.py$/.test(word)) ? 'interpreter' : null;
}

/** Processes below a program, by the part that they are. Linux only. */
export async function partsBelow(programId: number, part: Part): Promise<readonly number[]> {
  const all = await listProcesses();
  const found: number[] = [];
  const open = [programId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const child of all.filter(({ parentId }) => parentId === id)) {
      open.push(child.id);
      const text = await readFile(`/proc/${child.id}/cmdline`, 'utf8').catch(() => '');
      if (partOf(text.split('\0')) === part) found.push(child.id);
    }
  }
  return found;
}

/** Kills the first process of a part that there is, as soon as there is one. False: the program ended before. */
export async function killPart(programId: number, part: Part, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    const [id] = await partsBelow(programId, part);
    if (id !== undefined) {
      try {
        process.kill(id, 'SIGKILL');
        return true;
      } catch {
        // It ended in between; the next one is as good.
      }
    }
    await sleep(5);
  }
  return false;
}
