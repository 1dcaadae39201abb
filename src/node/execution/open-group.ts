import { message } from '../../protocol/catalogue/catalogue';
import type { LimitsKept } from '../../protocol/execution';
import type { HeldLimits, LimitGroup, LimitGroups } from '../process/groups/limit-group';

/** Opens a group for a run, where one is to be had, and says who keeps the limits of that run. */
export async function openGroup(
  groups: LimitGroups | undefined,
  limits: HeldLimits,
  start: 'anew' | 'running',
): Promise<{ readonly group: LimitGroup | null; readonly kept: LimitsKept }> {
  const opened = (await groups?.open(limits, start)) ?? message('limits.unused');
  return typeof opened === 'string'
    ? { group: null, kept: { by: 'polling', reason: opened } }
    : { group: opened, kept: { by: opened.by, reason: null } };
}
