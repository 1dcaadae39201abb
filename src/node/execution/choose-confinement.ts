import type { ConfinedCommand, Confinement, Sandbox } from '../../core/ports/sandbox';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import type { SandboxLevel } from '../../protocol/execution';
import type { SandboxRule } from '../../protocol/reproduction/options';

/** What a run would get under a rule, before anything is approved. */
export async function describeRule(sandbox: Sandbox, rule: SandboxRule): Promise<SandboxLevel> {
  if (rule === 'off') return { level: 'limitsOnly', network: 'open', reason: message('sandbox.off') };
  const { level, reason } = await sandbox.describe();
  return { level, network: level === 'limitsOnly' ? 'open' : 'none', reason };
}

/** The level of a run. Errors: `unavailable` where there is no sandbox and no weaker one was approved; it says what to install. */
export async function chooseLevel(
  sandbox: Sandbox,
  wish: { readonly rule: SandboxRule; readonly allowWeaker: boolean },
): Promise<SandboxLevel> {
  const found = await describeRule(sandbox, wish.rule);
  if (found.level === 'limitsOnly' && wish.rule !== 'off' && !wish.allowWeaker) {
    throw new RepriseError('unavailable', found.reason ?? message('sandbox.missing'), { what: 'sandbox' });
  }
  return found;
}

export async function confineTo(
  sandbox: Sandbox,
  level: SandboxLevel,
  confinement: Confinement,
): Promise<ConfinedCommand> {
  if (level.level !== 'limitsOnly') return sandbox.confine(confinement);
  return sandbox.limitsOnly(confinement, level.reason ?? message('sandbox.off'));
}
