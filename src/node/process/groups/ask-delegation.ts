import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { isThere } from '../../system/is-there';
import { findProgram, SYSTEM_PATH } from '../../sandbox/find-program';

/** A unit of systemd that a process is in, and whose manager made it: the machine's, or the user's own. */
export interface Unit {
  readonly name: string;
  readonly manager: 'system' | 'user';
}

/** A manager that does not answer in this time is taken for one that keeps the unit to itself. */
const ASK_MS = 5000;

/** The unit of a control group by its path (of a line `0::/…` in `/proc/self/cgroup`), the innermost; null: no part of it is named like one. Pure. */
export function unitOf(path: string): Unit | null {
  const parts = path.split('/').filter((part) => /.\.(?:service|scope|slice)$/.test(part));
  const name = parts.at(-1);
  if (name === undefined) return null;
  const manager = parts.slice(0, -1).some((part) => /^user@\d+\.service$/.test(part)) ? 'user' : 'system';
  return { name, manager };
}

/**
 * Whether the groups below a unit are ours to make, as its manager tells: it was made with `Delegate=`, and goes on when a process in it is
 * killed for memory. Else systemd would end the whole unit, and us with it, when a run reaches its limit. True where no systemd runs.
 */
export async function askDelegation(unit: Unit, { runFolder, environmentBlock }: DelegationOptions): Promise<boolean> {
  if (!(await isThere(join(runFolder, 'systemd/system')))) return true;
  const program = await findProgram('systemctl', environmentBlock['PATH'] ?? SYSTEM_PATH);
  if (program === null) return false;
  const args = [
    ...(unit.manager === 'user' ? ['--user'] : []),
    'show',
    '--property=Delegate,OOMPolicy',
    '--',
    unit.name,
  ];
  return new Promise((resolve) => {
    const options = { env: { ...environmentBlock, LC_ALL: 'C' }, timeout: ASK_MS, killSignal: 'SIGKILL' } as const;
    execFile(program, args, options, (error, stdout) => resolve(error === null && isLeftToUs(stdout)));
  });
}

export interface DelegationOptions {
  /** `/run`, where a running systemd leaves a folder. */
  readonly runFolder: string;
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
}

/** Reads lines of `systemctl show`; releases before 243 know no `OOMPolicy`, and end nothing. Pure. */
export function isLeftToUs(shown: string): boolean {
  const lines = shown.split('\n').map((line) => line.trim());
  return lines.includes('Delegate=yes') && !lines.includes('OOMPolicy=stop') && !lines.includes('OOMPolicy=kill');
}
