import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessEntry } from './list-processes';
import type { ProcessTree } from './process-tree';

/** The signal at which the runner tells where each thread stands (`resources/python/parts/stacks.py`). */
const ASK_FOR_STACKS = 62;
/** Longest wait for the first byte of an answer, and the silence that ends it. */
const FIRST_MS = 2000;
const QUIET_MS = 100;

export interface AskForStacksOptions {
  readonly tree: ProcessTree;
  readonly isWrapper: (entry: ProcessEntry) => boolean;
  /** Bytes of the record so far. */
  readonly told: () => number;
  /** Called right before the program is asked; not where it would not answer. */
  readonly onAsk: () => void;
}

/** Asks the script's own process for the stacks of its threads, and waits until they are told. A process that does not listen is left alone. */
export async function askForStacks({ tree, isWrapper, told, onAsk }: AskForStacksOptions): Promise<void> {
  const members = (await tree.members(false)).filter((entry) => !isWrapper(entry));
  const [script] = members.sort((a, b) => Number(a.startedAt) - Number(b.startedAt) || a.id - b.id);
  if (script === undefined || !(await listens(script.id))) return;
  const before = told();
  onAsk();
  try {
    process.kill(script.id, ASK_FOR_STACKS);
  } catch {
    return;
  }
  const deadline = performance.now() + FIRST_MS;
  while (told() === before) {
    if (performance.now() > deadline) return;
    await sleep(10);
  }
  for (let last = -1; last !== told();) {
    last = told();
    await sleep(QUIET_MS);
  }
}

/** Whether the process has a handler for our signal; one without is ended by it. */
async function listens(id: number): Promise<boolean> {
  const status = await readFile(`/proc/${id}/status`, 'latin1').catch(() => '');
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  return caught !== undefined && ((BigInt(`0x${caught}`) >> BigInt(ASK_FOR_STACKS - 1)) & 1n) === 1n;
}
