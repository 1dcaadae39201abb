import type { Attempt } from '../../protocol/attempt';
import { message } from '../../protocol/catalogue/catalogue';
import { isRepriseError } from '../../protocol/errors';
import type { SandboxLevel } from '../../protocol/execution';
import { requestFor } from '../execute/approvals';
import { mayBeWeaker } from '../execute/may-be-weaker';
import type { Work } from './work';

/** What confinement a run would get now. A machine without any is a level too. */
export async function confinement(work: Work): Promise<SandboxLevel> {
  try {
    return await work.ports.runner.describe(work.session.state().options.sandbox);
  } catch (error) {
    if (!isRepriseError(error, 'unavailable')) throw error;
    return { level: 'limitsOnly', network: 'open', reason: error.message };
  }
}

/** Whether policy may approve a script of its own: in auto mode, what runs inside a sandbox without network. */
export async function mayApproveByPolicy(work: Work): Promise<boolean> {
  if (work.session.state().options.autonomy !== 'auto') return false;
  const level = await confinement(work);
  return level.level !== 'limitsOnly' && level.network === 'none';
}

/** Asks for a weaker sandbox where there is no better one and nobody has agreed to it yet. True: a question is open now. */
export async function askForWeakerSandbox(work: Work, attempt: Attempt | null): Promise<boolean> {
  const { session, ports } = work;
  if (mayBeWeaker(session.state(), attempt)) return false;
  const level = await confinement(work);
  if (level.level !== 'limitsOnly') return false;
  const reason = level.reason ?? message('approval.noSandbox');
  const request = requestFor({ kind: 'weakerSandbox', reason }, message('approval.weakerSandbox', { reason }), ports);
  await session.emit({ type: 'approval/requested', request });
  return true;
}
