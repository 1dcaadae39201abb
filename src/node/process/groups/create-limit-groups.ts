import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../../protocol/catalogue/catalogue';
import { isThere } from '../../system/is-there';
import { findProgram, SYSTEM_PATH } from '../../sandbox/find-program';
import { askDelegation } from './ask-delegation';
import type { LimitGroups } from './limit-group';
import { openControlGroup } from './open-control-group';
import { openScope, type ScopeMaker } from './open-scope';
import { hasNeeded, preparePlace, type OwnPlace } from './own-place';

export interface LimitGroupsOptions {
  /** As `process.platform` names it. */
  readonly platform: string;
  /** Where the system tells of its processes, of its control groups, and of what runs: `/proc`, `/sys/fs/cgroup`, `/run`. `counts`: ours, for scopes. */
  readonly folders: {
    readonly processes: string;
    readonly groups: string;
    readonly run: string;
    readonly counts: string;
  };
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  /** Our own numbers: the process, and the user (null: there is no such thing). */
  readonly processId: number;
  readonly userId: number | null;
}

/**
 * Groups that the kernel holds to limits: control groups below our own where that is ours to divide, else scopes of the user's own
 * service manager, else none. Found once, when the first run asks: by files, and by a question to the manager whose unit we are in.
 */
export function createLimitGroups(options: LimitGroupsOptions): LimitGroups {
  const { platform, folders, environmentBlock, processId } = options;
  let found: Promise<{ readonly own: OwnPlace; readonly scopes: ScopeMaker | null }> | null = null;

  async function find() {
    const own = await preparePlace({
      procFolder: folders.processes,
      id: processId,
      isDelegated: (unit) => askDelegation(unit, { runFolder: folders.run, environmentBlock }),
    });
    return { own, scopes: own.kind === 'own' ? null : await findScopes(options) };
  }

  return {
    open: async (limits, start) => {
      if (platform !== 'linux') return message('limits.noGroups');
      try {
        found ??= find();
        const { own, scopes } = await found;
        if (own.kind === 'own') return await openControlGroup(own.folder, limits);
        if (scopes === null) return own.reason;
        return start === 'running' ? message('limits.running') : await openScope(scopes, limits);
      } catch (error) {
        return message('limits.refused', { detail: error instanceof Error ? error.message : String(error) });
      }
    },
  };
}

/** Null: this user has no service manager that divides memory and processes, or no program to ask it. */
async function findScopes({ folders, environmentBlock, userId }: LimitGroupsOptions): Promise<ScopeMaker | null> {
  const runtimeFolder = environmentBlock['XDG_RUNTIME_DIR'] ?? '';
  if (userId === null || !runtimeFolder.startsWith('/')) return null;
  const slice = `user.slice/user-${userId}.slice/user@${userId}.service`;
  const controllers = await readFile(join(folders.groups, slice, 'cgroup.controllers'), 'latin1').catch(() => '');
  const answers =
    (await isThere(join(folders.run, 'systemd/system'))) && (await isThere(join(runtimeFolder, 'systemd/private')));
  if (!answers || !hasNeeded(controllers)) return null;
  const program = await findProgram('systemd-run', environmentBlock['PATH'] ?? SYSTEM_PATH);
  return program === null
    ? null
    : { program, runtimeFolder, groupsFolder: folders.groups, countsFolder: folders.counts };
}
