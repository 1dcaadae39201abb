import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { judgeEvents, mostTasks, type HeldLimits, type LimitGroup } from './limit-group';

/** The user's own service manager, by which a group can be had where ours is not ours to divide. */
export interface ScopeMaker {
  /** `systemd-run`. */
  readonly program: string;
  /** Its folder of sockets, `XDG_RUNTIME_DIR`. */
  readonly runtimeFolder: string;
  /** Where control groups are seen. */
  readonly groupsFolder: string;
  /** Where scopes leave what the kernel counted, a folder each; what a kill leaves there is cleared at the next start. */
  readonly countsFolder: string;
}

/**
 * Fixed, all else is arguments. It stays in the scope, outside of the sandbox, until what it runs has ended, and then says what the kernel counted:
 * the scope itself goes with its last process. It outlives the TERM that systemd sends to a scope in which something was killed for memory; a trap,
 * not `''`, since that would be handed on.
 */
const KEEP = `folder=$1$(sed -n 's/^0:://p' /proc/self/cgroup) told=$2
shift 2
trap : TERM
: >"$told/begun"
"$@"
code=$?
cat "$folder/memory.events" >"$told/memory" 2>/dev/null
cat "$folder/pids.events" >"$told/tasks" 2>/dev/null
exit $code`;

/** Gives a run a scope of its own, which begins with the program. What it counted is known once that has ended. */
export async function openScope(maker: ScopeMaker, limits: HeldLimits): Promise<LimitGroup> {
  await mkdir(maker.countsFolder, { recursive: true, mode: 0o700 });
  const told = await mkdtemp(join(maker.countsFolder, 'reprise-scope-'));
  const { memoryBytes, processes } = limits;
  const properties = [
    ...(memoryBytes === null ? [] : [`MemoryMax=${memoryBytes}`, 'MemorySwapMax=0']),
    ...(processes === null ? [] : [`TasksMax=${mostTasks(processes)}`]),
  ];
  const read = (file: string): string => {
    try {
      return readFileSync(join(told, file), 'latin1');
    } catch {
      return '';
    }
  };
  return {
    by: 'scope',
    begin: ({ program, arguments: args, environment }) => ({
      program: maker.program,
      arguments: [
        ...['--user', '--scope', '--quiet', '--collect', `--unit=${basename(told)}`],
        ...properties.map((property) => `--property=${property}`),
        ...['--', '/bin/sh', '-c', KEEP, 'sh', maker.groupsFolder, told, program, ...args],
      ],
      // For systemd-run itself. Bubblewrap hands nothing of it on.
      environment: { ...environment, PATH: '/usr/bin:/bin', XDG_RUNTIME_DIR: maker.runtimeFolder },
    }),
    take: async () => false,
    hasBegun: () => existsSync(join(told, 'begun')),
    exceeded: () => judgeEvents(limits, { memory: read('memory'), tasks: read('tasks') }),
    close: () => rm(told, { recursive: true, force: true }),
  };
}
