import { execFile } from 'node:child_process';
import type { ConfinedCommand, Confinement } from '../../core/ports/sandbox';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { isWithin, planBinds } from './plan-binds';
import { resolveHidden, resolvePaths } from './resolve-paths';
import { seatbeltProfile } from './seatbelt-profile';

/** Where macOS keeps its own. */
export const SANDBOX_EXEC = '/usr/bin/sandbox-exec';
const PROBE_MS = 10_000;

/** Tries the program with a profile that allows all. Null: it works; else what it said. */
export function probeSeatbelt(program: string): Promise<string | null> {
  return new Promise((resolve) => {
    const trial = ['-p', '(version 1)(allow default)', '/usr/bin/true'];
    execFile(program, trial, { env: {}, timeout: PROBE_MS, killSignal: 'SIGKILL' }, (error, _stdout, stderr) =>
      resolve(error === null ? null : (stderr.trim().split('\n')[0] ?? '') || error.message),
    );
  });
}

/** Turns a confinement into a command of macOS's sandbox. Errors: as `Sandbox.confine`; `badInput` for a path that cannot be quoted. */
export async function confineBySeatbelt(
  program: string,
  confinement: Confinement,
  homeFolder: string | null,
): Promise<ConfinedCommand> {
  if (confinement.wholeProc !== undefined) {
    throw new RepriseError('unavailable', message('warm.noSandbox'), { what: 'namespaces' });
  }
  const binds = planBinds(await resolvePaths(confinement, homeFolder));
  const hidden = await resolveHidden(confinement.hidden ?? [], binds);
  const { network, environment } = confinement;
  return {
    program,
    arguments: ['-p', seatbeltProfile({ confinement, binds, hidden }), ...confinement.command],
    workingFolder: confinement.workingFolder,
    environment: { ...environment, ...ownFolders(confinement) },
    level: { level: 'seatbelt', network, reason: describeWeaker(network) },
  };
}

/** There are no folders in memory here: a home and a place for temporary files that nothing shows lie in the first folder that may be written. */
function ownFolders({ environment, writable }: Confinement): Readonly<Record<string, string>> {
  const [first] = writable;
  if (first === undefined) return {};
  const isShown = (path: string | undefined): boolean =>
    path !== undefined && writable.some((folder) => isWithin(path, folder));
  return Object.fromEntries(
    ['HOME', 'TMPDIR'].filter((name) => !isShown(environment[name])).map((name) => [name, first]),
  );
}

function describeWeaker(network: Confinement['network']): string {
  const loopback = network === 'index' ? [message('sandbox.seatbeltLoopback')] : [];
  return [...loopback, message('sandbox.seatbeltIsWeaker')].join(' ');
}
