import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeEvents, mostTasks, type HeldLimits, type LimitGroup } from './limit-group';

/** Tries to remove a group whose last processes are on their way out. */
const ROUNDS = 100;

/** Fixed, all else is arguments. 0 is who writes it. Where it cannot, nothing is run, and `judgeEnd` knows the line. */
const JOIN = '{ echo 0 >"$0"; } 2>/dev/null || { echo "control group: cannot be joined" >&2; exit 1; }; exec "$@"';

/**
 * Makes a control group (version 2) of its own for a run, below `folder`. Rejects where the system does not let us; then nothing is left.
 */
export async function openControlGroup(folder: string, limits: HeldLimits): Promise<LimitGroup> {
  const own = join(folder, `reprise-run-${randomBytes(8).toString('hex')}`);
  const write = (file: string, text: string): Promise<void> => writeFile(join(own, file), text);
  const read = (file: string): string => {
    try {
      return readFileSync(join(own, file), 'latin1');
    } catch {
      return '';
    }
  };
  await mkdir(own);
  try {
    const { memoryBytes, processes } = limits;
    if (memoryBytes !== null) {
      await write('memory.max', String(memoryBytes));
      // Not on every machine: where nothing is swapped, and kernels before 4.19.
      await write('memory.swap.max', '0').catch(() => undefined);
      await write('memory.oom.group', '1').catch(() => undefined);
    }
    if (processes !== null) await write('pids.max', String(mostTasks(processes)));
  } catch (error) {
    await rmdir(own).catch(() => undefined);
    throw error;
  }
  return {
    by: 'cgroup',
    begin: ({ program, arguments: args, environment }) => ({
      program: '/bin/sh',
      arguments: ['-c', JOIN, join(own, 'cgroup.procs'), program, ...args],
      environment,
    }),
    take: (id) =>
      write('cgroup.procs', String(id)).then(
        () => true,
        () => false,
      ),
    // `judgeEnd` tells it from what was said instead.
    hasBegun: () => true,
    exceeded: () => judgeEvents(limits, { memory: read('memory.events'), tasks: read('pids.events') }),
    close: async () => {
      await write('cgroup.kill', '1').catch(() => undefined);
      for (let round = 0; round < ROUNDS; round += 1) {
        const code = await rmdir(own).then(
          () => null,
          (error: unknown) => (error as NodeJS.ErrnoException).code ?? '',
        );
        if (code !== 'EBUSY') return;
        await sleep(Math.min(round + 1, 20));
      }
    },
  };
}
