import type { ConfinedCommand, Confinement, Sandbox } from '../../core/ports/sandbox';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { SandboxLevel } from '../../protocol/execution';
import { bwrapArguments, type BwrapPlan } from './bwrap-arguments';
import { mayNobodyUse } from './can-drop';
import { SYSTEM_PATH } from './find-program';
import { planBinds } from './plan-binds';
import { probeBubblewrap, type Bubblewrap, type Probe } from './probe-bubblewrap';
import { findGpuDevices } from './read-root-layout';
import { resolveHidden, resolvePaths } from './resolve-paths';

export interface SandboxOptions {
  /** As `process.platform` names it. */
  readonly platform: string;
  /** The host's own environment: PATH is searched for bubblewrap, HOME is never bound as a whole. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  /** Number of the user that Reprise runs as; null where there is no such thing. */
  readonly userId: number | null;
}

/** The sandbox of this machine: bubblewrap on Linux. Elsewhere there is none yet, and `describe` says so. */
export function createSandbox({ platform, environmentBlock, userId }: SandboxOptions): Sandbox {
  const isRoot = userId === 0;
  let working: Promise<Probe> | null = null;

  /** A sandbox that works is found once; one that is missing may be installed meanwhile. */
  async function probe(): Promise<Probe> {
    working ??= probeBubblewrap({ platform, searchPath: environmentBlock['PATH'] ?? SYSTEM_PATH, isRoot });
    const found = await working;
    if (found.kind === 'missing') working = null;
    return found;
  }

  async function confine(confinement: Confinement): Promise<ConfinedCommand> {
    const found = await probe();
    if (found.kind === 'missing') {
      throw new RepriseError('unavailable', found.reason, { what: 'sandbox' });
    }
    const { bubblewrap } = found;
    const given = await resolvePaths(confinement, environmentBlock['HOME'] ?? null);
    const binds = planBinds(given);
    const user: BwrapPlan['user'] =
      bubblewrap.setpriv !== null && (await mayNobodyUse(given))
        ? { kind: 'dropped', setpriv: bubblewrap.setpriv }
        : { kind: 'mapped' };
    if (isRoot && user.kind === 'mapped' && confinement.wholeProc !== undefined) {
      throw new RepriseError('unavailable', message('warm.rootAlone'), { what: 'namespaces' });
    }
    const plan: BwrapPlan = {
      confinement,
      layout: bubblewrap.layout,
      binds,
      hidden: await resolveHidden(confinement.hidden ?? [], binds),
      gpuDevices: confinement.gpu ? await findGpuDevices() : [],
      sized: bubblewrap.sized,
      user,
    };
    return {
      ...withoutDumps([bubblewrap.program, ...bwrapArguments(plan)]),
      workingFolder: '/',
      environment: {},
      level: describeLevel(plan, bubblewrap, isRoot),
    };
  }

  return {
    describe: async () => {
      const found = await probe();
      return found.kind === 'works'
        ? { level: 'bubblewrap', reason: null }
        : { level: 'limitsOnly', reason: found.reason };
    },
    confine,
    limitsOnly: (confinement, reason) => {
      const [program = '', ...args] = confinement.command;
      const { workingFolder, environment } = confinement;
      return {
        program,
        arguments: args,
        workingFolder,
        environment,
        level: { level: 'limitsOnly', network: 'open', reason },
      };
    },
  };
}

/** A dump of memory lands in the case folder, or goes to a program of the system that runs as root: there is none. */
function withoutDumps(command: readonly string[]): Pick<ConfinedCommand, 'program' | 'arguments'> {
  return { program: '/bin/sh', arguments: ['-c', 'ulimit -c 0; exec "$@"', 'sh', ...command] };
}

/** Says plainly in which ways this confinement is weaker than a full one. */
function describeLevel(plan: BwrapPlan, bubblewrap: Bubblewrap, isRoot: boolean): SandboxLevel {
  const { network } = plan.confinement;
  const reasons = [
    ...(network === 'index' ? [message('sandbox.indexIsOpen')] : []),
    ...(isRoot && plan.user.kind === 'mapped' ? [message('sandbox.rootOfHost')] : []),
    ...(bubblewrap.sized ? [] : [message('sandbox.unsized')]),
  ];
  return { level: 'bubblewrap', network, reason: reasons.length > 0 ? reasons.join(' ') : null };
}
