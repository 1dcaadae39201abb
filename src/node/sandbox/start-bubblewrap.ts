import type { ConfinedCommand } from '../../core/ports/sandbox';

/** Descriptor on which bubblewrap finds the filter; it closes it. */
const FILTER = '9';

/**
 * The command that starts bubblewrap. No program of it leaves a dump of memory, which would land in the case folder or go to a program
 * of the system that runs as root. `filter`: path to the filter of system calls. The script text is fixed; all else is arguments.
 */
export function startBubblewrap(
  command: readonly string[],
  filter: string | null,
): Pick<ConfinedCommand, 'program' | 'arguments'> {
  const [bubblewrap = '', ...args] = command;
  const line = filter === null ? 'ulimit -c 0; exec "$@"' : `ulimit -c 0; exec ${FILTER}<"$0" || exit 1; exec "$@"`;
  const given = filter === null ? [] : ['--seccomp', FILTER];
  return { program: '/bin/sh', arguments: ['-c', line, filter ?? 'sh', bubblewrap, ...given, ...args] };
}
