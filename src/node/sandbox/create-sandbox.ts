import type { ConfinedCommand, Confinement, Sandbox } from '../../core/ports/sandbox';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { SandboxLevel } from '../../protocol/execution';
import { bwrapArguments, type BwrapPlan } from './bwrap-arguments';
import { mayNobodyUse } from './can-drop';
import { confineBySeatbelt, probeSeatbelt, SANDBOX_EXEC } from './confine-by-seatbelt';
import { SYSTEM_PATH } from './find-program';
import { planBinds } from './plan-binds';
import { probeBubblewrap, type Bubblewrap, type Probe } from './probe-bubblewrap';
import { findGpuDevices } from './read-root-layout';
import { resolveHidden, resolvePaths } from './resolve-paths';
import { startBubblewrap } from './start-bubblewrap';

export interface SandboxOptions {
  /** As `process.platform` names it. */
  readonly platform: string;
  /** The host's own environment: PATH is searched for bubblewrap, HOME is never bound as a whole. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  /** Number of the user that Reprise runs as; null where there is no such thing. */
  readonly userId: number | null;
  /** The program of macOS's sandbox. Absent: where the system has it. */
  readonly sandboxExec?: string;
}

/** The sandbox of this machine: bubblewrap on Linux, Seatbelt on macOS. Elsewhere there is none, and `describe` says so. */
export function createSandbox(options: SandboxOptions): Sandbox {
  return options.platform === 'darwin' ? createSeatbelt(options) : createBubblewrap(options);
}

function createSeatbelt({ environmentBlock, sandboxExec = SANDBOX_EXEC }: SandboxOptions): Sandbox {
  const describe = async (): Promise<Pick<SandboxLevel, 'level' | 'reason'>> => {
    const refusal = await probeSeatbelt(sandboxExec);
    return refusal === null
      ? { level: 'seatbelt', reason: message('sandbox.seatbeltIsWeaker') }
      : { level: 'limitsOnly', reason: message('sandbox.seatbeltRefused', { detail: refusal }) };
  };
  return {
    describe,
    confine: async (confinement) => {
      const { level, reason } = await describe();
      if (level === 'limitsOnly') throw new RepriseError('unavailable', reason ?? '', { what: 'sandbox' });
      return confineBySeatbelt(sandboxExec, confinement, environmentBlock['HOME'] ?? null);
    },
    limitsOnly,
  };
}

function createBubblewrap({ platform, environmentBlock, userId }: SandboxOptions): Sandbox {
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
      gpuDevices: confinement.gpu ? await findGpuDevices(confinement.hiddenDevices) : [],
      sized: bubblewrap.sized,
      user,
    };
    const { filters } = bubblewrap;
    const isNested = confinement.wholeProc !== undefined;
    const filter = isNested ? filters?.nested : filters?.full;
    return {
      ...startBubblewrap([bubblewrap.program, ...bwrapArguments(plan)], filter ?? null),
      ...(isNested && filters !== null ? { filterWithin: filters.digits } : {}),
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
    limitsOnly,
  };
}

function limitsOnly(confinement: Confinement, reason: string): ConfinedCommand {
  const [program = '', ...args] = confinement.command;
  const { workingFolder, environment } = confinement;
  return {
    program,
    arguments: args,
    workingFolder,
    environment,
    level: { level: 'limitsOnly', network: 'open', reason },
  };
}

/** Says plainly in which ways this confinement is weaker than a full one. */
function describeLevel(plan: BwrapPlan, bubblewrap: Bubblewrap, isRoot: boolean): SandboxLevel {
  const { network } = plan.confinement;
  const reasons = [
    ...(isRoot && plan.user.kind === 'mapped' ? [message('sandbox.rootOfHost')] : []),
    ...(bubblewrap.sized ? [] : [message('sandbox.unsized')]),
    ...(bubblewrap.filters === null ? [message('sandbox.unfiltered')] : []),
  ];
  return { level: 'bubblewrap', network, reason: reasons.length > 0 ? reasons.join(' ') : null };
}
